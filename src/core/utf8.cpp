// SPDX-License-Identifier: Apache-2.0
#include "core/utf8.hpp"

namespace spinsack {

// Overlong forms, halves of surrogate pairs and codes beyond U+10FFFF show in the second byte (Unicode,
// table 3-7). What is broken ends before the first byte that cannot go on.
Utf8Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  if (lead < 0xC2 || lead > 0xF4) return {replacement_character, 1, false};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    std::uint32_t low = 0x80;
    std::uint32_t high = 0xBF;
    if (k == 1) {
      if (lead == 0xE0) low = 0xA0;
      if (lead == 0xF0) low = 0x90;
      if (lead == 0xED) high = 0x9F;
      if (lead == 0xF4) high = 0x8F;
    }
    if (k == text.size() || byte(k) < low || byte(k) > high)
      return {replacement_character, k, false};
    code = code << 6 | (byte(k) & 0x3FU);
  }
  return {code, length, true};
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
}

}  // namespace spinsack
