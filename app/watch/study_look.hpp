// SPDX-License-Identifier: Apache-2.0
// What a directory of records holds at one moment, ready for the page: how far each study is, and the analysis of all
// records. One pass over the records gives both.
#pragma once

#include "analysis/analysis.hpp"
#include "study/estimate.hpp"
#include "study/plan.hpp"
#include "study/recent_work.hpp"
#include "study/status.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace spinsack::cli {

struct WatchedStudy {
  std::string title;
  std::int64_t records = 0;
  std::int64_t last_written = 0;      // seconds since 1970 at which a record file was
  std::optional<StudyStatus> status;  // nothing if the plan cannot be followed
  std::optional<RecentWork::Speed> speed;
  double core_seconds_left = 0;

  // From what cells of the same kind took, and how many were done at a time.
  std::optional<double> seconds_left() const;
};

struct StudyLook {
  std::vector<WatchedStudy> studies;
  std::string data;  // JSON for the page; empty if there are no records
};

// What would be read: name, size, time and number of each file. Equal for as long as nothing changes.
using FilesSeen = std::vector<std::string>;

class StudyWatcher {
 public:
  // A directory of a study, or of such directories, as report takes them. clock outlives the watcher.
  StudyWatcher(std::string path, const AnalysisClock& clock)
      : path_(std::move(path)), clock_(&clock) {}

  const std::string& path() const { return path_; }

  // FileError if there is no directory any more, or none that can be read.
  [[nodiscard]] FilesSeen files() const;
  // FileError as above. Nothing is written, locked or waited for.
  [[nodiscard]] StudyLook look();

 private:
  // A plan and all its cells, which are read once.
  struct Planned {
    FilesSeen files;  // that it was made from
    std::string fault;
    Plan plan;
    std::vector<Cell> cells;
    Pace pace;  // with none of them done
  };
  const Planned& planned(const std::string& folder);
  WatchedStudy read(const std::string& folder, Analyst& analyst);

  std::string path_;
  const AnalysisClock* clock_;
  std::map<std::string, Planned> plans_;  // by directory
};

}  // namespace spinsack::cli
