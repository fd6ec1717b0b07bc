// SPDX-License-Identifier: Apache-2.0
#include "statistics/time_to_solution.hpp"

#include "statistics/argument.hpp"
#include "statistics/proportion.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spinsack {
namespace {

void expect_confidence(double confidence) {
  expect_argument(confidence > 0 && confidence < 1, "confidence", "a number between 0 and 1",
                  confidence);
}

// Nothing if p is 0.
std::optional<double> restart_time(double p, double time_per_run, double confidence) {
  if (p <= 0) return std::nullopt;
  if (p >= confidence) return time_per_run;
  return time_per_run * std::max(1.0, std::log1p(-confidence) / std::log1p(-p));
}

}  // namespace

std::optional<TimeToSolution> time_to_solution(std::int64_t successes, std::int64_t runs,
                                               double time_per_run,
                                               const TimeToSolutionOptions& options) {
  expect_argument(time_per_run >= 0 && std::isfinite(time_per_run), "time per run",
                  "a finite number >= 0", time_per_run);
  expect_confidence(options.confidence);
  const auto share = proportion(successes, runs, options.level);
  if (!share) return std::nullopt;
  const auto at_chance = [&](double p) {
    return restart_time(p, time_per_run, options.confidence);
  };
  return TimeToSolution{.value = at_chance(share->rate),
                        .low = at_chance(share->interval.high).value_or(0),
                        .high = at_chance(share->interval.low)};
}

std::optional<BestRunLength> best_run_length(std::span<const double> times,
                                             const TimeToSolutionOptions& options) {
  for (const double time : times)
    expect_argument(time >= 0, "time to success", "a number >= 0 or infinity", time);
  expect_confidence(options.confidence);
  expect_level(options.level);
  std::vector<double> rising(times.begin(), times.end());
  std::ranges::sort(rising);
  const auto runs = static_cast<double>(rising.size());
  double best = 0;
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < rising.size() && std::isfinite(rising[i]); ++i) {
    const auto tts = restart_time(static_cast<double>(i + 1) / runs, rising[i], options.confidence);
    // Of equal hit times the last one counts all successes.
    if (chosen && *tts > best) continue;
    best = *tts;
    chosen = i;
  }
  if (!chosen) return std::nullopt;
  const double length = rising[*chosen];
  return BestRunLength{
      length, *time_to_solution(static_cast<std::int64_t>(*chosen + 1),
                                static_cast<std::int64_t>(rising.size()), length, options)};
}

}  // namespace spinsack
