// SPDX-License-Identifier: Apache-2.0
#include "analysis/points.hpp"

#include "statistics/choice.hpp"
#include "statistics/gap.hpp"
#include "statistics/proportion.hpp"
#include "statistics/time_to_solution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace spinsack {
namespace {

// Gap of a mean, which is no whole number.
std::optional<double> mean_gap_percent(Profit best, double mean) {
  if (best == 0) return std::nullopt;
  return 100 * (static_cast<double>(best) - mean) / std::fabs(static_cast<double>(best));
}

// Runs of equal length, restarted. Those that end at the target have no length of their own, and are cut where
// restarts pay best.
std::optional<TimeToSolution> time_to_solution_of(const CollectedPoint& point,
                                                  const PointResult& result) {
  if (std::ranges::any_of(point.runs, [](const CollectedRun& run) {
        return run.stopped_by() == StopReason::target;
      })) {
    std::vector<double> times = result.hit_seconds;
    times.resize(point.runs.size(), std::numeric_limits<double>::infinity());
    if (const auto best = best_run_length(times)) return best->time;
  }
  return time_to_solution(result.hits, result.runs, result.seconds.total);
}

void compare_with_best_known(const CollectedPoint& point, Profit best_known, PointResult& result) {
  for (const CollectedRun& run : point.runs) {
    const bool hit = run.feasible() && run.value() >= best_known;
    result.hits += hit ? 1 : 0;
    (hit ? result.hit_seconds : result.miss_seconds)
        .push_back(hit ? run.time_to_best() : run.seconds());
    if (!hit && run.cut_short()) result.cut_seconds.push_back(run.seconds());
  }
  std::ranges::sort(result.hit_seconds);
  std::ranges::sort(result.miss_seconds);
  std::ranges::sort(result.cut_seconds);
  if (result.best) result.gap = gap_percent(best_known, *result.best);
  if (result.mean) result.mean_gap = mean_gap_percent(best_known, *result.mean);
  const auto share = proportion(result.hits, result.runs);
  if (!share) return;
  result.success = share->rate;
  result.success_interval = share->interval;
  if (result.best)
    result.aggregated_gap = aggregated_gap_percent(best_known, *result.best, share->rate);
  result.tts = time_to_solution_of(point, result);
}

}  // namespace

std::optional<double> PointResult::seconds_per_hit() const {
  if (hit_seconds.empty()) return std::nullopt;
  const double all = std::accumulate(hit_seconds.begin(), hit_seconds.end(), 0.0) +
                     std::accumulate(miss_seconds.begin(), miss_seconds.end(), 0.0);
  return all / static_cast<double>(hit_seconds.size());
}

PointResult point_result(const CollectedPoint& point, const InstanceRecord& instance) {
  PointResult result;
  result.series = point.series;
  result.instance = point.instance;
  result.strength = point.strength;
  result.lambda = point.lambda;
  result.runs = static_cast<std::int64_t>(point.runs.size());
  Wide sum = 0;
  for (const CollectedRun& run : point.runs) {
    if (!run.feasible()) continue;
    ++result.feasible;
    sum += run.value();
    result.best = std::max(result.best.value_or(run.value()), run.value());
  }
  if (result.feasible > 0)
    result.mean = static_cast<double>(sum) / static_cast<double>(result.feasible);
  result.seconds = point.ticks.per_run(result.runs);
  if (instance.best_known) compare_with_best_known(point, *instance.best_known, result);
  return result;
}

std::vector<std::size_t> choose_points(const Collected& data) {
  std::vector<std::size_t> chosen;
  for_each_pair(data.points, [&](std::size_t first, std::size_t end) {
    std::vector<StrengthReads> strengths;
    for (std::size_t p = first; p < end; ++p) {
      const CollectedPoint& point = data.points[p];
      // Strengths without a number are the last choice; a method without strengths has one point.
      StrengthReads reads{.lambda = point.lambda.value_or(std::numeric_limits<double>::max()),
                          .reads = {}};
      for (const CollectedRun& run : point.runs)
        reads.reads.push_back({run.value(), run.feasible()});
      strengths.push_back(std::move(reads));
    }
    const Profit target = data.instances[data.points[first].instance].best_known.value_or(
        std::numeric_limits<Profit>::max());
    if (const auto choice = choose_strength(strengths, target))
      chosen.push_back(first + choice->index);
  });
  return chosen;
}

}  // namespace spinsack
