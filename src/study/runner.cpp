// SPDX-License-Identifier: Apache-2.0
#include "study/runner.hpp"

#include "core/stopwatch.hpp"
#include "core/worker_pool.hpp"
#include "study/ledger.hpp"

#include <fmt/format.h>

#include <map>

namespace spinsack {

StudyStatus status_of(const std::string& folder, const std::vector<Cell>& cells) {
  StudyStatus status;
  status.cells = cells.size();
  std::set<std::string_view> known;
  for (const Cell& cell : cells) known.insert(cell.id);
  std::map<std::string, std::string> failed;
  scan_records(
      folder,
      [&](CellRecord&& record) {
        if (!known.contains(record.cell)) {
          ++status.unplanned;
        } else if (!record.error.empty()) {
          failed[record.cell] =
              fmt::format("{} with {}: {}", record.instance.name, record.label, record.error);
        } else if (status.finished.insert(record.cell).second) {
          status.runs += static_cast<std::int64_t>(record.runs.size());
          for (const RunRecord& run : record.runs) status.seconds += run.seconds;
        }
      },
      [&](const std::string& remark) {
        ++status.damaged;
        status.remarks.push_back(remark);
      });
  status.done = status.finished.size();
  for (const auto& [cell, error] : failed)
    if (!status.finished.contains(cell)) status.failures.push_back(error);
  status.failing = status.failures.size();
  return status;
}

StudySummary run_study(const Plan& plan, const std::vector<Cell>& cells,
                       const StudyRequest& request) {
  Ledger ledger(plan, cells, request);
  const std::vector<const Cell*>& missing = ledger.missing();
  const auto do_cells = [&] {
    run_jobs(request.threads, static_cast<std::int64_t>(missing.size()), [&](std::int64_t job) {
      if (request.interrupted != nullptr && *request.interrupted) return false;
      const Cell& cell = *missing[static_cast<std::size_t>(job)];
      const Stopwatch watch;
      const std::optional<CellRecord> record = run_cell(cell, plan, request.interrupted);
      if (record) ledger.enter(cell, *record, watch.seconds());
      return record.has_value();
    });
  };
  // A thread keeps the instance of its last cell for the next one. On threads of their own, cells of this run
  // never meet what an earlier run of the caller's thread kept.
  WorkerPool own(1, do_cells);
  if (own.size() == 0) do_cells();
  own.join();
  return ledger.close();
}

}  // namespace spinsack
