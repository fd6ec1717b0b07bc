// SPDX-License-Identifier: Apache-2.0
#include "sampler/quantum.hpp"

#include "core/portable_math.hpp"
#include "sampler/exponential_stream.hpp"
#include "sampler/kernel.hpp"
#include "sampler/slice_ring.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

// ln tanh x = ln((1 - e^-2x) / (1 + e^-2x)), x > 0.
double log_tanh(double x) {
  const double e = portable_exp(-2 * x);
  // For tiny x the difference 1 - e loses digits, and tanh x = x is better.
  return x < 1e-5 ? portable_log(x) : portable_log((1 - e) / (1 + e));
}

double spin(const KernelState& state, Index v) { return state.bit(v) ? 1 : -1; }

// What a read works with: the temperature of the slices, P T, and a field that falls linearly to a thousandth.
struct FallingField {
  FallingField(const QuantumAnnealing& sqa, const KernelModel& model, bool warm)
      : sweeps(sqa.sweeps) {
    const double scale = model.typical_rms_delta() > 0 ? model.typical_rms_delta() : 1;
    heat = sqa.temperature.value_or(scale / 50);
    slice_heat = static_cast<double>(sqa.slices) * heat;
    // A full field would forget a given start at once.
    first = sqa.field.value_or(warm ? scale / 5 : scale / 3);
  }
  // Between neighbouring copies of a spin, in a sweep.
  double bond(std::int64_t sweep) const {
    const double progress =
        sweeps > 1 ? static_cast<double>(sweep) / static_cast<double>(sweeps - 1) : 1;
    const double gamma = first * (1 - 0.999 * progress);
    return -(slice_heat / 2) * log_tanh(gamma / slice_heat);
  }
  std::int64_t sweeps;
  double heat = 1;
  double slice_heat = 1;
  double first = 1;
};

}  // namespace

Bits QuantumAnnealing::read(const KernelModel& model, ReadContext& context) const {
  const bool in_lanes = model.lanes() != nullptr && slices <= lane_count;
  return in_lanes ? read_in_lanes(model, context) : read_one_by_one(model, context);
}

// All slices of a sparse model take their sweep together, each in a lane.
Bits QuantumAnnealing::read_in_lanes(const KernelModel& model, ReadContext& context) const {
  const FallingField field_of(*this, model, context.warm());
  const auto count = static_cast<int>(slices);
  const LaneStreams streams{context.seed(), context.stream(), context.stream(1)};
  SliceRing ring(
      *model.lanes(), streams, count, context.stream(1 + static_cast<std::uint64_t>(lane_count)),
      context.start(), [&](std::int64_t) { return context.ended(); }, model.set_up_watch());
  Bits best;
  const auto look = [&] {
    std::vector<double> energies;
    for (int k = 0; k < count; ++k)
      energies.push_back(ring.energy(model.model(), k, context.target()));
    const auto lowest = std::ranges::min_element(energies);
    if (context.improves(*lowest)) best = ring.bits(static_cast<int>(lowest - energies.begin()));
  };
  look();
  bool stopped = false;
  for (std::int64_t s = 0; s < sweeps && !stopped; ++s) {
    const RingCosts costs(model.lanes()->unit, field_of.slice_heat, field_of.bond(s));
    const bool whole =
        ring.sweep(costs, [&](std::int64_t visits) { return context.out_of_time_after(visits); });
    look();
    stopped = context.stop_after(whole ? model.size() * slices : 0) || !whole;
    if (whole) ++context.work.sweeps;
  }
  context.work.flips = ring.flips();
  return context.or_start(model.model(), std::move(best));
}

Bits QuantumAnnealing::read_one_by_one(const KernelModel& model, ReadContext& context) const {
  const FallingField field_of(*this, model, context.warm());
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
    // 1. Each copy, with its neighbours' pull as a bias; x = (1 + s) / 2 doubles it.
    const double bond = field_of.bond(s);
    for (std::size_t k = 0; k < ring.size() && !stopped; ++k) {
      const KernelState& up = ring[(k + 1) % ring.size()];
      const KernelState& down = ring[(k + ring.size() - 1) % ring.size()];
      for (Index v = 0; v < model.size(); ++v)
        bias[at(v)] = -2 * bond * (spin(up, v) + spin(down, v));
      kernel::sweep(ring[k], field_of.slice_heat, bias.data());
      if (context.improves(ring[k].energy())) best = ring[k].group_bits;
      stopped = context.stop_after(model.size());
    }
    // 2. Whole lines: bonds do not change where all copies of a spin turn together.
    for (Index v = 0; v < model.size() && !stopped; ++v) {
      double cost = 0;
      for (const KernelState& copy : ring) cost += kernel::delta(copy, v);
      if (cost > field_of.slice_heat * whole_lines.next()) continue;
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
