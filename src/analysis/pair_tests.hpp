// SPDX-License-Identifier: Apache-2.0
// Which series is better, paired by instance.
#pragma once

#include "analysis/analysis.hpp"

#include <vector>

namespace spinsack {

// By series and other. Needs the points and the choice of the analysis.
[[nodiscard]] std::vector<PairTest> pair_tests(const Analysis& analysis);

}  // namespace spinsack
