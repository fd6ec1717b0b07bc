// SPDX-License-Identifier: Apache-2.0
// Prices that hold the number of items and the load where they are wanted.
//
// Sets of k items lie on a hyperplane. Near the capacity the items at the margin have nearly equal weights, so sets
// of k and of k + 1 items need quite different mixes of weights to fill the capacity, and each hyperplane has a price of
// its own per unit of weight. With the gains g_i of the removal greedy's solution taken as fixed, that price mu is
// the one at which the k items of largest reduced gain g_i - mu w_i weigh just what is wanted; the price per item, nu, is
// halfway between the smallest reduced gain in and the largest out. Both have 16 significant bits, so that energies
// made of them stay exact. O(n) per removed item, then O(n) per step of a bisection.
#pragma once

#include "core/stop.hpp"
#include "instance/qkp.hpp"

#include <optional>

namespace spinsack {

struct HyperplanePrices {
  Index items = 0;      // k
  double per_load = 0;  // mu >= 0
  double per_item = 0;  // nu
};

struct HyperplaneWish {
  std::optional<Index> items = {};  // k; without it, as many as the greedy solution has
  Index more = 0;                   // added to that; the sum is brought to what can fit
  Weight unused = 0;  // the load wanted is the capacity less this, which may be negative
};

// Ends early, with prices that mean nothing, if watch, which may be null, says so.
[[nodiscard]] HyperplanePrices hyperplane_prices(const QkpInstance& instance,
                                                 const HyperplaneWish& wish,
                                                 StopCheck* watch = nullptr);

}  // namespace spinsack
