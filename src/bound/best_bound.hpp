// SPDX-License-Identifier: Apache-2.0
// The best upper bound that can be had for some effort.
//
// Searches prices theta and potentials u = x / (2 mu) for the split bound (split_bound.hpp) as a saddle point
//   min over theta >= 0, max over 0 <= x <= 1 of
//     theta_0 (C - sum w_i x_i) + sum x_i (p_i + theta_i (C - w_i)) + sum_{i<j} s_ij min(x_i, x_j),
// the minimum of x_i and x_j being rounded off within mu. Each pass over the pair profits gives the bound of
// the current point and its gradients: x_i rises while item i is worth more than its weight, theta_i while
// the items that i would take along weigh more than C - w_i; theta_0 is the critical price of the continuous
// knapsack. mu falls from pass to pass. Steps are found in floats; the bound is that of SplitBound, exact.
//
// O(pairs) per pass: 0.5 ms at n = 1000 dense, 2 ms at n = 2000. O(n) memory, and a copy of the instance if its
// numbers are very large (coarse_instance.hpp).
#pragma once

#include "bound/continuous_knapsack.hpp"
#include "core/stop.hpp"
#include "instance/qkp.hpp"

#include <optional>
#include <vector>

namespace spinsack {

struct BoundEffort {
  // Taken in rounds that end after 3, 5, 8, 12, 17, 23, 30, 39, 50, 64, .. passes; only whole rounds run.
  int passes = 64;
  // Two things end the search early: a stop, and a bound no higher than a target, the value of a solution say.
  Stop* stop = nullptr;
  std::optional<Profit> target = {};
};

// Never below the profit of a feasible set, and the same on every processor unless the clock ends it. More
// passes never raise it, and unless it ends early it is never above upper_bound.
[[nodiscard]] Profit best_upper_bound(const QkpInstance& instance, const BoundEffort& effort = {});

// Where a search begins and ended, so that one for a similar instance need not begin anew.
struct BoundPoint {
  std::vector<double> price;  // theta_i, for each item; empty for the usual beginning
  std::vector<double> x;
  int passes = 0;  // that led here: mu is small after many
};

// The same search, also with each item in or out: what a solver may fix. Bounds of items are the lowest of all
// rounds. Ends early only for the two reasons above. Begins at the point, if there is one, and leaves it at the
// best one found.
[[nodiscard]] ItemBounds best_item_bounds(const QkpInstance& instance,
                                          const BoundEffort& effort = {},
                                          BoundPoint* point = nullptr);

}  // namespace spinsack
