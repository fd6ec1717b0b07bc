// SPDX-License-Identifier: Apache-2.0
// Results over groups of instances.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/collected.hpp"

#include <vector>

namespace spinsack {

// Both need the points and the choice of the analysis.
[[nodiscard]] std::vector<GroupResult> group_results(const Analysis& analysis,
                                                     const Collected& data);
[[nodiscard]] std::vector<GroupResult> total_results(const Analysis& analysis,
                                                     const Collected& data);

}  // namespace spinsack
