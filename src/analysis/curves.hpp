// SPDX-License-Identifier: Apache-2.0
// Results against the penalty strength.
#pragma once

#include "analysis/analysis.hpp"

#include <vector>

namespace spinsack {

// By series, n and strength. Needs the points of the analysis.
[[nodiscard]] std::vector<CurvePoint> strength_curves(const Analysis& analysis);

}  // namespace spinsack
