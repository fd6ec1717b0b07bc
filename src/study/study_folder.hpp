// SPDX-License-Identifier: Apache-2.0
// The directory of a study and the plan that it was made for. record/record_files.hpp says what it holds.
#pragma once

#include "record/merge.hpp"
#include "record/study_origin.hpp"
#include "study/plan.hpp"

#include <string>
#include <vector>

namespace spinsack {

// What the directory of a study keeps of its plan.
[[nodiscard]] StudyOrigin origin_of(const Plan& plan);

// The plan that a directory was made for. FileError if it holds no study, InputError if study.json or the plan
// is not as it should be.
[[nodiscard]] Plan plan_of_folder(const std::string& folder);

// merge_records() in the order of the plans. Where a plan cannot be followed any more, as on another machine
// that lacks its instances, or by a version that calls a parameter something else, remark is told, and cells
// come in the order of their names: records say all that a database needs.
[[nodiscard]] MergeSummary merge_studies(const std::vector<std::string>& folders,
                                         const std::string& path, const Remark& remark);

}  // namespace spinsack
