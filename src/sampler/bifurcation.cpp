// SPDX-License-Identifier: Apache-2.0
#include "sampler/bifurcation.hpp"

#include "core/rng.hpp"
#include "sampler/kernel.hpp"
#include "sampler/weighted_rows.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

// -dE/ds at the corner sign y: half of what a flip would bring, with the sign of the spin.
void corner_forces(const KernelState& state, std::vector<double>& cost,
                   std::vector<double>& force) {
  kernel::deltas(state, cost);
  for (Index v = 0; v < state.model->size(); ++v)
    force[at(v)] = state.bit(v) ? cost[at(v)] / 2 : -cost[at(v)] / 2;
}

// -dE/ds at the point y of the multilinear energy, x = (1 + y) / 2.
void inner_forces(const KernelModel& model, const std::vector<double>& y, std::vector<double>& x,
                  std::vector<double>& force) {
  for (std::size_t v = 0; v < y.size(); ++v) x[v] = (1 + y[v]) / 2;
  std::ranges::fill(force, 0.0);
  weighted_rows(model, x, force);
  for (std::size_t v = 0; v < y.size(); ++v)
    force[v] = -(model.linear()[v] + model.unit() * force[v]) / 2;
  for (const KernelPenalty& penalty : model.penalties()) {
    double residual = penalty.b;
    for (std::size_t v = 0; v < y.size(); ++v) residual += penalty.a[v] * x[v];
    for (std::size_t v = 0; v < y.size(); ++v) {
      const double a = penalty.a[v];
      force[v] -= penalty.strength * a * (2 * (residual - a * x[v]) + a) / 2;
    }
  }
}

// Flips whatever lowers the energy, in index order, until nothing does or time is over.
void descend(KernelState& state, ReadContext& context) {
  const Index n = state.model->size();
  const double enough =
      -1e-12 * state.model->largest_rms_delta();  // less may be rounding, and go round in circles
  for (bool moved = true; moved;) {
    moved = false;
    for (Index i = 0; i < n; ++i) {
      if (!(kernel::delta(state, i) < enough)) continue;
      kernel::flip(state, i);
      moved = true;
    }
    if (context.stop_after(n)) return;
  }
}

}  // namespace

Bits SimulatedBifurcation::read(const KernelModel& model, ReadContext& context) const {
  const auto n = at(model.size());
  // 1. Near the origin, at random; or at the corner that was given.
  Rng rng(context.seed(), context.stream());
  std::vector<double> y(n);
  std::vector<double> v(n);
  Bits corner(n);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = 0.2 * rng.real() - 0.1;
    v[i] = 0.2 * rng.real() - 0.1;
    if (context.warm()) y[i] = context.start()[i] != 0 ? 1 : -1;
    corner[i] = y[i] > 0 ? 1 : 0;
  }
  KernelState state(model, context.seed(), context.stream(1));
  state.assign(corner, model.set_up_watch());
  GroupBits best = state.group_bits;
  context.improves(state.energy());

  // 2. J = Q / 4 in spins.
  const double spread =
      model.expanded_scales().rms_coupling / 4 * std::sqrt(static_cast<double>(n));
  const double fallback = model.typical_rms_delta() / 2;
  const double scale = spread > 0 ? spread : fallback;
  const double c = scale > 0 ? strength / scale : 0;
  // With a single well, a = 0, all particles would leave the corner that they were given.
  const double first_a = context.warm() ? 0.5 : 0;
  const bool ballistic = variant == "ballistic";
  std::vector<double> cost(at(model.padded_size()));
  std::vector<double> x(n);
  std::vector<double> force(n);
  bool stopped = false;
  for (std::int64_t s = 0; s < steps && !stopped; ++s) {
    // 3. One time step of all particles, walls at -1 and +1.
    const double progress = steps > 1 ? static_cast<double>(s) / static_cast<double>(steps - 1) : 1;
    const double a = first_a + (1 - first_a) * progress;
    if (ballistic)
      inner_forces(model, y, x, force);
    else
      corner_forces(state, cost, force);
    const std::int64_t flips_before = state.flips;
    for (std::size_t i = 0; i < n && !stopped; ++i) {
      v[i] += dt * (c * force[i] - (1 - a) * y[i]);
      if (heat > 0) v[i] += dt * heat * v[i];
      y[i] += dt * v[i];
      if (std::fabs(y[i]) > 1) {
        y[i] = y[i] > 0 ? 1 : -1;
        v[i] = 0;
      }
      const auto spin = static_cast<Index>(i);
      if ((y[i] > 0) != state.bit(spin)) kernel::flip(state, spin);
      constexpr std::size_t particles_per_look = 16'384;
      if (i % particles_per_look == particles_per_look - 1)
        stopped = context.out_of_time_after(particles_per_look);
    }
    // 4. The nearest corner is the answer so far.
    if (state.flips != flips_before && context.improves(state.energy())) best = state.group_bits;
    if (!stopped) ++context.work.sweeps;
    const std::int64_t looks = ballistic ? std::int64_t{model.size()} / 64 + 1 : 1;
    stopped = context.stop_after(stopped ? 0 : model.size() * looks) || stopped;
  }
  // 5. Particles that feel the same force, as those of an antiferromagnet do, meet at a wall and swing together
  //    from then on, past every state in between. From the last corner it is downhill.
  if (!stopped && steps > 0) descend(state, context);
  if (context.improves(state.energy())) best = state.group_bits;
  context.work.flips = state.flips;
  return bits_of_groups(best, model.size());
}

}  // namespace spinsack
