// SPDX-License-Identifier: Apache-2.0
// What an item is worth at a price of capacity: its gain less the price of its weight. Near the best
// solution items above zero are in and items below zero are out.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack {

[[nodiscard]] inline double reduced_gain(const KnapsackState& state, Index i, double price) {
  return static_cast<double>(state.gain(i)) -
         price * static_cast<double>(state.instance().weights()[at(i)]);
}

// The held item of smallest reduced gain, or the item out of largest one; the first on a tie, -1 if none.
[[nodiscard]] Index worst_in(const KnapsackState& state, double price);
[[nodiscard]] Index best_out(const KnapsackState& state, double price);

// Removes worst items until the load fits.
void drop_to_fit(KnapsackState& state, double price);

// Adds items that fit and have a positive gain, the largest reduced gain first; items of negative gain, if
// the instance can have any, leave before. Ends early if watch, which may be null, says so.
void fill_at_price(KnapsackState& state, double price, StopCheck* watch = nullptr);

}  // namespace spinsack
