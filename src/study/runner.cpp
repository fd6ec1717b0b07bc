// SPDX-License-Identifier: Apache-2.0
#include "study/runner.hpp"

#include "core/stopwatch.hpp"
#include "core/worker_pool.hpp"
#include "study/ledger.hpp"

#include <optional>
#include <vector>

namespace spinsack {

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
