// SPDX-License-Identifier: Apache-2.0
// What `study` tells about a campaign.
#pragma once

#include "study/runner.hpp"
#include "study/status.hpp"

#include <string>
#include <vector>

namespace spinsack::cli {

[[nodiscard]] std::string duration_text(double seconds);  // 40 s, 12 min, 3.4 h, 2.1 days
[[nodiscard]] std::string bytes_text(double bytes);       // 12 kB, 3.4 MB

// Of the cells that the shard owns.
[[nodiscard]] std::string estimate_text(const Plan& plan, const std::vector<Cell>& cells,
                                        const Shard& shard, int threads);
[[nodiscard]] std::string progress_text(const StudyProgress& progress);
[[nodiscard]] std::string summary_text(const StudySummary& summary, const std::string& folder);
// What there is to say of a study, as names and words.
[[nodiscard]] std::vector<std::vector<std::string>> status_rows(const StudyStatus& status);
[[nodiscard]] std::string status_text(const StudyStatus& status, const std::string& folder);
[[nodiscard]] std::string status_json(const StudyStatus& status, const std::string& folder);

}  // namespace spinsack::cli
