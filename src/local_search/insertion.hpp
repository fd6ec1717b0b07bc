// SPDX-License-Identifier: Apache-2.0
// Insertion: while something fits, add the item of largest gain per weight, gains being those of the moment;
// the first of equal ones. Items of negative gain stay out. O(n) per added item, or
// O(log n) per partner of it where items have few.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack {

// Ends early if watch, which may be null, says so. Feasible states only.
void insertion(KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack
