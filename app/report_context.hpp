// SPDX-License-Identifier: Apache-2.0
// What a report says about its records besides their numbers: how to repeat them, and what is missing.
#pragma once

#include "analysis/analysis.hpp"
#include "report/page.hpp"

#include <string>
#include <vector>

namespace spinsack::cli {

// paths: where the records came from; sets: the names of these.
[[nodiscard]] ReportContext report_context(const Analysis& analysis,
                                           const std::vector<std::string>& paths,
                                           const std::vector<std::string>& sets);

}  // namespace spinsack::cli
