// SPDX-License-Identifier: Apache-2.0
#include "record/hex_bits.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

namespace spinsack {

std::string hex_bits(BitView bits) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text((bits.size() + 3) / 4, '0');
  for (std::size_t d = 0; d < text.size(); ++d) {
    unsigned value = 0;
    for (std::size_t b = 0; b < 4; ++b)
      value = 2 * value + (4 * d + b < bits.size() && bits[4 * d + b] != 0 ? 1U : 0U);
    text[d] = digits[value];
  }
  return text;
}

Bits bits_of_hex(std::string_view digits, Index n) {
  if (digits.size() != (at(n) + 3) / 4)
    throw InputError(fmt::format("expected {} hexadecimal digits for {} bits, found {}",
                                 (at(n) + 3) / 4, n, digits.size()));
  Bits bits(at(n));
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const char c = digits[i / 4];
    const bool decimal = c >= '0' && c <= '9';
    if (!decimal && (c < 'a' || c > 'f'))
      throw InputError(fmt::format("expected hexadecimal digits, found {}", quote(digits)));
    const int value = decimal ? c - '0' : c - 'a' + 10;
    bits[i] = static_cast<std::uint8_t>((value >> (3 - i % 4)) & 1);
  }
  return bits;
}

}  // namespace spinsack
