// SPDX-License-Identifier: Apache-2.0
#include "statistics/summary.hpp"

#include "statistics/argument.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spinsack {
namespace {

std::vector<double> rising(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return sorted;
}

double quantile_of_sorted(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double part = place - std::floor(place);
  const double low = sorted[below];
  if (part == 0) return low;
  const double high = sorted[below + 1];
  if (low == high || std::isinf(low)) return low;
  return std::isinf(high) ? high : (1 - part) * low + part * high;
}

}  // namespace

std::optional<double> mean(std::span<const double> values) {
  expect_finite("values", values);
  if (values.empty()) return std::nullopt;
  // Around the first value: sums of large numbers that differ little lose no digits.
  double sum = 0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

std::optional<double> quantile(std::span<const double> values, double share) {
  expect_no_nan("values", values);
  expect_argument(share >= 0 && share <= 1, "share", "a number in 0..1", share);
  if (values.empty()) return std::nullopt;
  return quantile_of_sorted(rising(values), share);
}

std::optional<Summary> summarise(std::span<const double> values) {
  const auto average = mean(values);
  if (!average) return std::nullopt;
  const std::vector<double> sorted = rising(values);
  return Summary{.count = static_cast<std::int64_t>(sorted.size()),
                 .mean = *average,
                 .least = sorted.front(),
                 .quarter = quantile_of_sorted(sorted, 0.25),
                 .median = quantile_of_sorted(sorted, 0.5),
                 .three_quarters = quantile_of_sorted(sorted, 0.75),
                 .most_but_five_percent = quantile_of_sorted(sorted, 0.95),
                 .largest = sorted.back()};
}

}  // namespace spinsack
