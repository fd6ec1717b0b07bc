// SPDX-License-Identifier: Apache-2.0
// The best solution of a run, when it was found, and whether to go on. Every method works on one.
//
// Searches that run side by side are numbered as if they were made in turn, and the answer is that of the
// turn: the largest value, and of equal ones that of the smallest number; with a target, the first number
// that reaches it. So threads change when something is found, not what.
#pragma once

#include "problem/problem.hpp"
#include "solver/method.hpp"

#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace spinsack {

class Incumbent {
 public:
  // Starts the clock, with the answer that is always there, if the problem has one. UsageError for a request out of
  // range. Keeps a reference to it.
  Incumbent(const Instance& instance, const SolveRequest& request);
  Incumbent(std::optional<TrivialAnswer> trivial, const SolveRequest& request);

  const SolveRequest& request() const { return *request_; }
  Stop& stop() { return stop_; }
  // Asks for one search.
  [[nodiscard]] StopCheck watch(std::int64_t number = 0) { return {stop_, number, target_found_}; }
  // Whether the work of this number is not wanted any more: an end was asked for, or a search up to this one
  // has reached the target.
  [[nodiscard]] bool done(std::int64_t number = 0) {
    return stop_.requested() || target_found_.load(std::memory_order_relaxed) <= number;
  }

  // bits: feasible, of this value, which may be negative. A search offers growing values. Safe from any thread.
  void offer(LabelView bits, Profit value, std::int64_t number = 0);
  // Of all offers so far; less than any value if there was none.
  Profit value() const { return value_.load(std::memory_order_relaxed); }
  [[nodiscard]] Labels best();  // the answer as things stand; empty if there is none

  // No feasible set has a larger value. If one is offered all the same, the outcome has no bound.
  void bound(Profit upper_bound);
  [[nodiscard]] bool proven();                        // that there is nothing better than value()
  [[nodiscard]] std::optional<Profit> upper_bound();  // the smallest so far
  void count(const Work& work, std::int64_t number = 0);
  void time(Stage stage, double seconds);
  void detail(std::string_view name, std::int64_t value);
  void certificate(std::string text);  // of the proof that nothing is better than what was offered

  [[nodiscard]] SolveOutcome outcome() &&;

 private:
  static constexpr std::int64_t nobody = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t before_all = -1;
  static constexpr Profit no_value = std::numeric_limits<Profit>::min();

  struct Found {
    double seconds = 0;
    Labels bits;  // of the answer as things stand, empty for others
  };
  using Staircase = std::map<std::pair<std::int64_t, Profit>, Found>;  // by number and value

  [[nodiscard]] Staircase::iterator answer();

  const SolveRequest* request_;
  Stop stop_;
  std::atomic<std::int64_t> target_found_{nobody};  // smallest number that reached the target
  Profit trivial_ = no_value;  // of the answer that was there before all others
  std::atomic<Profit> value_{no_value};
  std::mutex mutex_;  // guards what follows
  // What the searches found that no search with a smaller number had: values grow with the numbers.
  Staircase found_;
  std::map<std::int64_t, Work> work_;  // by number if there is a target, since then not all count
  std::optional<Profit> upper_bound_;
  std::array<double, stage_names.size()> stage_seconds_{};
  std::vector<Detail> details_;
  std::string certificate_;
};

}  // namespace spinsack
