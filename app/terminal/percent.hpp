// SPDX-License-Identifier: Apache-2.0
// Shares as text.
#pragma once

#include <fmt/format.h>

#include <string>

namespace spinsack::cli {

[[nodiscard]] inline std::string percent(double share) {
  return fmt::format("{:.2f} %", 100 * share);
}

}  // namespace spinsack::cli
