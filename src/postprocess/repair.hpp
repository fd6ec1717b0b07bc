// SPDX-License-Identifier: Apache-2.0
// Repair, first part of the paper's Algorithm 1: while the load exceeds the capacity, remove the item of
// smallest efficiency, efficiencies being those of the moment. O(n) per removed item.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack::post {

// Ends early if watch, which may be null, says so, overloaded as the state then is.
void repair(KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack::post
