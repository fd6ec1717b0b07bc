// SPDX-License-Identifier: Apache-2.0
#include "mpi/cell_workers.hpp"

#include "core/stopwatch.hpp"

namespace spinsack::cli {

CellWorkers::CellWorkers(const Plan& plan, int threads)
    : plan_(&plan), pool_(threads, [this] { work(); }) {}

CellWorkers::~CellWorkers() {
  stop();
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  given_.notify_all();
}

void CellWorkers::give(const Cell& cell) {
  ++busy_;
  {
    const std::scoped_lock lock(mutex_);
    cells_.push_back(&cell);
  }
  given_.notify_one();
}

std::optional<CellWorkers::Made> CellWorkers::take() {
  std::unique_lock lock(mutex_);
  if (pool_.size() == 0) work_on_next(lock);
  if (failure_) std::rethrow_exception(failure_);
  if (made_.empty()) return std::nullopt;
  Made made = std::move(made_.front());
  made_.pop_front();
  --busy_;
  return made;
}

void CellWorkers::work() {
  for (std::unique_lock lock(mutex_);;) {
    given_.wait(lock, [this] { return over_ || !cells_.empty(); });
    if (cells_.empty()) return;
    work_on_next(lock);
  }
}

void CellWorkers::work_on_next(std::unique_lock<std::mutex>& lock) {
  if (cells_.empty()) return;
  Made made{.cell = cells_.front()};
  cells_.pop_front();
  lock.unlock();
  try {
    const Stopwatch watch;
    if (!stopped_) made.record = run_cell(*made.cell, *plan_, &stopped_).record;
    made.seconds = watch.seconds();
    lock.lock();
    made_.push_back(std::move(made));
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    failure_ = std::current_exception();
  }
}

}  // namespace spinsack::cli
