// SPDX-License-Identifier: Apache-2.0
#include "core/worker_pool.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <utility>

namespace spinsack {
namespace {

// Lowers value to at most limit.
void lower(std::atomic<std::int64_t>& value, std::int64_t limit) {
  std::int64_t now = value;
  while (limit < now && !value.compare_exchange_weak(now, limit)) {
  }
}

}  // namespace

std::thread start_thread(const std::function<void()>& work) { return std::thread(work); }

WorkerPool::WorkerPool(std::int64_t threads, std::function<void()> work, const StartThread& start)
    : work_(std::move(work)) {
  const auto guarded = [this] {
    try {
      work_();
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  };
  try {
    threads_.reserve(static_cast<std::size_t>(std::max<std::int64_t>(threads, 0)));
    while (static_cast<std::int64_t>(threads_.size()) < threads) threads_.push_back(start(guarded));
  } catch (const std::system_error&) {
    // No further thread is to be had.
  } catch (const std::bad_alloc&) {
    // Nor memory for one; the work itself may need none.
  }
}

WorkerPool::~WorkerPool() { wait(); }

void WorkerPool::wait() {
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

void WorkerPool::join() {
  wait();
  if (failure_) std::rethrow_exception(failure_);
}

void run_jobs(std::int64_t threads, std::int64_t count,
              const std::function<bool(std::int64_t number)>& job, const StartThread& start) {
  std::atomic<std::int64_t> next{0};
  std::atomic<std::int64_t> limit{count};  // no job from this number on begins
  std::mutex mutex;                        // guards the next two
  std::exception_ptr failure;
  std::int64_t failed = count;
  const auto work = [&] {
    for (std::int64_t number = next++; number < limit; number = next++) {
      try {
        if (!job(number)) lower(limit, number);
      } catch (...) {
        lower(limit, number);
        const std::scoped_lock lock(mutex);
        if (number < failed) {
          failed = number;
          failure = std::current_exception();
        }
      }
    }
  };
  {
    WorkerPool others(std::min(threads, count) - 1, work, start);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace spinsack
