// SPDX-License-Identifier: Apache-2.0
// What one read of lha anneals, and whether the time left is enough for it.
#pragma once

#include "core/portable_math.hpp"
#include "solver/global_anneal.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace spinsack {

struct ReadPlan {
  GlobalSchedule schedule;
  // Where between the last (0) and the first (1) temperature of the schedule it begins. Below 1 it is a reheat, of the best
  // solution; else everything melts.
  double warmth = 1;

  bool reheats() const { return warmth < 1; }
  GlobalSchedule warmed() const {
    GlobalSchedule from_there = schedule;
    if (reheats())
      from_there.hot =
          schedule.cold * portable_exp(warmth * portable_log(schedule.hot / schedule.cold));
    return from_there;
  }
};

// A read that was made.
struct TimedRead {
  ReadPlan plan;
  double seconds = 0;
};

// How long reads take. One that the time limit cuts off has brought nothing, and where anneals of everything take a good part
// of the time that is much of it. Reheats take a fraction, and they still find something.
class ReadPace {
 public:
  void learn(std::span<const TimedRead> round) {
    double melt = 0;
    double reheat = 0;
    for (const TimedRead& read : round) {
      double& slowest = read.plan.reheats() ? reheat : melt;
      slowest = std::max(slowest, read.seconds / static_cast<double>(read.plan.schedule.sweeps));
    }
    if (melt > 0) per_sweep_of_melt_ = melt;
    if (reheat > 0) per_sweep_of_reheat_ = reheat;
  }

  // The plan, or what there is time for instead: a reheat of this warmth, with fewer sweeps if need be.
  ReadPlan fitted(ReadPlan plan, double seconds_left, double warmth) const {
    constexpr double hotter = 1.1;  // than the last ones, as anneals of everything become
    constexpr double margin = 0.8;
    constexpr std::int64_t fewest_sweeps = 10;
    const auto sweeps = static_cast<double>(plan.schedule.sweeps);
    if (!plan.reheats() && hotter * per_sweep_of_melt_ * sweeps > seconds_left)
      plan.warmth = warmth;
    if (!plan.reheats()) return plan;
    const double pace = per_sweep_of_reheat_ > 0 ? per_sweep_of_reheat_ : per_sweep_of_melt_;
    if (pace * sweeps > margin * seconds_left)
      plan.schedule.sweeps = std::min(
          plan.schedule.sweeps,
          std::max(fewest_sweeps, static_cast<std::int64_t>(margin * seconds_left / pace)));
    return plan;
  }

 private:
  double per_sweep_of_melt_ = 0;    // seconds; 0 until there was one
  double per_sweep_of_reheat_ = 0;  // likewise
};

}  // namespace spinsack
