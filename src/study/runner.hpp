// SPDX-License-Identifier: Apache-2.0
// Does what is missing of a study, on several threads, one cell per thread.
#pragma once

#include "study/cell.hpp"
#include "study/folder.hpp"
#include "study/plan.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace spinsack {

struct StudyStatus {
  std::size_t cells = 0;              // of the plan
  std::size_t done = 0;               // with a good record
  std::size_t failing = 0;            // whose only records hold an error
  std::size_t damaged = 0;            // lines that are no records
  std::size_t unplanned = 0;          // records of cells that the plan does not have
  std::set<std::string> finished;     // names of the done
  std::vector<std::string> failures;  // cell and error
  std::vector<std::string> remarks;   // damaged lines
  double seconds = 0;                 // of all runs
  std::int64_t runs = 0;

  std::size_t left() const { return cells - done; }
};
[[nodiscard]] StudyStatus status_of(const std::string& folder, const std::vector<Cell>& cells);

struct StudyProgress {
  std::size_t cells = 0;  // to do here, in this run
  std::size_t done = 0;
  std::size_t failed = 0;
  double elapsed = 0;    // seconds
  double remaining = 0;  // estimated
};

struct StudyRequest {
  std::string folder;
  int threads = 1;
  Shard shard = {};
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const StudyProgress&)> progress = {};  // one call at a time
  Remark remark = {};                                       // damaged lines and the like
};

struct StudySummary {
  std::size_t done = 0;    // now
  std::size_t failed = 0;  // now
  std::size_t before = 0;  // done already
  std::size_t left = 0;    // of this shard
  bool interrupted = false;
};

// FileError if records cannot be written: what was recorded stays.
[[nodiscard]] StudySummary run_study(const Plan& plan, const std::vector<Cell>& cells,
                                     const StudyRequest& request);

}  // namespace spinsack
