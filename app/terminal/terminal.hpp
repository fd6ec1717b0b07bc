// SPDX-License-Identifier: Apache-2.0
// What the terminal behind standard output can show.
#pragma once

#include <string>
#include <string_view>

namespace spinsack::cli {

struct Look {
  bool unicode = false;  // the locale says UTF-8
  bool colour = false;   // a terminal, and NO_COLOR is not set (https://no-color.org)
};

[[nodiscard]] Look look_of_output();

enum class Colour { bold, green, yellow, blue };
[[nodiscard]] std::string paint(std::string_view text, Colour colour, const Look& look);

}  // namespace spinsack::cli
