// SPDX-License-Identifier: Apache-2.0
// As gain_exchange, but the swap of largest gain less the price of the room it takes: it does not spend room
// that a later swap would use better. Ends in a local optimum of the same neighbourhood, often another one.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack::post {

// Ends early if watch, which may be null, says so.
void price_exchange(KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack::post
