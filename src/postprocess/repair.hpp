// SPDX-License-Identifier: Apache-2.0
// Repair, first part of the paper's Algorithm 1: while the load exceeds the capacity, remove the item of
// smallest efficiency, efficiencies being those of the moment. O(n) per removed item.
#pragma once

#include "instance/knapsack_state.hpp"

namespace spinsack {

void repair(KnapsackState& state);

}  // namespace spinsack
