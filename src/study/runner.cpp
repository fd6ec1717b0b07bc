// SPDX-License-Identifier: Apache-2.0
#include "study/runner.hpp"

#include "core/stopwatch.hpp"
#include "study/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

namespace spinsack {
namespace {

// Threads that take one cell after the other until there is none, an interrupt comes or a record cannot be
// written.
class Crew {
 public:
  Crew(const Plan& plan, Ledger& ledger, const StudyRequest& request)
      : plan_(&plan), ledger_(&ledger), request_(&request) {}

  void work() {
    {
      std::vector<std::jthread> threads;
      for (int t = 0; t < request_->threads; ++t) threads.emplace_back([this] { take_cells(); });
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool interrupted() const { return request_->interrupted != nullptr && *request_->interrupted; }

  void take_cells() {
    const std::vector<const Cell*>& todo = ledger_->missing();
    try {
      for (std::size_t i = next_++; i < todo.size() && !over_ && !interrupted(); i = next_++) {
        const Stopwatch watch;
        const std::optional<CellRecord> record = run_cell(*todo[i], *plan_, request_->interrupted);
        if (!record) return;
        ledger_->enter(*todo[i], *record, watch.seconds());
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      over_ = true;
    }
  }

  const Plan* plan_;
  Ledger* ledger_;
  const StudyRequest* request_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> over_{false};
  std::mutex mutex_;  // guards what follows
  std::exception_ptr failure_;
};

}  // namespace

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
          ++status.strange;
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
  Crew(plan, ledger, request).work();
  return ledger.close();
}

}  // namespace spinsack
