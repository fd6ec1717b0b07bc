// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace spinsack {

inline constexpr std::uint32_t replacement_character = 0xFFFD;

// The character at the beginning of a text, or what stands there instead of one.
struct Utf8Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // of the character; if it is none, of the broken part, at least 1
  bool good = false;
};
[[nodiscard]] Utf8Character first_character(std::string_view text);  // text is not empty

void append_utf8(std::string& text, std::uint32_t code);

}  // namespace spinsack
