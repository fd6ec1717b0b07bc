// SPDX-License-Identifier: Apache-2.0
#include "record/hex_bits.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

std::string hex_labels(BitView labels) {
  const bool wide = std::ranges::any_of(labels, [](std::uint8_t label) { return label > 15; });
  std::string text;
  for (const std::uint8_t label : labels) text += fmt::format("{:0{}x}", label, wide ? 2 : 1);
  return text;
}

Bits labels_of_hex(std::string_view digits, Index n) {
  const std::size_t width = digits.size() == at(n) ? 1 : 2;
  if (digits.size() != width * at(n))
    throw InputError(fmt::format("expected one or two digits for each of {} labels, found {}", n,
                                 digits.size()));
  Bits labels(at(n));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const char* const begin = digits.data() + width * i;
    const auto [end, fault] = std::from_chars(begin, begin + width, labels[i], 16);
    if (fault != std::errc{} || end != begin + width)
      throw InputError(fmt::format("expected a hexadecimal digit, found {}",
                                   quote(digits.substr(width * i, width))));
  }
  return labels;
}

}  // namespace spinsack
