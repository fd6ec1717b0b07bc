// SPDX-License-Identifier: Apache-2.0
#include "study/runner.hpp"

#include "core/stopwatch.hpp"
#include "core/worker_pool.hpp"
#include "study/ledger.hpp"
#include "study/machine_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

namespace spinsack {
namespace {

// One run of a study, on threads of its own.
class StudyRun {
 public:
  StudyRun(const Plan& plan, const StudyRequest& request, Ledger& ledger)
      : plan_(&plan), request_(&request), ledger_(&ledger), cells_(ledger.missing()) {
    if (std::ranges::all_of(cells_, [](const Cell* cell) { return machine_of(*cell).empty(); }))
      return;
    desk_.emplace(request.folder, request.budget);
    // What was paid for comes first.
    std::stable_partition(cells_.begin(), cells_.end(),
                          [&](const Cell* cell) { return desk_->has_open_job(*cell); });
  }

  void run() {
    run_jobs(request_->threads, static_cast<std::int64_t>(cells_.size()), [&](std::int64_t job) {
      if (stopped()) return false;
      return do_cell(*cells_[static_cast<std::size_t>(job)]);
    });
    if (failure_) std::rethrow_exception(failure_);
  }

  std::map<std::string, MachineError> ended_machines() const {
    std::map<std::string, MachineError> ended;
    for (const Cell* const cell : cells_) {
      const std::string machine = machine_of(*cell);
      if (machine.empty() || ended.contains(machine)) continue;
      if (const auto why = desk_->ended(machine)) ended.emplace(machine, *why);
    }
    return ended;
  }

 private:
  bool stopped() {
    if (request_->interrupted != nullptr && *request_->interrupted) return true;
    const std::scoped_lock lock(mutex_);
    return failure_ != nullptr;
  }

  // Whether to go on with others.
  bool do_cell(const Cell& cell) {
    const std::string machine = machine_of(cell);
    if (!machine.empty() && desk_->ended(machine) && !desk_->has_open_job(cell)) return true;
    const Stopwatch watch;
    const MachineAccount account = machine.empty() ? MachineAccount{} : desk_->account_of(cell);
    const CellOutcome outcome =
        run_cell(cell, *plan_, request_->interrupted, account, ledger_->cut_short(cell));
    if (outcome.record && outcome.cut_short)
      ledger_->keep(*outcome.record);
    else if (outcome.record)
      ledger_->enter(cell, *outcome.record, watch.seconds());
    if (outcome.wrong_energies > 0 && request_->remark)
      request_->remark(fmt::format("machine '{}' told {} wrong energies of {}; ours count", machine,
                                   outcome.wrong_energies, cell.instance->record.name));
    if (outcome.record && !outcome.cut_short && outcome.record->error.empty() && desk_)
      desk_->recorded(cell);
    return outcome.machine_end ? goes_on_without(machine, *outcome.machine_end)
                               : outcome.record.has_value();
  }

  bool goes_on_without(const std::string& machine, const MachineError& error) {
    desk_->end(machine, error);
    if (error.fault() == MachineFault::quota || error.fault() == MachineFault::budget) return true;
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::make_exception_ptr(error);
    return false;
  }

  const Plan* plan_;
  const StudyRequest* request_;
  Ledger* ledger_;
  std::vector<const Cell*> cells_;
  std::optional<MachineDesk> desk_;  // where real machines are asked
  std::mutex mutex_;
  std::exception_ptr failure_;  // guarded by the mutex: what ends the whole study
};

}  // namespace

StudySummary run_study(const Plan& plan, const std::vector<Cell>& cells,
                       const StudyRequest& request) {
  Ledger ledger(plan, cells, request);
  StudyRun run(plan, request, ledger);
  const auto do_cells = [&] { run.run(); };
  // A thread keeps the instance of its last cell for the next one. On threads of their own, cells of this run
  // never meet what an earlier run of the caller's thread kept.
  WorkerPool own(1, do_cells);
  if (own.size() == 0) do_cells();
  own.join();
  StudySummary summary = ledger.close();
  summary.ended_machines = run.ended_machines();
  return summary;
}

}  // namespace spinsack
