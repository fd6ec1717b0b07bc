// SPDX-License-Identifier: Apache-2.0
// Mean gap against penalty strength, to look at.
#pragma once

#include "analysis/analysis.hpp"
#include "terminal/terminal.hpp"

#include <cstddef>
#include <string>

namespace spinsack::cli {

// A chart per n, strengths in equal steps and gaps on a logarithmic scale with zero below it. A point is drawn
// where every instance has a feasible run. Empty if no series has two such points.
[[nodiscard]] std::string gap_charts(const Analysis& analysis, std::size_t width, const Look& look);

}  // namespace spinsack::cli
