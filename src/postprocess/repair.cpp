// SPDX-License-Identifier: Apache-2.0
#include "postprocess/repair.hpp"

namespace spinsack::post {

void repair(KnapsackState& state, StopCheck* watch) {
  while (!state.feasible()) {
    if (watch != nullptr && watch->stop_after(state.size())) return;
    state.remove(state.least_efficient());
  }
}

}  // namespace spinsack::post
