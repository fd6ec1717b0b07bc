// SPDX-License-Identifier: Apache-2.0
// The removal greedy in large steps. While the load exceeds the capacity, the least efficient items leave, a
// share of the excess at a time. Close to the solution that removing one item at a time gives, without a
// search for every item.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack {

// A step removes 1 / parts of the excess. False if stopped while still overloaded.
bool quick_removal(KnapsackState& state, Weight parts, StopCheck* watch = nullptr);

// What is left of an overloaded state without its least efficient items, efficiencies being those of now: the end of a
// removal for which there is no time. O(n).
[[nodiscard]] Bits feasible_part(const KnapsackState& state);

// As quick_removal() for items whose gain is negative, most negative first, some at a time, until none is left or it
// is stopped.
void quick_prune(KnapsackState& state, StopCheck* watch = nullptr);

// What a unit of capacity is worth at this solution, at least 0: halfway between the efficiency of the worst item in and
// of the best item out. With negative profits these two can be far from the others; there it is the efficiency at which
// the most efficient items fill the capacity. 0 if everything is in.
[[nodiscard]] double marginal_price(const KnapsackState& state);

}  // namespace spinsack
