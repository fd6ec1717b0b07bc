// SPDX-License-Identifier: Apache-2.0
// The scales of an instance near its capacity. Searches that measure energies, weights and prices in these
// units need no constants of their own, and work alike for profits of 1 and of a million.
#pragma once

#include "core/symmetric_rows.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack {

struct Landscape {
  double price =
      0;  // mu: what a unit of capacity is worth, marginal_price() of the surveyed solution
  double energy = 1;  // theta: a tenth of the items have a reduced gain of at most this size
  double weight = 1;  // mean weight of an item
  double curvature =
      0;  // of -profit over the load, per (mean weight)^2 and in units of energy: a squared
          // penalty must be stiffer than this, or everything in or nothing in is best
  Profit smallest_pair = 0;      // or 0, whichever is less
  Index most_items = 0;          // no feasible solution has more
  Weight heaviest = 0;           // of all items
  AlignedVector<float> weights;  // in units of weight; padded as the state's gains

  double in_units(double real_price) const { return real_price * weight / energy; }
  double real_price(double units) const { return units * energy / weight; }
};

// state: a good feasible solution.
[[nodiscard]] Landscape survey(const KnapsackState& state);

}  // namespace spinsack
