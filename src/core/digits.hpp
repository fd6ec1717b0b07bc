// SPDX-License-Identifier: Apache-2.0
// Numbers out of text, eight digits at a time. What a large file consists of is unsigned integers, one blank and short
// decimals; their lengths follow no pattern that a branch could be predicted by, so there is no branch per digit.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace spinsack {

// How many bytes behind the place must be readable for the functions below, whatever stands there.
inline constexpr std::ptrdiff_t digits_reach = 32;

struct ScannedDigits {
  std::uint64_t value;
  std::uint32_t count;  // of digits; 0 if there is none, more than 15 if there are too many
};

// Up to eight digits.
inline ScannedDigits scan_eight_digits(const char* p) {
  std::uint64_t text = 0;
  std::memcpy(&text, p, sizeof text);
  if constexpr (std::endian::native == std::endian::big) text = __builtin_bswap64(text);
  // 1. Digits become 0..9; the first byte that is none has, with 6 added or as it is, something in its upper half.
  text ^= 0x3030303030303030U;
  const std::uint64_t others = ((text + 0x0606060606060606U) | text) & 0xf0f0f0f0f0f0f0f0U;
  if (others == 0) [[unlikely]] {
    text = text * 10 + (text >> 8U);
    text = (((text & 0x000000ff000000ffU) * 0x000f424000000064U) +
            (((text >> 16U) & 0x000000ff000000ffU) * 0x0000271000000001U)) >>
           32U;
    return {text, 8};
  }
  const auto count = static_cast<std::uint32_t>(std::countr_zero(others)) / 8;
  if (count == 0) return {0, 0};
  // 2. Zeros in front fill up to eight digits, which are joined to pairs, fours, and one number.
  text <<= 64 - 8 * count;
  text = text * 10 + (text >> 8U);
  text = (((text & 0x000000ff000000ffU) * 0x000f424000000064U) +
          (((text >> 16U) & 0x000000ff000000ffU) * 0x0000271000000001U)) >>
         32U;
  return {text, count};
}

inline constexpr std::array<std::uint64_t, 17> powers_of_ten = [] {
  std::array<std::uint64_t, 17> powers{1};
  for (std::size_t k = 1; k < powers.size(); ++k) powers[k] = 10 * powers[k - 1];
  return powers;
}();

// Up to fifteen digits, which a double holds exactly.
inline ScannedDigits scan_digits(const char* p) {
  const ScannedDigits head = scan_eight_digits(p);
  if (head.count < 8) [[likely]]
    return head;
  const ScannedDigits tail = scan_eight_digits(p + 8);
  return {head.value * powers_of_ten[tail.count] + tail.value, 8 + tail.count};
}

// A number such as -12 or 0.125 with at most 15 digits; nullptr if what stands at p does not begin like one. The value
// is the nearest double: numerator and denominator are exact, so the quotient is rounded once.
inline const char* scan_short_decimal(const char* p, double& value) {
  const bool negative = *p == '-';
  p += negative ? 1 : 0;
  const ScannedDigits whole = scan_digits(p);
  if (whole.count == 0 || whole.count > 15) return nullptr;
  p += whole.count;
  auto magnitude = static_cast<double>(whole.value);
  if (*p == '.') {
    const ScannedDigits fraction = scan_digits(p + 1);
    if (fraction.count == 0 || whole.count + fraction.count > 15) return nullptr;
    const std::uint64_t scale = powers_of_ten[fraction.count];
    magnitude =
        static_cast<double>(whole.value * scale + fraction.value) / static_cast<double>(scale);
    p += fraction.count + 1;
  }
  value = negative ? -magnitude : magnitude;
  return p;
}

}  // namespace spinsack
