// SPDX-License-Identifier: Apache-2.0
// The record files of studies, and how they are found. The directory of a study holds
//
//   plan.toml             the plan, as it was given
//   study.json            its name, form and folder, and the number of cells
//   records.jsonl         what was done without shards, a line per cell
//   records-2of8.jsonl    what shard 2 of 8 did
//   lock                  held while somebody writes
#pragma once

#include "record/record.hpp"
#include "record/shard.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spinsack {

// Something about the records that a user should know: file, line and what is wrong.
using Remark = std::function<void(const std::string&)>;

using TakeRecord = std::function<void(CellRecord&&)>;

// Calls take with every good record of a record file, line by line, and remark with every line that is none.
// Memory is that of one record, however large the file.
void scan_record_file(const std::string& path, const TakeRecord& take, const Remark& remark);

// The same with all record files of a directory. FileError if it is none.
void scan_records(const std::string& folder, const TakeRecord& take, const Remark& remark);

// The same, with where each record stands.
struct RecordPlace {
  std::uint32_t file = 0;   // among record_files()
  std::uint32_t size = 0;   // of its line, without the end
  std::int64_t offset = 0;  // of its line
};
void scan_record_places(const std::string& folder,
                        const std::function<void(CellRecord&&, const RecordPlace&)>& take,
                        const Remark& remark);

// The record files of a directory, sorted. FileError if the directory cannot be read.
[[nodiscard]] std::vector<std::string> record_files(const std::string& folder);

// Whether a directory has record files, with or without a record in them.
[[nodiscard]] bool holds_records(const std::string& folder);

// The name of the file that a shard writes.
[[nodiscard]] std::string records_name(const Shard& shard);

// The directories of studies at a path: itself if it has a study.json or record files, otherwise all below
// it, sorted. Nothing is looked for inside a study, and links are followed, to each directory once. Empty if
// the path is no directory or has none; FileError if a directory cannot be read.
[[nodiscard]] std::vector<std::string> study_folders(const std::string& path);

}  // namespace spinsack
