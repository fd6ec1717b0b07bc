// SPDX-License-Identifier: Apache-2.0
#include "study/runner.hpp"

#include "study/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

namespace spinsack {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Threads that take one cell after the other until there is none, an interrupt comes or a record cannot be
// written.
class Crew {
 public:
  Crew(const Plan& plan, std::vector<const Cell*> todo, RecordWriter& writer,
       const StudyRequest& request)
      : plan_(&plan), todo_(std::move(todo)), writer_(&writer), request_(&request) {
    for (const Cell* const cell : todo_) pace_.expect(*cell);
  }

  void work() {
    {
      std::vector<std::jthread> threads;
      for (int t = 0; t < request_->threads; ++t) threads.emplace_back([this] { take_cells(); });
    }
    writer_->sync();
    if (failure_) std::rethrow_exception(failure_);
  }
  std::size_t done() const { return progress_.done; }
  std::size_t failed() const { return progress_.failed; }

 private:
  bool interrupted() const { return request_->interrupted != nullptr && *request_->interrupted; }

  void take_cells() {
    try {
      for (std::size_t i = next_++; i < todo_.size() && !over_ && !interrupted(); i = next_++) {
        const auto start = Clock::now();
        const std::optional<CellRecord> record = run_cell(*todo_[i], *plan_, request_->interrupted);
        if (!record) return;
        writer_->append(*record);
        tell(*todo_[i], *record, seconds_since(start));
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      over_ = true;
    }
  }

  void tell(const Cell& cell, const CellRecord& record, double seconds) {
    const std::scoped_lock lock(mutex_);
    pace_.done(cell, seconds);
    ++(record.error.empty() ? progress_.done : progress_.failed);
    if (!record.error.empty() && request_->remark)
      request_->remark(
          fmt::format("{} with {}: {}", cell.instance->name, cell.setting->label, record.error));
    if (!request_->progress) return;
    progress_.cells = todo_.size();
    progress_.elapsed = seconds_since(start_);
    progress_.remaining = pace_.remaining_seconds() / request_->threads;
    request_->progress(progress_);
  }

  const Plan* plan_;
  std::vector<const Cell*> todo_;
  RecordWriter* writer_;
  const StudyRequest* request_;
  Clock::time_point start_ = Clock::now();
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> over_{false};
  std::mutex mutex_;  // guards what follows
  Pace pace_;
  StudyProgress progress_;
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
  const Remark remark = request.remark ? request.remark : [](const std::string&) {};
  RecordWriter writer(request.folder, plan, cells.size(), request.shard, remark);
  const StudyStatus before = status_of(request.folder, cells);
  for (const std::string& line : before.remarks) remark(line + "; its cell is done again");
  StudySummary summary;
  std::vector<const Cell*> todo;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!request.shard.owns(i)) continue;
    if (before.finished.contains(cells[i].id))
      ++summary.before;
    else
      todo.push_back(&cells[i]);
  }
  const std::size_t wanted = todo.size();
  Crew crew(plan, std::move(todo), writer, request);
  crew.work();
  summary.done = crew.done();
  summary.failed = crew.failed();
  summary.left = wanted - summary.done - summary.failed;
  summary.interrupted = request.interrupted != nullptr && *request.interrupted;
  return summary;
}

}  // namespace spinsack
