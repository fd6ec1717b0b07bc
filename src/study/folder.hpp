// SPDX-License-Identifier: Apache-2.0
// The directory of a study. It holds
//
//   plan.toml             the plan, as it was given
//   study.json            its name, form and folder, and the number of cells
//   records.jsonl         what was done without shards, a line per cell
//   records-2of8.jsonl    what shard 2 of 8 did
//   lock                  held while somebody writes
//
// Record files only grow: a line is written whole or cut off again. Whatever ends the program, all lines
// before the last are good; a last line without its end is dropped when the file is next opened for writing.
#pragma once

#include "record/record.hpp"
#include "study/cell.hpp"
#include "study/plan.hpp"

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

struct Shard {
  int number = 1;  // 1..count
  int count = 1;

  bool whole() const { return count == 1; }
  bool owns(std::size_t cell) const {
    return cell % static_cast<std::size_t>(count) == static_cast<std::size_t>(number - 1);
  }
};
// "i/N" with 1 <= i <= N; UsageError otherwise.
[[nodiscard]] Shard parse_shard(std::string_view text);

// Something about the records that a user should know: file, line and what is wrong.
using Remark = std::function<void(const std::string&)>;

// Calls take with every good record of a record file, line by line, and remark with every line that is none.
void scan_record_file(const std::string& path, const std::function<void(CellRecord&&)>& take,
                      const Remark& remark);

// The same with all record files of a directory. FileError if it is none.
void scan_records(const std::string& folder, const std::function<void(CellRecord&&)>& take,
                  const Remark& remark);

// Whether a directory has record files, with or without a record in them.
[[nodiscard]] bool holds_records(const std::string& folder);

// The directories of studies at a path: itself if it has a study.json or record files, otherwise all below
// it, sorted. Nothing is looked for inside a study, and links are followed, to each directory once. Empty if
// the path is no directory or has none; FileError if a directory cannot be read.
[[nodiscard]] std::vector<std::string> study_folders(const std::string& path);

// The plan that a directory was made for. FileError if it holds no study, InputError if study.json is not as
// it should be.
[[nodiscard]] Plan plan_of_folder(const std::string& folder);

// Writes records into a directory, which is made where it is missing. One writer at a time per shard, and
// none beside one that writes all.
class RecordWriter {
 public:
  // UsageError if the directory belongs to another plan, to the same text under another name, or to one that
  // finds its instance files elsewhere, or if somebody else writes to it now; FileError if it cannot be
  // written.
  RecordWriter(const std::string& folder, const Plan& plan, std::size_t cells, const Shard& shard,
               const Remark& remark);
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  // In the file when this returns, and on the disk within half a second. FileError if there is no room: then
  // the file ends with the record before. Safe from any thread.
  void append(const CellRecord& record);
  void sync();

 private:
  void lock_folder(const Shard& shard);
  void open_records(const Shard& shard, const Remark& remark);

  std::string folder_;
  std::string path_;
  int lock_ = -1;
  int file_ = -1;
  std::mutex mutex_;
  std::int64_t size_ = 0;  // of the good part
  double synced_ = 0;
};

}  // namespace spinsack
