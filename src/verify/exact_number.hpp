// SPDX-License-Identifier: Apache-2.0
// Numbers compared as they are written: of any length, without rounding, and the same in every locale.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spinsack {

// 0.d1d2d3... * 10^exponent, with the first and the last digit not 0; no digits for zero.
struct ExactNumber {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  friend bool operator==(const ExactNumber&, const ExactNumber&) = default;
  friend std::strong_ordering operator<=>(const ExactNumber& a, const ExactNumber& b);
};

// An integer or decimal, perhaps with an exponent, as JSON writes it. Nothing for anything else.
[[nodiscard]] std::optional<ExactNumber> parse_exact(std::string_view text);

// The nearest double; 0 for what is no number.
[[nodiscard]] double nearest_double(std::string_view text);

}  // namespace spinsack
