// SPDX-License-Identifier: Apache-2.0
// Does what is missing of a study, on several threads, one cell per thread.
#pragma once

#include "record/record_files.hpp"
#include "record/shard.hpp"
#include "study/cell.hpp"
#include "study/machine_desk.hpp"
#include "study/plan.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace spinsack {

struct StudyProgress {
  std::size_t cells = 0;  // to do here, in this run
  std::size_t done = 0;
  std::size_t failed = 0;
  std::size_t unanswered = 0;  // runs of cells that are done: a machine did not answer in time
  double elapsed = 0;          // seconds
  double remaining = 0;        // estimated
};

struct StudyRequest {
  std::string folder;
  int threads = 1;
  Shard shard = {};
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const StudyProgress&)> progress = {};  // one call at a time
  Remark remark = {};                                       // damaged lines and the like
  FindBudget budget = described_budget;                     // of real machines
};

struct StudySummary {
  std::size_t done = 0;                                     // now
  std::size_t failed = 0;                                   // now
  std::size_t unanswered = 0;                               // runs of those that are done now
  std::size_t before = 0;                                   // done already
  std::size_t left = 0;                                     // of this shard
  std::map<std::string, MachineError> ended_machines = {};  // by name: why their cells were left
  bool interrupted = false;
};

// FileError if records cannot be written, MachineError if a machine cannot be asked at all, for want of a token or
// because of an option: what was recorded stays. A machine without quota or budget ends its own cells only.
[[nodiscard]] StudySummary run_study(const Plan& plan, const std::vector<Cell>& cells,
                                     const StudyRequest& request);

}  // namespace spinsack
