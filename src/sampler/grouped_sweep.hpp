// SPDX-License-Identifier: Apache-2.0
// Metropolis sweeps of a state that keeps groups, for the samplers that do.
#pragma once

#include "sampler/exponential_stream.hpp"
#include "sampler/grouped_state.hpp"
#include "sampler/schedule.hpp"
#include "sampler/sweep_order.hpp"

#include <cstdint>

namespace spinsack {

// From the costs of moves of a random state that keeps the groups; a penalty for groups has no part in them.
[[nodiscard]] TemperatureRange grouped_range(const GroupedState& state, Rng& rng);

// Whether exactly one bit of every group is set.
[[nodiscard]] bool one_of_each_group(const QuboModel& model, BitView bits);

struct GroupedSweep {
  bool whole = false;  // not ended early
  bool moved = false;
};

// Every element once, each with one proposal, whose cost is added to the energy if it is made. go_on(visits) is asked in between and ends it by false.
template <class GoOn>
GroupedSweep grouped_sweep(GroupedState& state, double temperature, std::int64_t number,
                           ExponentialStream& random, double& energy, const GoOn& go_on) {
  GroupedSweep done;
  done.whole = for_each_stretch(state.elements(), number, [&](Index from, Index to) {
    for (Index element = from; element < to; ++element) {
      const GroupedState::Step step = state.propose(element, random.rng());
      if (step.off < 0 && step.on < 0) continue;
      if (step.cost > 0 && step.cost > temperature * random.next()) continue;
      state.make(element, step);
      energy += step.cost;
      done.moved = true;
    }
    return go_on(to - from);
  });
  return done;
}

}  // namespace spinsack
