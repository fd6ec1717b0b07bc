// SPDX-License-Identifier: Apache-2.0
// Writes the records of a study into its directory.
#pragma once

#include "core/growing_file.hpp"
#include "record/record.hpp"
#include "record/record_files.hpp"
#include "record/shard.hpp"
#include "record/study_origin.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace spinsack {

// The directory is made where it is missing. One writer at a time per shard, and none beside one that writes
// all.
class RecordWriter {
 public:
  // UsageError if the directory belongs to another plan, or if somebody else writes to it now; FileError if it
  // cannot be written.
  RecordWriter(const std::string& folder, const StudyOrigin& origin, std::size_t cells,
               const Shard& shard, const Remark& remark);
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  // In the file when this returns, and on the disk within half a second if more follow. FileError if there is
  // no room: then the file ends with the record before. Safe from any thread.
  void append(const CellRecord& record);
  void sync();

 private:
  std::optional<GrowingFile> lock_;  // of the directory
  std::optional<GrowingFile> file_;
  std::mutex mutex_;
  double synced_ = 0;
};

}  // namespace spinsack
