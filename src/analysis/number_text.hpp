// SPDX-License-Identifier: Apache-2.0
// Numbers as the tables of the paper print them. What is not there is a dash.
#pragma once

#include "statistics/interval.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace spinsack::number_text {

inline constexpr const char* undefined = "-";

// 0.370, but 8.4E-3 below a hundredth, and 0.000 for zero only.
[[nodiscard]] std::string gap(const std::optional<double>& percent);

// 2E-13, 0.504, >0.999.
[[nodiscard]] std::string probability(const std::optional<double>& p);

// With so many digits behind the point.
[[nodiscard]] std::string fixed(const std::optional<double>& value, int digits);

// Three digits: 0.0123, 4.57, 12.3, 17300; 4.2E-5 and 1.2E9 far from one.
[[nodiscard]] std::string short_number(const std::optional<double>& value);

// [low, high] with three digits each; no high: [low, -].
[[nodiscard]] std::string interval(double low, const std::optional<double>& high);
[[nodiscard]] std::string interval(const std::optional<Interval>& bounds);

[[nodiscard]] std::string integer(const std::optional<std::int64_t>& value);

}  // namespace spinsack::number_text
