// SPDX-License-Identifier: Apache-2.0
#include "core/decimal.hpp"

#include "core/digit.hpp"

#include <charconv>

namespace spinsack {

DecimalResult parse_decimal(std::string_view text) {
  constexpr DecimalResult not_a_number{{}, DecimalFault::not_a_number};
  constexpr DecimalResult too_large{{}, DecimalFault::too_large};
  const char* p = text.data();
  const char* const end = p + text.size();
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;

  // 1. Digits before and after the point; zeros are held back until a later digit needs them, so
  //    that "10.000000" costs no decimals and no range.
  std::int64_t mantissa = 0;
  long digits = 0;
  long held_zeros = 0;
  bool any_digit = false;
  bool after_point = false;
  bool overflow = false;
  for (; p != end; ++p) {
    if (*p == '.' && !after_point) {
      after_point = true;
      continue;
    }
    if (!is_digit(*p)) break;
    any_digit = true;
    if (after_point) ++digits;
    if (*p == '0') {
      if (mantissa != 0) ++held_zeros;
      continue;
    }
    for (; held_zeros > 0 && !overflow; --held_zeros)
      overflow = __builtin_mul_overflow(mantissa, std::int64_t{10}, &mantissa);
    overflow = overflow || __builtin_mul_overflow(mantissa, std::int64_t{10}, &mantissa) ||
               __builtin_add_overflow(mantissa, std::int64_t{*p - '0'}, &mantissa);
  }
  if (!any_digit) return not_a_number;

  // 2. Exponent.
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end && *p == '+') {
      ++p;
      if (p == end || !is_digit(*p)) return not_a_number;
    }
    int exponent = 0;
    const auto [after, status] = std::from_chars(p, end, exponent);
    if (status == std::errc::invalid_argument) return not_a_number;
    if (after != end) return not_a_number;
    if (status != std::errc{}) return mantissa == 0 ? DecimalResult{} : too_large;
    digits -= exponent;
    p = after;
  }
  if (p != end) return not_a_number;
  if (overflow) return too_large;
  if (mantissa == 0) return {};

  // 3. Zeros still held back are trailing: they only move the point.
  digits -= held_zeros;
  for (; digits < 0; ++digits)
    if (__builtin_mul_overflow(mantissa, std::int64_t{10}, &mantissa)) return too_large;
  // Each decimal beyond 18 would need a scale that no 64-bit sum survives.
  if (digits > 18) return too_large;
  return {{negative ? -mantissa : mantissa, static_cast<int>(digits)}, std::nullopt};
}

std::optional<std::int64_t> scale_by_power_of_ten(std::int64_t value, int digits) {
  for (; digits > 0; --digits)
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) return std::nullopt;
  return value;
}

std::string format_decimal(std::int64_t value, int digits) {
  std::string text = std::to_string(value);
  if (digits <= 0) return text;
  const bool negative = text.front() == '-';
  if (negative) text.erase(0, 1);
  const auto decimals = static_cast<std::size_t>(digits);
  if (text.size() <= decimals) text.insert(0, decimals + 1 - text.size(), '0');
  text.insert(text.size() - decimals, 1, '.');
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return negative && text != "0" ? "-" + text : text;
}

}  // namespace spinsack
