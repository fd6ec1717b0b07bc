// SPDX-License-Identifier: Apache-2.0
// Exact decimal numbers. Text such as "12.50" or "1e-3" becomes mantissa and number of decimals, never
// a double, so that a file of prices can be scaled to integers without losing a digit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spinsack {

// value = mantissa / 10^digits, in lowest terms: digits is 0 or the mantissa does not end in 0.
struct Decimal {
  std::int64_t mantissa = 0;
  int digits = 0;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

enum class DecimalFault { not_a_number, too_large };

struct DecimalResult {
  Decimal value;
  std::optional<DecimalFault> fault;
};

// The whole text must be one number: sign, digits, point, exponent. No inf, nan or hexadecimal.
[[nodiscard]] DecimalResult parse_decimal(std::string_view text);

// value * 10^digits, or nothing if that leaves 64 bits. digits >= 0.
[[nodiscard]] std::optional<std::int64_t> scale_by_power_of_ten(std::int64_t value, int digits);

// The decimal text of value / 10^digits, without trailing zeros: (1250, 2) -> "12.5".
[[nodiscard]] std::string format_decimal(std::int64_t value, int digits);

}  // namespace spinsack
