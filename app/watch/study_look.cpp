// SPDX-License-Identifier: Apache-2.0
#include "watch/study_look.hpp"

#include "analysis_page.hpp"
#include "core/error.hpp"
#include "record/record_files.hpp"
#include "report_context.hpp"
#include "study/study_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sys/stat.h>

namespace spinsack::cli {
namespace {

namespace fs = std::filesystem;

// "name size seconds nanoseconds inode"; only the name for a file that is not there.
std::string file_seen(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return path;
  return fmt::format("{} {} {} {} {}", path, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ino);
}

std::int64_t last_written(const std::string& folder) {
  std::int64_t last = 0;
  for (const std::string& file : record_files(folder)) {
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0)
      last = std::max<std::int64_t>(last, status.st_mtim.tv_sec);
  }
  return last;
}

FilesSeen plan_files(const std::string& folder) {
  const fs::path place(folder);
  return {file_seen((place / "study.json").string()), file_seen((place / "plan.toml").string())};
}

std::vector<std::string> watched_folders(const std::string& path) {
  std::error_code unreadable;
  if (!fs::is_directory(path, unreadable))
    throw FileError(fmt::format("{}: there is no such directory", path));
  return study_folders(path);
}

}  // namespace

std::optional<double> WatchedStudy::seconds_left() const {
  if (!status || !speed) return std::nullopt;
  if (status->left() == 0) return 0;
  if (speed->at_once > 0 && core_seconds_left > 0) return core_seconds_left / speed->at_once;
  return static_cast<double>(status->left()) / speed->cells_per_second;
}

FilesSeen StudyWatcher::files() const {
  FilesSeen seen;
  for (const std::string& folder : watched_folders(path_)) {
    std::ranges::move(plan_files(folder), std::back_inserter(seen));
    for (const std::string& file : record_files(folder)) seen.push_back(file_seen(file));
    seen.push_back(file_seen((fs::path(folder) / "spend.jsonl").string()));
  }
  return seen;
}

const StudyWatcher::Planned& StudyWatcher::planned(const std::string& folder) {
  const FilesSeen files = plan_files(folder);
  Planned& known = plans_[folder];
  if (known.files == files) return known;
  known = Planned{.files = files, .fault = {}, .plan = {}, .cells = {}, .pace = {}};
  try {
    known.plan = plan_of_folder(folder);
    known.cells = cells_of(known.plan);
    for (const Cell& cell : known.cells) known.pace.expect(cell);
  } catch (const Error& error) {  // the records are good all the same
    known.fault = error.what();
    known.cells.clear();
  }
  return known;
}

WatchedStudy StudyWatcher::read(const std::string& folder, Analyst& analyst) {
  const Planned& known = planned(folder);
  WatchedStudy study;
  StatusCount count(known.cells);
  RecentWork recent;
  Pace pace = known.pace;
  scan_records(
      folder,
      [&](CellRecord&& record) {
        analyst.add(record);
        if (study.title.empty()) study.title = record.study;
        ++study.records;
        const Cell* const done = count.add(record);
        if (done == nullptr) return;
        recent.add(record);
        double seconds = 0;
        for (const RunRecord& run : record.runs) seconds += run.seconds;
        pace.done(*done, seconds);
      },
      [&](const std::string& remark) { count.add_damaged(remark); });
  study.last_written = last_written(folder);
  study.speed = recent.speed();
  if (!known.fault.empty()) return study;
  study.title = plan_title(known.plan);
  study.status = count.finish(folder);
  study.core_seconds_left = pace.remaining_seconds();
  return study;
}

StudyLook StudyWatcher::look() {
  StudyLook seen;
  Analyst analyst(*clock_, nouns_of);
  std::map<std::string, const StudyStatus*> statuses;
  const std::vector<std::string> folders = watched_folders(path_);
  std::erase_if(plans_, [&](const auto& known) {
    return std::ranges::find(folders, known.first) == folders.end();
  });
  seen.studies.reserve(folders.size());
  std::int64_t records = 0;
  for (const std::string& folder : folders) {
    seen.studies.push_back(read(folder, analyst));
    records += seen.studies.back().records;
    if (seen.studies.back().status) statuses[folder] = &*seen.studies.back().status;
  }
  if (records == 0) return seen;
  const Analysis analysis = analyst.finish();
  seen.data = live_page_data(analysis, report_context(analysis, {path_}, {""},
                                                      [&](const std::string& folder, const Plan&) {
                                                        const auto found = statuses.find(folder);
                                                        if (found == statuses.end())
                                                          throw FileError(plans_[folder].fault);
                                                        return *found->second;
                                                      }));
  return seen;
}

}  // namespace spinsack::cli
