// SPDX-License-Identifier: Apache-2.0
// The time to succeed at least once with a given probability by independent runs of length t that succeed
// with probability p each:
//   TTS = t ln(1 - confidence) / ln(1 - p),  but at least t
// (Rønnow et al. 2014). It falls with p, so the limits of Clopper and Pearson for p become limits for it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace spinsack {

struct TimeToSolutionOptions {
  double confidence = 0.99;  // probability of success asked for
  double level = 0.95;       // of the interval
};

// In the unit of the time per run.
struct TimeToSolution {
  std::optional<double> value;  // nothing if no run succeeded
  double low = 0;               // of the interval
  std::optional<double> high;   // nothing if no run succeeded: then only the lower limit is known
  bool censored() const { return !value.has_value(); }
};

// Nothing without runs.
[[nodiscard]] std::optional<TimeToSolution> time_to_solution(
    std::int64_t successes, std::int64_t runs, double time_per_run,
    const TimeToSolutionOptions& options = {});

// The run length, among the times at which runs succeeded, whose restarts need the least time. The interval is
// that of this length, as if it had been chosen in advance.
struct BestRunLength {
  double time_per_run = 0;
  TimeToSolution time;
};

// times: to success, infinite for runs that failed. Nothing if all did.
[[nodiscard]] std::optional<BestRunLength> best_run_length(
    std::span<const double> times, const TimeToSolutionOptions& options = {});

}  // namespace spinsack
