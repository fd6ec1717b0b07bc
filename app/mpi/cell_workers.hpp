// SPDX-License-Identifier: Apache-2.0
// The threads of one rank. One thread gives them cells and takes what they made, without ever waiting.
#pragma once

#include "core/worker_pool.hpp"
#include "study/cell.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace spinsack::cli {

class CellWorkers {
 public:
  struct Made {
    const Cell* cell = nullptr;
    std::optional<CellRecord> record = {};  // none: given up
    double seconds = 0;
  };

  // plan outlives it.
  CellWorkers(const Plan& plan, int threads);
  ~CellWorkers();  // gives up what is being worked on
  CellWorkers(const CellWorkers&) = delete;
  CellWorkers& operator=(const CellWorkers&) = delete;

  int threads() const { return std::max(pool_.size(), 1); }  // cells worked on at a time
  int busy() const { return busy_; }                         // cells given and not yet taken
  void give(const Cell& cell);
  // What was made, or nothing yet. Throws what the work threw. Where no thread could be started, it does the
  // work itself.
  [[nodiscard]] std::optional<Made> take();
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }

 private:
  void work();
  // The next cell, if there is one; lock is held before and after, but not while it is worked on.
  void work_on_next(std::unique_lock<std::mutex>& lock);

  const Plan* plan_;
  int busy_ = 0;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;  // guards the next five
  std::condition_variable given_;
  std::deque<const Cell*> cells_;
  std::deque<Made> made_;
  std::exception_ptr failure_;
  bool over_ = false;
  WorkerPool pool_;
};

// Sleeps for a moment that grows while nothing happens: nobody is kept waiting long, and no core is kept busy
// by waiting.
class Nap {
 public:
  void take() {
    std::this_thread::sleep_for(length_);
    length_ = std::min(2 * length_, longest);
  }
  void reset() { length_ = shortest; }

 private:
  static constexpr std::chrono::microseconds shortest{50};
  static constexpr std::chrono::microseconds longest{5000};
  std::chrono::microseconds length_ = shortest;
};

}  // namespace spinsack::cli
