// SPDX-License-Identifier: Apache-2.0
#include "mpi/bench.hpp"

#include "core/stopwatch.hpp"

namespace spinsack::cli {

Bench::Bench(const Plan& plan, int threads) : plan_(&plan), pool_(threads, [this] { work(); }) {}

Bench::~Bench() {
  stop();
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  given_.notify_all();
}

void Bench::give(const Cell& cell) {
  ++busy_;
  {
    const std::scoped_lock lock(mutex_);
    cells_.push_back(&cell);
  }
  given_.notify_one();
}

std::optional<Bench::Made> Bench::take() {
  std::unique_lock lock(mutex_);
  if (pool_.size() == 0) work_on_next(lock);
  if (failure_) std::rethrow_exception(failure_);
  if (made_.empty()) return std::nullopt;
  Made made = std::move(made_.front());
  made_.pop_front();
  --busy_;
  return made;
}

void Bench::work() {
  for (std::unique_lock lock(mutex_);;) {
    given_.wait(lock, [this] { return over_ || !cells_.empty(); });
    if (cells_.empty()) return;
    work_on_next(lock);
  }
}

void Bench::work_on_next(std::unique_lock<std::mutex>& lock) {
  if (cells_.empty()) return;
  Made made{.cell = cells_.front()};
  cells_.pop_front();
  lock.unlock();
  try {
    const Stopwatch watch;
    if (!stopped_) made.record = run_cell(*made.cell, *plan_, &stopped_);
    made.seconds = watch.seconds();
    lock.lock();
    made_.push_back(std::move(made));
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    failure_ = std::current_exception();
  }
}

}  // namespace spinsack::cli
