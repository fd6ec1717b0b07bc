// SPDX-License-Identifier: Apache-2.0
// Laws behind the results: how stages grow with n, and what the best strength depends on.
#pragma once

#include "analysis/analysis.hpp"

#include <vector>

namespace spinsack {

[[nodiscard]] bool is_paper_greedy(const Series& series);

// Both need the points and the choice of the analysis. A stage that takes no time has no law.
[[nodiscard]] std::vector<StagePowerLaw> stage_power_laws(const Analysis& analysis);
[[nodiscard]] std::vector<PenaltyRegression> penalty_regressions(const Analysis& analysis);

}  // namespace spinsack
