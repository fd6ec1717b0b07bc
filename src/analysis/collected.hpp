// SPDX-License-Identifier: Apache-2.0
// What is kept of the records until all are there. Best known values may come with any record, so what counts
// as a hit is decided at the end.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/trace_sum.hpp"
#include "core/stop.hpp"
#include "core/types.hpp"
#include "record/record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spinsack {

inline constexpr double ticks_per_second = 1e7;

// One run in 24 bytes, since there may be many millions.
class CollectedRun {
 public:
  CollectedRun(Profit value, std::int64_t ticks, double time_to_best, bool feasible,
               StopReason stopped_by)
      : value_(value),
        time_to_best_(time_to_best),
        packed_(ticks * 8 + (feasible ? 4 : 0) + static_cast<std::int64_t>(stopped_by)) {}

  Profit value() const { return value_; }
  double time_to_best() const { return time_to_best_; }
  double seconds() const {
    const std::int64_t ticks = packed_ / 8;
    return static_cast<double>(ticks) / ticks_per_second;
  }
  bool feasible() const { return (packed_ & 4) != 0; }
  StopReason stopped_by() const { return static_cast<StopReason>(packed_ & 3); }
  bool cut_short() const {  // not by its own end
    return stopped_by() == StopReason::time || stopped_by() == StopReason::interrupt;
  }

 private:
  Profit value_;
  double time_to_best_;  // seconds
  std::int64_t packed_;  // ticks, then a bit for feasible, then two for what stopped it
};

// Sums of stages in tenths of microseconds, which is what records hold: whole numbers, so that the order of the
// records does not matter.
struct StageTicks {
  std::int64_t formulate = 0;
  std::int64_t machine = 0;
  std::int64_t repair = 0;
  std::int64_t improve = 0;
  std::int64_t total = 0;

  StageTicks& operator+=(const StageTicks& other) {
    formulate += other.formulate;
    machine += other.machine;
    repair += other.repair;
    improve += other.improve;
    total += other.total;
    return *this;
  }
  StageSeconds per_run(std::int64_t runs) const;
};

// One series on one instance at one strength.
struct CollectedPoint {
  std::size_t series = 0;
  std::size_t instance = 0;
  std::string strength;
  std::optional<double> lambda = {};
  std::vector<CollectedRun> runs = {};
  StageTicks ticks = {};
  TraceSum trace = {};
};

// Points are sorted as those of the analysis, and share their numbers.
struct Collected {
  std::vector<Series> series;
  std::vector<InstanceRecord> instances;
  std::vector<CollectedPoint> points;
};

}  // namespace spinsack
