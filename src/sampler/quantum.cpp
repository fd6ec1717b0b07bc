// SPDX-License-Identifier: Apache-2.0
#include "sampler/quantum.hpp"

#include "core/portable_math.hpp"
#include "sampler/exponential_stream.hpp"
#include "sampler/kernel.hpp"

namespace spinsack {
namespace {

// ln tanh x = ln((1 - e^-2x) / (1 + e^-2x)), x > 0.
double log_tanh(double x) {
  const double e = portable_exp(-2 * x);
  // For tiny x the difference 1 - e loses digits, and tanh x = x is better.
  return x < 1e-5 ? portable_log(x) : portable_log((1 - e) / (1 + e));
}

double spin(const KernelState& state, Index v) { return state.bit(v) ? 1 : -1; }

}  // namespace

Bits QuantumAnnealing::read(const KernelModel& model, ReadContext& context) const {
  const double scale = model.typical_rms_delta() > 0 ? model.typical_rms_delta() : 1;
  const double heat = temperature.value_or(scale / 50);
  // A full field would forget a given start at once.
  const double first_field = field.value_or(context.warm() ? scale / 5 : scale);
  const auto copies = static_cast<double>(slices);
  std::vector<KernelState> ring;
  for (std::int64_t k = 0; k < slices; ++k) {
    ring.emplace_back(model, context.seed(), context.stream(static_cast<std::uint64_t>(k)));
    context.begin(ring.back());
  }
  ExponentialStream whole_lines(context.seed(), context.stream(static_cast<std::uint64_t>(slices)));
  AlignedVector<double> bias(at(model.padded_size()));
  GroupBits best = ring.front().group_bits;
  context.improves(ring.front().energy());

  bool stopped = false;
  for (std::int64_t s = 0; s < sweeps && !stopped; ++s) {
    // 1. The field of this sweep, from first_field down to a thousandth of it.
    const double progress =
        sweeps > 1 ? static_cast<double>(s) / static_cast<double>(sweeps - 1) : 1;
    const double gamma = first_field * (1 - 0.999 * progress);
    const double bond = -(copies * heat / 2) * log_tanh(gamma / (copies * heat));
    // 2. Each copy, with its neighbours' pull as a bias. Multiplying the action by P T gives the copy its
    //    plain energy, the temperature P T, and the bond a factor P; x = (1 + s) / 2 doubles it once more.
    for (std::size_t k = 0; k < ring.size() && !stopped; ++k) {
      const KernelState& up = ring[(k + 1) % ring.size()];
      const KernelState& down = ring[(k + ring.size() - 1) % ring.size()];
      for (Index v = 0; v < model.size(); ++v)
        bias[at(v)] = -2 * copies * bond * (spin(up, v) + spin(down, v));
      kernel::sweep(ring[k], copies * heat, bias.data());
      if (context.improves(ring[k].energy())) best = ring[k].group_bits;
      stopped = context.stop_after(model.size());
    }
    // 3. Whole lines: bonds do not change where all copies of a spin turn together.
    for (Index v = 0; v < model.size() && !stopped; ++v) {
      double cost = 0;
      for (const KernelState& copy : ring) cost += kernel::delta(copy, v);
      if (cost / copies > heat * whole_lines.next()) continue;
      for (KernelState& copy : ring) kernel::flip(copy, v);
      stopped = context.stop_after(slices);
    }
    ++context.work.sweeps;
    for (const KernelState& copy : ring)
      if (context.improves(copy.energy())) best = copy.group_bits;
  }
  for (const KernelState& copy : ring) context.work.flips += copy.flips;
  return bits_of_groups(best, model.size());
}

}  // namespace spinsack
