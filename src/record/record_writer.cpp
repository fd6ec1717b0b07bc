// SPDX-License-Identifier: Apache-2.0
#include "record/record_writer.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

namespace spinsack {
namespace {

namespace fs = std::filesystem;
constexpr double sync_interval = 0.5;  // seconds

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

RecordWriter::RecordWriter(const std::string& folder, const StudyOrigin& origin, std::size_t cells,
                           const Shard& shard, const Remark& remark) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault)
    throw FileError(fmt::format("{}: cannot make the directory: {}", folder, fault.message()));
  // Shards share the directory with each other, and with nobody who writes all.
  lock_.emplace((fs::path(folder) / "lock").string());
  if (!lock_->lock(shard.whole() ? GrowingFile::Sharing::alone : GrowingFile::Sharing::with_others))
    throw UsageError(fmt::format("{}: another runner is writing to this directory", folder));
  if (holds_study(folder))
    refuse_another_plan(folder, origin);
  else
    write_study_origin(folder, origin, cells);
  file_.emplace((fs::path(folder) / records_name(shard)).string());
  if (!file_->lock(GrowingFile::Sharing::alone))
    throw UsageError(fmt::format("{}: another runner is writing to this file", file_->path()));
  if (const std::int64_t dropped = file_->drop_unfinished_line(); dropped > 0)
    remark(fmt::format("{}: dropped an unfinished record of {} bytes at the end", file_->path(),
                       dropped));
}

RecordWriter::~RecordWriter() {
  try {
    sync();
  } catch (const FileError&) {  // whoever wants to know calls sync() before
  }
}

void RecordWriter::append(const CellRecord& record) {
  const std::string line = record_line(record) + '\n';
  const std::scoped_lock lock(mutex_);
  file_->append(line, "a record");
  if (now() - synced_ < sync_interval) return;
  file_->sync("a record");
  synced_ = now();
}

void RecordWriter::sync() {
  const std::scoped_lock lock(mutex_);
  file_->sync("the records");
}

}  // namespace spinsack
