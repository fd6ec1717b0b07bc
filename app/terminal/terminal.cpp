// SPDX-License-Identifier: Apache-2.0
#include "terminal/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <unistd.h>

namespace spinsack::cli {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

// The first of these that is set decides, as in setlocale(3).
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale(variable(name));
    if (locale.empty()) continue;
    std::transform(locale.begin(), locale.end(), locale.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

int code(Colour colour) {
  switch (colour) {
    case Colour::bold:
      return 1;
    case Colour::green:
      return 32;
    case Colour::yellow:
      return 33;
    case Colour::blue:
      return 34;
  }
  return 0;
}

}  // namespace

Look look_of_output() {
  return {.unicode = locale_is_utf8(),
          .colour = ::isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() &&
                    variable("TERM") != "dumb"};
}

std::string paint(std::string_view text, Colour colour, const Look& look) {
  if (!look.colour) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code(colour), text);
}

}  // namespace spinsack::cli
