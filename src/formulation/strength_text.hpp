// SPDX-License-Identifier: Apache-2.0
// The parts that rules for strengths are written in, whatever they are strengths of.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace spinsack {

// The whole text is one number.
[[nodiscard]] std::optional<double> strength_number(std::string_view text);

// "2^-3" or "2^-6..2^7", as powers of two.
[[nodiscard]] std::optional<std::vector<double>> powers_of_two(std::string_view text);

// A whole number from 1 on or a range of them, such as "1..20", or one number > 0 with a fraction; at most a million.
[[nodiscard]] std::optional<std::vector<double>> strength_scales(std::string_view text);

// The power of two nearest to a number > 0, on a scale of logarithms.
[[nodiscard]] double nearest_power_of_two(double number);

}  // namespace spinsack
