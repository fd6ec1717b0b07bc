// SPDX-License-Identifier: Apache-2.0
// What `study` tells about a campaign.
#pragma once

#include "study/runner.hpp"
#include "study/status.hpp"

#include <string>

namespace spinsack::cli {

[[nodiscard]] std::string bytes_text(double bytes);  // as people say it: 12 kB, 3.4 MB

// Of the cells that the shard owns.
[[nodiscard]] std::string estimate_text(const Plan& plan, const std::vector<Cell>& cells,
                                        const Shard& shard, int threads);
[[nodiscard]] std::string progress_text(const StudyProgress& progress);
[[nodiscard]] std::string summary_text(const StudySummary& summary, const std::string& folder);
[[nodiscard]] std::string status_text(const StudyStatus& status, const std::string& folder);
[[nodiscard]] std::string status_json(const StudyStatus& status, const std::string& folder);

}  // namespace spinsack::cli
