// SPDX-License-Identifier: Apache-2.0
// The randomised greedy construction of GRASP: an item drawn from the few most appealing ones that
// fit goes in, again and again, until none fits.
#pragma once

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

#include <span>
#include <vector>

namespace spinsack {

// 1 / w_i: with these factors the appeal of an item is its gain per weight.
[[nodiscard]] std::vector<double> per_weight(const QkpInstance& instance);

// The appeal of an item is its gain times its factor; `choices` >= 1 items are drawn from. Items of
// negative gain stay out. Feasible states only; ends early if watch says so. O(n) for every item
// added.
void random_greedy(KnapsackState& state, std::span<const double> factor, std::int64_t choices,
                   Rng& rng, StopCheck& watch);

}  // namespace spinsack
