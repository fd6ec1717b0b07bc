// SPDX-License-Identifier: Apache-2.0
// An instance of smaller numbers whose upper bounds hold for another one.
//
// Profits are counted in units of u, rounded up, and weights in units of v, rounded down: a set that fits still
// fits, for sum floor(w_i / v) <= floor(C / v), and its profit in units is not below the true one. Weights below
// a unit count as one, and the capacity grows by one for each of them. So u times a bound of the coarse instance
// is a bound of the other.
//
// Units are the common divisors of all profits and of all weights, which costs nothing, times the smallest
// powers of two that bring the numbers below the limits. O(pairs) time and memory.
#pragma once

#include "core/stop.hpp"
#include "instance/qkp.hpp"

#include <optional>

namespace spinsack {

struct CoarseLimits {
  Profit row;     // of the positive pair profits of an item; more than the number of items
  Profit total;   // of all profits; more than the number of items and pairs
  Weight weight;  // of all weights that are not below a unit
};

struct CoarseInstance {
  QkpInstance instance;
  Profit profit_unit = 1;
  Weight weight_unit = 1;
};

// Nothing if the watch says stop.
[[nodiscard]] std::optional<CoarseInstance> coarse_instance(const QkpInstance& instance,
                                                            const CoarseLimits& limits,
                                                            StopCheck& watch);

}  // namespace spinsack
