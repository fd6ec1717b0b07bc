// SPDX-License-Identifier: Apache-2.0
#include "sampler/tabu.hpp"

#include "core/rng.hpp"
#include "sampler/kernel.hpp"

#include <algorithm>
#include <limits>

namespace spinsack {

Bits TabuSearch::read(const KernelModel& model, ReadContext& context) const {
  const Index n = model.size();
  const auto wait = static_cast<std::int64_t>(tenure.value_or(std::min(20.0, n / 4.0)));
  const auto limit = static_cast<std::int64_t>(patience.value_or(20.0 * n));
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  Rng rng(context.seed(), context.stream(1));
  std::vector<double> cost(at(model.padded_size()));
  std::vector<std::int64_t> free_at(at(n));  // first step at which a variable may flip again
  double energy = state.energy();
  double best_energy = energy;   // of the read
  double round_energy = energy;  // since the last shake
  std::int64_t last_improvement = 0;
  context.improves(energy);
  GroupBits best = state.group_bits;
  for (std::int64_t s = 0; s < steps; ++s) {
    // 1. The best flip that is allowed, the first of equals.
    kernel::deltas(state, cost);
    Index chosen = -1;
    double chosen_cost = std::numeric_limits<double>::infinity();
    for (Index v = 0; v < n; ++v) {
      const bool allowed = free_at[at(v)] <= s || energy + cost[at(v)] < best_energy;
      if (allowed && cost[at(v)] < chosen_cost) {
        chosen = v;
        chosen_cost = cost[at(v)];
      }
    }
    // 2. Make it. If all are tabu, time passes.
    if (chosen >= 0) {
      kernel::flip(state, chosen);
      energy += chosen_cost;
      free_at[at(chosen)] = s + 1 + wait + rng.integer(0, 9);
    }
    if (energy < round_energy) {
      round_energy = energy;
      last_improvement = s;
    }
    if (context.improves(energy)) {
      best_energy = energy;
      best = state.group_bits;
    }
    ++context.work.sweeps;
    if (context.stop_after(n)) break;
    // 3. Stuck: back to the best, shaken.
    if (s - last_improvement < limit) continue;
    state.assign(bits_of_groups(best, n));
    const auto shaken = std::max<std::int64_t>(1, static_cast<std::int64_t>(shake * n));
    for (std::int64_t k = 0; k < shaken; ++k)
      kernel::flip(state, static_cast<Index>(rng.integer(0, n - 1)));
    energy = round_energy = state.energy();
    last_improvement = s;
    std::ranges::fill(free_at, 0);
  }
  context.work.flips = state.flips;
  return bits_of_groups(best, n);
}

}  // namespace spinsack
