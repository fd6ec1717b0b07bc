// SPDX-License-Identifier: Apache-2.0
// How far a value is below another, as a share of that one.
#pragma once

#include "core/types.hpp"

#include <cmath>

namespace spinsack {

// (upper - value) / |upper|, and 0 where the two are equal, zero included.
[[nodiscard]] inline double relative_gap(Profit upper, Profit value) {
  if (upper == value) return 0;
  return static_cast<double>(upper - value) / std::fabs(static_cast<double>(upper));
}

}  // namespace spinsack
