// SPDX-License-Identifier: Apache-2.0
// What the system says about a call that failed.
#pragma once

#include "core/error.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <system_error>

namespace spinsack {

// In words, for a value of errno: "No space left on device".
[[nodiscard]] inline std::string system_reason(int error) {
  return std::generic_category().message(error);
}

// FileError such as "a.txt: cannot open: No such file or directory".
[[noreturn]] inline void file_failure(std::string_view name, std::string_view action, int error) {
  throw FileError(fmt::format("{}: cannot {}: {}", name, action, system_reason(error)));
}

}  // namespace spinsack
