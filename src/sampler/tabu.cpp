// SPDX-License-Identifier: Apache-2.0
#include "sampler/tabu.hpp"

#include "core/rng.hpp"
#include "sampler/flip_choice.hpp"
#include "sampler/kernel.hpp"

#include <algorithm>

namespace spinsack {
namespace {

// The best state, and the flips that lead from it to the present one: on the way down every step of a large model makes a
// new best, and copying it each time would take longer than the step.
class BestState {
 public:
  explicit BestState(const GroupBits& now) : bits_(now) {}

  const GroupBits& bits() const { return bits_; }
  void flipped(Index variable) {
    if (flips_.size() < bits_.size())
      flips_.push_back(variable);
    else
      far_away_ = true;
  }
  // The present state is the best one.
  void take(const GroupBits& now) {
    if (far_away_) bits_ = now;
    for (const Index v : flips_) {
      std::uint16_t& group = bits_[at(v / group_size)];
      if (!far_away_) group = static_cast<std::uint16_t>(group ^ 1U << (v % group_size));
    }
    returned();
  }
  // The best state is the present one.
  void returned() {
    far_away_ = false;
    flips_.clear();
  }

 private:
  GroupBits bits_;
  std::vector<Index> flips_;
  bool far_away_ = false;  // more flips than are worth keeping
};

}  // namespace

Bits TabuSearch::read(const KernelModel& model, ReadContext& context) const {
  const Index n = model.size();
  const auto wait = static_cast<std::int64_t>(tenure.value_or(std::min(20.0, n / 4.0)));
  const auto limit = static_cast<std::int64_t>(patience.value_or(20.0 * n));
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  Rng rng(context.seed(), context.stream(1));
  model.set_up_watch().ask();
  FlipChoice choice(state);
  double energy = state.energy();
  double best_energy = energy;   // of the read
  double round_energy = energy;  // since the last shake
  std::int64_t last_improvement = 0;
  context.improves(energy);
  BestState best(state.group_bits);
  for (std::int64_t s = 0; s < steps; ++s) {
    // 1. The best flip that is allowed. If all are tabu, time passes.
    const kernel::BestFlip flip = choice.best(s, energy, best_energy);
    if (flip.variable >= 0) {
      kernel::flip(state, flip.variable);
      best.flipped(flip.variable);
      energy += flip.cost;
      choice.flipped(flip.variable, s + 1 + wait + rng.integer(0, 9));
    }
    if (energy < round_energy) {
      round_energy = energy;
      last_improvement = s;
    }
    if (context.improves(energy)) {
      best_energy = energy;
      best.take(state.group_bits);
    }
    ++context.work.sweeps;
    if (context.stop_after(choice.visits())) break;
    // 2. Stuck: back to the best, shaken.
    if (s - last_improvement < limit) continue;
    state.assign(bits_of_groups(best.bits(), n));
    best.returned();
    const auto shaken = std::max<std::int64_t>(1, static_cast<std::int64_t>(shake * n));
    for (std::int64_t k = 0; k < shaken; ++k) {
      const auto variable = static_cast<Index>(rng.integer(0, n - 1));
      kernel::flip(state, variable);
      best.flipped(variable);
    }
    energy = round_energy = state.energy();
    last_improvement = s;
    choice.restart();
  }
  context.work.flips = state.flips;
  return bits_of_groups(best.bits(), n);
}

}  // namespace spinsack
