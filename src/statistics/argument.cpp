// SPDX-License-Identifier: Apache-2.0
#include "statistics/argument.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace spinsack {

void expect_argument(bool holds, std::string_view name, std::string_view range, double found) {
  if (!holds) throw UsageError(fmt::format("{}: expected {}, found {}", name, range, found));
}

void expect_level(double level) {
  expect_argument(level > 0 && level < 1, "level", "a number between 0 and 1", level);
}

void expect_finite(std::string_view name, std::span<const double> values) {
  for (const double value : values)
    expect_argument(std::isfinite(value), name, "finite numbers", value);
}

void expect_no_nan(std::string_view name, std::span<const double> values) {
  for (const double value : values) expect_argument(!std::isnan(value), name, "numbers", value);
}

void expect_same_length(std::string_view name, std::size_t expected, std::size_t found) {
  if (expected != found)
    throw UsageError(fmt::format("{}: expected {} values, found {}", name, expected, found));
}

}  // namespace spinsack
