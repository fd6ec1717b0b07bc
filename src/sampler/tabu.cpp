// SPDX-License-Identifier: Apache-2.0
#include "sampler/tabu.hpp"

#include "core/rng.hpp"
#include "sampler/flip_choice.hpp"
#include "sampler/kernel.hpp"

#include <algorithm>

namespace spinsack {

Bits TabuSearch::read(const KernelModel& model, ReadContext& context) const {
  const Index n = model.size();
  const auto wait = static_cast<std::int64_t>(tenure.value_or(std::min(20.0, n / 4.0)));
  const auto limit = static_cast<std::int64_t>(patience.value_or(20.0 * n));
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  Rng rng(context.seed(), context.stream(1));
  FlipChoice choice(state);
  double energy = state.energy();
  double best_energy = energy;   // of the read
  double round_energy = energy;  // since the last shake
  std::int64_t last_improvement = 0;
  context.improves(energy);
  GroupBits best = state.group_bits;
  for (std::int64_t s = 0; s < steps; ++s) {
    // 1. The best flip that is allowed. If all are tabu, time passes.
    const kernel::BestFlip flip = choice.best(s, energy, best_energy);
    if (flip.variable >= 0) {
      kernel::flip(state, flip.variable);
      energy += flip.cost;
      choice.flipped(flip.variable, s + 1 + wait + rng.integer(0, 9));
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
    if (context.stop_after(choice.visits())) break;
    // 2. Stuck: back to the best, shaken.
    if (s - last_improvement < limit) continue;
    state.assign(bits_of_groups(best, n));
    const auto shaken = std::max<std::int64_t>(1, static_cast<std::int64_t>(shake * n));
    for (std::int64_t k = 0; k < shaken; ++k)
      kernel::flip(state, static_cast<Index>(rng.integer(0, n - 1)));
    energy = round_energy = state.energy();
    last_improvement = s;
    choice.restart();
  }
  context.work.flips = state.flips;
  return bits_of_groups(best, n);
}

}  // namespace spinsack
