// SPDX-License-Identifier: Apache-2.0
// The best solution of a run, when it was found, and whether to go on. Every method works on one.
//
// Searches that run side by side are numbered as if they were made in turn, and the answer is that of the
// turn: the largest value, and of equal ones that of the smallest number; with a target, the first number
// that reaches it. So threads change when something is found, not what.
#pragma once

#include "solver/method.hpp"

#include <atomic>
#include <limits>
#include <mutex>

namespace spinsack {

class Incumbent {
 public:
  // Starts the clock, with nothing in the knapsack. UsageError for a request out of range. Keeps references
  // to both.
  Incumbent(const QkpInstance& instance, const SolveRequest& request);

  const SolveRequest& request() const { return *request_; }
  Stop& stop() { return stop_; }
  // Asks for one search.
  [[nodiscard]] StopWatch watch(std::int64_t number = 0) { return {stop_, number, target_found_}; }
  // Whether the work of this number is not wanted any more: an end was asked for, or a search up to this one
  // has reached the target.
  [[nodiscard]] bool done(std::int64_t number = 0) {
    return stop_.requested() || target_found_.load(std::memory_order_relaxed) <= number;
  }

  // bits: feasible, of this value. Safe from any thread.
  void offer(BitView bits, Profit value, std::int64_t number = 0);
  Profit value() const { return value_.load(std::memory_order_relaxed); }
  BitView bits() const { return bits_; }  // not while other threads offer

  void count(const Work& work);
  void time(Stage stage, double seconds);

  [[nodiscard]] SolveOutcome outcome() &&;

 private:
  static constexpr std::int64_t nobody = std::numeric_limits<std::int64_t>::max();

  const SolveRequest* request_;
  Stop stop_;
  std::atomic<std::int64_t> target_found_{nobody};  // smallest number that reached the target
  std::atomic<Profit> value_{0};
  std::mutex mutex_;  // guards what follows
  Bits bits_;
  std::int64_t number_ = 0;  // whose bits they are
  std::vector<ValuePoint> trace_;
  Work work_;
  std::array<double, stage_names.size()> stage_seconds_{};
};

}  // namespace spinsack
