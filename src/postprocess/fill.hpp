// SPDX-License-Identifier: Apache-2.0
// Fill-up, second part of the paper's Algorithm 1: visit all items by falling efficiency, in the order of
// the start, and add those that are out and fit. Items of negative gain stay out; the paper has none.
#pragma once

#include "instance/knapsack_state.hpp"

namespace spinsack {

void fill(KnapsackState& state);

}  // namespace spinsack
