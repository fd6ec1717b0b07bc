// SPDX-License-Identifier: Apache-2.0
// What the directory of a study says about the plan that it was made for: study.json and plan.toml.
#pragma once

#include <cstddef>
#include <string>

namespace spinsack {

struct StudyOrigin {
  std::string name;          // of the plan
  std::string form;          // full or quick
  std::string folder;        // that its relative files start from
  std::string text;          // of the plan
  bool names_files = false;  // its instances are files, so that the folder matters
  std::string machine = {};  // that takes the place of its samplers; empty for none
};

// FileError if the directory holds no study, InputError if study.json is not as it should be. Whether the plan
// names files is not read.
[[nodiscard]] StudyOrigin read_study_origin(const std::string& folder);

// Writes both files, study.json last: it says that the directory is complete.
void write_study_origin(const std::string& folder, const StudyOrigin& origin, std::size_t cells);

// Whether a study.json is there.
[[nodiscard]] bool holds_study(const std::string& folder);

// UsageError if the directory, which holds a study, belongs to another plan, to the same text under another
// name, or to one that finds its instance files elsewhere: cells are named after the plan and the content of
// its instances, so that the same text is not enough.
void refuse_another_plan(const std::string& folder, const StudyOrigin& origin);

}  // namespace spinsack
