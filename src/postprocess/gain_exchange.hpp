// SPDX-License-Identifier: Apache-2.0
// Fill, then the swap of largest gain, again and again until nothing pays: a local optimum of the full
// one-for-one neighbourhood, unlike the single pass of `exchange`.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack::post {

// Ends early if watch, which may be null, says so.
void gain_exchange(KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack::post
