// SPDX-License-Identifier: Apache-2.0
#include "study/ledger.hpp"

#include "study/status.hpp"
#include "study/study_folder.hpp"

#include <fmt/format.h>

#include <utility>

namespace spinsack {

Ledger::Ledger(const Plan& plan, const std::vector<Cell>& cells, const StudyRequest& request)
    : request_(&request),
      writer_(
          request.folder, origin_of(plan), cells.size(), request.shard,
          request.remark ? request.remark : [](const std::string&) {}) {
  StudyStatus before = status_of(request.folder, cells);
  if (request.remark) {
    for (const std::string& line : before.remarks)
      request.remark(
          line + (before.left() > 0 ? "; its cell is done again" : "; its cell was done again"));
    if (before.damaged > before.remarks.size())
      request.remark(fmt::format("{}: {} more damaged lines", request.folder,
                                 before.damaged - before.remarks.size()));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!request.shard.owns(i)) continue;
    if (before.finished[i]) {
      ++before_;
    } else {
      missing_.push_back(&cells[i]);
      pace_.expect(cells[i]);
    }
  }
  cut_short_ = std::move(before.cut_short);
  progress_.cells = missing_.size();
}

void Ledger::enter(const Cell& cell, const CellRecord& record, double seconds) {
  writer_.append(record);
  const std::scoped_lock lock(mutex_);
  pace_.done(cell, seconds);
  ++(record.error.empty() ? progress_.done : progress_.failed);
  std::string error = record.error;
  if (error.empty())
    for (const RunRecord& run : record.runs)
      if (!run.error.empty()) {
        ++progress_.unanswered;
        error = run.error;
      }
  if (!error.empty() && request_->remark)
    request_->remark(
        fmt::format("{} with {}: {}", cell.instance->record.name, cell.setting->label, error));
  if (!request_->progress) return;
  progress_.elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  progress_.remaining = pace_.remaining_seconds() / request_->threads;
  request_->progress(progress_);
}

StudySummary Ledger::close() {
  writer_.sync();
  const std::scoped_lock lock(mutex_);
  return {.done = progress_.done,
          .failed = progress_.failed,
          .unanswered = progress_.unanswered,
          .before = before_,
          .left = missing_.size() - progress_.done - progress_.failed,
          .interrupted = request_->interrupted != nullptr && *request_->interrupted};
}

}  // namespace spinsack
