// SPDX-License-Identifier: Apache-2.0
#include "postprocess/fill.hpp"

#include "postprocess/efficiency_order.hpp"

namespace spinsack::post {

void fill(KnapsackState& state, StopCheck* watch) {
  const auto weights = state.instance().weights();
  for (const Index j : fitting_by_falling_efficiency(state)) {
    if (weights[at(j)] > state.room() || state.gain(j) < 0) continue;
    if (watch != nullptr && watch->stop_after(state.update_cost(j))) return;
    state.add(j);
  }
}

}  // namespace spinsack::post
