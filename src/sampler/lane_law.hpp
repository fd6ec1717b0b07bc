// SPDX-License-Identifier: Apache-2.0
// The law by which lanes accept a flip that costs 2 unit a, a > 0: if U < p = exp(-2 unit a / T) with U uniform. U is
// a binary fraction whose digits are drawn as far as the comparison needs them: 16 from the common streams for byte
// lanes and 32 for wider ones, and only where they are equal to those of p another 32, from the lane's own stream. So p
// is rounded down to a multiple of 2^-48 or 2^-64, and nothing else about the law is approximate: p itself is a product
// of at most 127 factors in double precision, or portable_exp.
#pragma once

#include "core/rng.hpp"

#include <array>
#include <cstdint>

namespace spinsack {

// For byte lanes: the digits of p(a) for a = 0 .. 127.
struct ByteLaw {
  ByteLaw(double unit, double temperature, std::int64_t reach);

  alignas(64) std::array<std::uint8_t, 128> first{};   // p's digits 1 to 8
  alignas(64) std::array<std::uint8_t, 128> second{};  // 9 to 16
  std::array<std::uint32_t, 128> rest{};               // 17 to 48
  int tables = 1;  // of 16 entries; all later entries of first, second and rest are zero
};

// The same for one lane alone: the first 16 digits of p by the byte a, and more than any digits where a <= 0.
struct ByteDigitsKnown {
  explicit ByteDigitsKnown(const ByteLaw& byte_law);
  const ByteLaw* law;
  std::array<std::uint32_t, 256> digits{};
};

// For wider lanes. cost = 2 unit a / T > 0; word: the 32 digits from the common streams. From `hopeless` on all digits
// of p are zero, and none of the lane's own is drawn.
inline constexpr double hopeless = 45;
[[nodiscard]] bool accepts(double cost, std::uint32_t word, Rng& own);

}  // namespace spinsack
