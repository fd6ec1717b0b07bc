// SPDX-License-Identifier: Apache-2.0
// Removes items whose gain is negative, the most negative first, until none is left. Without negative
// profits there is nothing to remove. O(n) per removed item.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack::post {

// Ends early if watch, which may be null, says so.
void prune(KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack::post
