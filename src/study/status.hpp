// SPDX-License-Identifier: Apache-2.0
// How far a study is.
#pragma once

#include "study/cell.hpp"
#include "study/spend_book.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spinsack {

struct StudyStatus {
  std::size_t cells = 0;       // of the plan
  std::size_t done = 0;        // with a good record
  std::size_t failing = 0;     // whose only records hold an error
  std::size_t damaged = 0;     // lines that are no records
  std::size_t unplanned = 0;   // records of cells that the plan does not have
  std::vector<bool> finished;  // by cell: whether it is done
  // Of the failing cells and the damaged lines those that are told one by one: all, or a thousand of each.
  std::vector<std::string> failures;  // cell and error
  std::vector<std::string> remarks;   // file, line and what is wrong
  std::map<std::string, CellRecord>
      cut_short;       // by name, of the failing cells those with answers of a machine
  double seconds = 0;  // of all runs
  std::int64_t runs = 0;
  std::int64_t unanswered = 0;                      // of the runs: a machine did not answer in time
  std::map<std::string, MachineSpending> spending;  // by real machine

  std::size_t left() const { return cells - done; }
};
[[nodiscard]] StudyStatus status_of(const std::string& folder, const std::vector<Cell>& cells);

// The same for who reads the records anyway: takes them one at a time. cells outlive the count.
class StatusCount {
 public:
  explicit StatusCount(const std::vector<Cell>& cells);
  ~StatusCount();
  StatusCount(const StatusCount&) = delete;
  StatusCount& operator=(const StatusCount&) = delete;

  // The cell that is done by this record; null if the record is of no cell, of one that was done before, or says that
  // it failed.
  const Cell* add(const CellRecord& record);
  void add_damaged(const std::string& remark);  // a line that is no record
  [[nodiscard]] StudyStatus finish(const std::string& folder);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spinsack
