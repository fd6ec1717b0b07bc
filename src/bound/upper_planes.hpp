// SPDX-License-Identifier: Apache-2.0
// An upper bound on the profit of any feasible set, after Gallo, Hammer and Simeone (1980).
//
// Give half of each pair profit to either item: profit(x) = sum_i x_i (p_i + 1/2 sum_j p_ij x_j). With i
// in, the inner sum is at most U_i, the continuous knapsack over the other items with capacity C - w_i
// (negative pair profits counted as zero). So the profit is at most the continuous knapsack over the
// values p_i + U_i / 2. Integer arithmetic, every division rounded up: never below the optimum.
// O(n^2) time, O(n) memory.
#pragma once

#include "core/stop.hpp"
#include "instance/qkp.hpp"

#include <optional>

namespace spinsack {

[[nodiscard]] Profit upper_bound(const QkpInstance& instance);
// Likewise; nothing if the watch says stop.
[[nodiscard]] std::optional<Profit> upper_bound(const QkpInstance& instance, StopCheck& watch);

}  // namespace spinsack
