// SPDX-License-Identifier: Apache-2.0
// Where the requests of a study to real machines go through: what was accepted before is fetched first, what does not
// fit the budget is not sent, and what is promised and paid is written down.
#pragma once

#include "machine/account.hpp"
#include "machine/machine_error.hpp"
#include "study/answer_shelf.hpp"
#include "study/cell.hpp"
#include "study/job_book.hpp"
#include "study/spend_book.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace spinsack {

// The real machine that a cell asks; empty if it asks none.
[[nodiscard]] std::string machine_of(const Cell& cell);

using FindBudget = std::function<MachineBudget(const std::string& machine)>;
// What machines.toml says. UsageError for a machine that it does not describe.
[[nodiscard]] MachineBudget described_budget(const std::string& machine);

class MachineDesk {
 public:
  // Nothing is written before a machine is asked.
  explicit MachineDesk(const std::string& folder, FindBudget budget = described_budget);

  // For the requests of one cell. The desk outlives it.
  [[nodiscard]] MachineAccount account_of(const Cell& cell);
  // Whether an answer waits to be fetched.
  [[nodiscard]] bool has_open_job(const Cell& cell) { return jobs_.has_open_job(cell.id.text()); }

  // The cell has its record, and what was kept for it is not needed any more.
  void recorded(const Cell& cell) { answers_.clear(cell.id.text()); }

  // No more requests to this machine, which ended them with this error.
  void end(const std::string& machine, const MachineError& error);
  // Why a machine is not asked any more. Answers that wait can still be fetched without budget or quota.
  [[nodiscard]] std::optional<MachineError> ended(const std::string& machine) const;

 private:
  std::optional<std::string> promise(const std::string& cell, const PlannedRequest& request);
  MachineBudget budget_of(const std::string& machine);
  std::optional<std::string> refuse(const std::string& cell, const PlannedRequest& request);
  void finish(const std::string& cell, const FinishedRequest& request);

  FindBudget budget_;
  JobBook jobs_;
  AnswerShelf answers_;
  SpendBook spending_;
  mutable std::mutex mutex_;
  std::map<std::string, MachineError> ended_;  // by machine
  std::map<std::string, MachineBudget> budgets_;
};

}  // namespace spinsack
