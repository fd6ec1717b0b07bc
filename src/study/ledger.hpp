// SPDX-License-Identifier: Apache-2.0
// The books of one run of a study: what is missing when it starts, and each record as it comes in. Whoever
// hands out the cells, to threads or to other machines, keeps one.
#pragma once

#include "record/record_writer.hpp"
#include "study/estimate.hpp"
#include "study/runner.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace spinsack {

class Ledger {
 public:
  // Opens the directory of the request for writing. Errors as for RecordWriter. plan, cells and request
  // outlive the ledger.
  Ledger(const Plan& plan, const std::vector<Cell>& cells, const StudyRequest& request);

  // The cells to do now, in the order of the plan.
  const std::vector<const Cell*>& missing() const { return missing_; }

  // Writes the record of one of them and tells about the progress. Safe from any thread.
  void enter(const Cell& cell, const CellRecord& record, double seconds);

  // Writes what a machine answered in a cell that is left for another time.
  void keep(const CellRecord& record) { writer_.append(record); }
  // Such a record from an earlier time, or null.
  const CellRecord* cut_short(const Cell& cell) const {
    const auto found = cut_short_.find(cell.id.text());
    return found == cut_short_.end() ? nullptr : &found->second;
  }

  // Everything entered is on the disk when this returns.
  [[nodiscard]] StudySummary close();

 private:
  using Clock = std::chrono::steady_clock;

  const StudyRequest* request_;
  RecordWriter writer_;
  std::size_t before_ = 0;
  std::vector<const Cell*> missing_;
  std::map<std::string, CellRecord> cut_short_;  // by cell
  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // guards what follows
  Pace pace_;
  StudyProgress progress_;
};

}  // namespace spinsack
