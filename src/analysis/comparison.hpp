// SPDX-License-Identifier: Apache-2.0
// Methods side by side: the same instances, the same seeds, the same limits. The first method is compared with
// each of the others.
#pragma once

#include "analysis/run_seconds.hpp"
#include "record/record.hpp"
#include "statistics/interval.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace spinsack {

struct ComparedMethod {
  std::string name;
  std::int64_t runs = 0;
  std::int64_t hits = 0;  // runs at or above the best known value
  std::int64_t instances = 0;
  std::int64_t solved = 0;  // instances that some run solved
  double mean_gap = 0;      // percent, over runs
  double worst_gap = 0;
  std::optional<double> mean_hit_seconds = {};  // time to the best known value, over hits
  double mean_seconds = 0;                      // the same, a miss counting with the time limit
  // The first method against this one, paired by instance: its mean value is larger, equal, smaller.
  std::int64_t wins = 0;
  std::int64_t ties = 0;
  std::int64_t losses = 0;
  std::optional<double> p = {};           // one-sided signed ranks: the first is better
  std::optional<double> p_holm = {};      // corrected for the number of methods
  std::optional<double> time_ratio = {};  // mean_seconds of this one over those of the first
  std::optional<Interval> time_ratio_interval = {};  // 95 %, bootstrap over instances
};

struct Comparison {
  std::vector<ComparedMethod> methods;
  std::int64_t instances = 0;
  std::int64_t without_best_known = 0;  // judged by the best value of all runs
  std::vector<std::string> failures;
  bool clocked = false;            // some run is of a real machine
  std::int64_t without_clock = 0;  // runs that lack the clock
};

// order: the names of the methods. Records with an error are listed as failures.
[[nodiscard]] Comparison compare_methods(std::span<const CellRecord> records,
                                         std::span<const std::string> order, double time_limit,
                                         const AnalysisClock& clock = analysis_clocks().front());

}  // namespace spinsack
