// SPDX-License-Identifier: Apache-2.0
// Many numbers in a few.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace spinsack {

// Of finite values; nothing without values.
[[nodiscard]] std::optional<double> mean(std::span<const double> values);

// Linear between the order statistics: share 0 is the least value, share 1 the largest, 0.5 the median
// (definition 7 of Hyndman and Fan 1996). Values may be infinite, as the time of a run that failed is; what
// lies between a finite and an infinite one is infinite. Nothing without values.
[[nodiscard]] std::optional<double> quantile(std::span<const double> values, double share);

struct Summary {
  std::int64_t count = 0;
  double mean = 0;
  double least = 0;
  double quarter = 0;  // the quantiles 0.25, 0.5, 0.75, 0.95
  double median = 0;
  double three_quarters = 0;
  double most_but_five_percent = 0;
  double largest = 0;
};

// Of finite values; nothing without values.
[[nodiscard]] std::optional<Summary> summarise(std::span<const double> values);

}  // namespace spinsack
