// SPDX-License-Identifier: Apache-2.0
// max sum v_j y_j  subject to  sum w_j y_j <= c, 0 <= y_j <= 1, from above and without rounding doubt.
//
// For any price t >= 0 the value is at most  t c + sum_j max(0, v_j - t w_j),  with equality at the
// efficiency v_b / w_b of the break item b. The break item is searched in doubles, where a slip costs
// tightness only; the bound is then evaluated in exact integers. O(n) by repeated halving.
#pragma once

#include "core/types.hpp"

#include <span>
#include <vector>

namespace spinsack {

// Rounded up to an integer. Negative values never help and count as zero; weights are >= 1, capacity
// >= 0, and the values and weights sum to less than 2^62 each.
[[nodiscard]] Profit continuous_knapsack(std::span<const Profit> values,
                                         std::span<const Weight> weights, Weight capacity);

// The same with one item decided: bounds for the solutions that hold item i, and for those that do not.
struct ItemBounds {
  Profit bound = 0;  // of all solutions
  std::vector<Profit> with;
  std::vector<Profit> without;
};
// At the price of the break item, so O(n) for all of them.
[[nodiscard]] ItemBounds continuous_knapsack_items(std::span<const Profit> values,
                                                   std::span<const Weight> weights,
                                                   Weight capacity);

}  // namespace spinsack
