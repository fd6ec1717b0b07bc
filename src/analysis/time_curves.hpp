// SPDX-License-Identifier: Apache-2.0
// Who is how fast: profiles over instances, targets over runs, gaps over time.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/collected.hpp"

#include <vector>

namespace spinsack {

// All need the points and the choice of the analysis. Profiles need two series to compare.
[[nodiscard]] std::vector<ProfileCurve> profile_curves(const Analysis& analysis);
[[nodiscard]] std::vector<TargetCurve> target_curves(const Analysis& analysis);
[[nodiscard]] std::vector<TraceCurve> trace_curves(const Analysis& analysis, const Collected& data);

}  // namespace spinsack
