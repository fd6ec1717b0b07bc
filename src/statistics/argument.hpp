// SPDX-License-Identifier: Apache-2.0
// What every statistic asks of its arguments. UsageError says what was expected and what was found.
#pragma once

#include <span>
#include <string_view>

namespace spinsack {

void expect_argument(bool holds, std::string_view name, std::string_view range, double found);

// Strictly between 0 and 1, such as 0.95.
void expect_level(double level);

void expect_finite(std::string_view name, std::span<const double> values);
void expect_no_nan(std::string_view name, std::span<const double> values);

// Paired data have partners.
void expect_same_length(std::string_view name, std::size_t expected, std::size_t found);

}  // namespace spinsack
