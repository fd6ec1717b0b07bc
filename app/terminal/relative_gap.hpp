// SPDX-License-Identifier: Apache-2.0
// How far a value is below another, as a share of that one, and shares as text.
#pragma once

#include "core/types.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace spinsack::cli {

[[nodiscard]] inline double relative_gap(Profit upper, Profit value) {
  if (upper == value) return 0;
  return static_cast<double>(upper - value) / std::fabs(static_cast<double>(upper));
}

[[nodiscard]] inline std::string percent(double share) {
  return fmt::format("{:.2f} %", 100 * share);
}

}  // namespace spinsack::cli
