// SPDX-License-Identifier: Apache-2.0
// Fill-up, second part of the paper's Algorithm 1: visit all items by falling efficiency, in the order of
// the start, and add those that are out and fit. Items of negative gain stay out; the paper has none.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack::post {

// Ends early if watch, which may be null, says so.
void fill(KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack::post
