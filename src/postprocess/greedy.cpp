// SPDX-License-Identifier: Apache-2.0
#include "postprocess/greedy.hpp"

#include "instance/knapsack_state.hpp"
#include "instance/quick_removal.hpp"
#include "postprocess/exchange.hpp"
#include "postprocess/fill.hpp"
#include "postprocess/prune.hpp"
#include "postprocess/repair.hpp"

namespace spinsack::post {

Bits greedy(const QkpInstance& instance, StopCheck* watch) {
  KnapsackState state(instance, Bits(at(instance.size()), 1));
  prune(state, watch);
  repair(state, watch);
  if (state.feasible()) {
    fill(state, watch);
    exchange(state, watch);
  }
  if (!state.feasible()) return feasible_part(state);
  return {state.bits().begin(), state.bits().end()};
}

}  // namespace spinsack::post
