// SPDX-License-Identifier: Apache-2.0
// Fill, then the swap of largest gain, again and again until nothing pays: a local optimum of the full
// one-for-one neighbourhood, unlike the single pass of `exchange`.
#pragma once

#include "instance/knapsack_state.hpp"

namespace spinsack::post {

void gain_exchange(KnapsackState& state);

}  // namespace spinsack::post
