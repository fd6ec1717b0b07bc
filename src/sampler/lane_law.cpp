// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_law.hpp"

#include "core/portable_math.hpp"

#include <algorithm>

namespace spinsack {

ByteLaw::ByteLaw(double unit, double temperature, std::int64_t reach) {
  const double ratio = portable_exp(-2 * unit / temperature);
  double p = 1;
  for (std::int64_t a = 1; a <= reach; ++a) {
    p *= ratio;
    constexpr std::uint64_t largest = (std::uint64_t{1} << 48) - 1;  // where p rounds to 1
    const auto digits = std::min(static_cast<std::uint64_t>(p * 0x1p48), largest);
    if (digits == 0) break;
    const auto entry = static_cast<std::size_t>(a);
    first[entry] = static_cast<std::uint8_t>(digits >> 40);
    second[entry] = static_cast<std::uint8_t>(digits >> 32);
    rest[entry] = static_cast<std::uint32_t>(digits);
    tables = static_cast<int>(a / 16) + 1;
  }
}

ByteDigitsKnown::ByteDigitsKnown(const ByteLaw& byte_law) : law(&byte_law) {
  digits.fill(0x10000);
  for (std::size_t a = 1; a < law->first.size(); ++a)
    digits[a] = std::uint32_t{law->first[a]} << 8 | law->second[a];
}

bool accepts(double cost, std::uint32_t word, Rng& own) {
  if (cost >= hopeless) return false;
  const double p = portable_exp(-cost);
  const std::uint64_t digits = p < 1 ? static_cast<std::uint64_t>(p * 0x1p64) : ~std::uint64_t{0};
  const auto first = static_cast<std::uint32_t>(digits >> 32);
  return word != first ? word < first : own.bits32() < static_cast<std::uint32_t>(digits);
}

}  // namespace spinsack
