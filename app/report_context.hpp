// SPDX-License-Identifier: Apache-2.0
// What a report says about its records besides their numbers: how to repeat them, and what is missing.
#pragma once

#include "analysis/analysis.hpp"
#include "report/page.hpp"
#include "study/plan.hpp"
#include "study/status.hpp"

#include <functional>
#include <string>
#include <vector>

namespace spinsack::cli {

// What a plan calls itself, and whether it is its quick form.
[[nodiscard]] std::string plan_title(const Plan& plan);

// How far the study in a directory is.
using StatusOf = std::function<StudyStatus(const std::string& folder, const Plan& plan)>;
[[nodiscard]] StudyStatus status_now(const std::string& folder, const Plan& plan);

// paths: where the records came from; sets: the names of these.
[[nodiscard]] ReportContext report_context(const Analysis& analysis,
                                           const std::vector<std::string>& paths,
                                           const std::vector<std::string>& sets,
                                           const StatusOf& status = status_now);

}  // namespace spinsack::cli
