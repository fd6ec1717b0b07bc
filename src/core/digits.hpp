// SPDX-License-Identifier: Apache-2.0
// Numbers out of text, eight digits at a time. What a large file consists of is unsigned integers, one blank and short
// decimals; their lengths follow no pattern that a branch could be predicted by, so there is no branch per digit.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace spinsack {

// How many bytes behind the place must be readable for the functions below, whatever stands there.
inline constexpr std::ptrdiff_t digits_reach = 32;

// Eight bytes of text as a number, the first one lowest.
inline std::uint64_t load_text(const char* p) {
  std::uint64_t text = 0;
  std::memcpy(&text, p, sizeof text);
  if constexpr (std::endian::native == std::endian::big) text = __builtin_bswap64(text);
  return text;
}

// Bit k of the result is set where byte k of the 32 at p is a blank, a line end or another character up to 32.
inline std::uint32_t find_blanks(const char* p) {
  std::uint32_t blanks = 0;
#if defined(__SSE2__)
  for (int half = 0; half < 2; ++half) {
    __m128i text;
    std::memcpy(&text, p + 16 * half, sizeof text);
    const __m128i blank = _mm_cmpeq_epi8(_mm_min_epu8(text, _mm_set1_epi8(32)), text);
    blanks |= static_cast<std::uint32_t>(_mm_movemask_epi8(blank)) << (16 * half);
  }
#else
  for (int word = 0; word < 4; ++word) {
    const std::uint64_t text = load_text(p + 8 * word);
    // 1. The highest bit of a byte above 32, ASCII or not.
    const std::uint64_t above = ((text & 0x7f7f7f7f7f7f7f7fU) + 0x5f5f5f5f5f5f5f5fU) | text;
    // 2. The eight bits of the others, gathered by the columns of a product.
    const std::uint64_t bits = (~above & 0x8080808080808080U) >> 7U;
    blanks |= static_cast<std::uint32_t>(bits * 0x0102040810204080U >> 56U) << (8 * word);
  }
#endif
  return blanks;
}

// Eight decimal digits 0..9 in bytes, the first one lowest, joined to pairs, fours, and one number.
inline std::uint64_t join_eight(std::uint64_t digits) {
  digits = digits * 10 + (digits >> 8U);
  return (((digits & 0x000000ff000000ffU) * 0x000f424000000064U) +
          (((digits >> 16U) & 0x000000ff000000ffU) * 0x0000271000000001U)) >>
         32U;
}
// Not zero in bytes that are no digits after the exclusive or with '0': these have, with 6 added or as they are,
// something in their upper half.
inline std::uint64_t other_than_digits(std::uint64_t text) {
  return ((text + 0x0606060606060606U) | text) & 0xf0f0f0f0f0f0f0f0U;
}
inline constexpr std::uint64_t zeros_of_text = 0x3030303030303030U;

// The number that the next count bytes are, 1 to 8; nothing if one of them is no digit.
inline std::optional<std::uint32_t> join_digits(const char* p, std::size_t count) {
  // Zeros in front fill up to eight digits.
  const std::uint64_t text = (load_text(p) ^ zeros_of_text) << (64 - 8 * count);
  if (other_than_digits(text) != 0) return std::nullopt;
  return static_cast<std::uint32_t>(join_eight(text));
}

struct ScannedDigits {
  std::uint64_t value;
  std::uint32_t count;  // of digits; 0 if there is none, more than 15 if there are too many
};

// Up to eight digits.
inline ScannedDigits scan_eight_digits(const char* p) {
  const std::uint64_t text = load_text(p) ^ zeros_of_text;
  const std::uint64_t others = other_than_digits(text);
  if (others == 0) [[unlikely]]
    return {join_eight(text), 8};
  const auto count = static_cast<std::uint32_t>(std::countr_zero(others)) / 8;
  if (count == 0) return {0, 0};
  return {join_eight(text << (64 - 8 * count)), count};
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
