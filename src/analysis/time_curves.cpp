// SPDX-License-Identifier: Apache-2.0
#include "analysis/time_curves.hpp"

#include "statistics/performance_profile.hpp"
#include "statistics/survival.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace spinsack {
namespace {

constexpr double finest_share = 1e-3;

bool has_target(const Analysis& analysis, const PointResult& point) {
  return analysis.instances[point.instance].best_known.has_value();
}

// Instances with a best known value that every series ran on.
std::vector<std::size_t> common_instances(const Analysis& analysis) {
  std::vector<std::set<std::size_t>> series_on(analysis.instances.size());
  for (const PointResult& point : analysis.points)
    if (has_target(analysis, point)) series_on[point.instance].insert(point.series);
  std::vector<std::size_t> common;
  for (std::size_t i = 0; i < series_on.size(); ++i)
    if (!series_on[i].empty() && series_on[i].size() == analysis.series.size()) common.push_back(i);
  return common;
}

}  // namespace

std::vector<ProfileCurve> profile_curves(const Analysis& analysis) {
  const std::vector<std::size_t> common = common_instances(analysis);
  if (analysis.series.size() < 2 || common.empty()) return {};
  std::vector<std::vector<double>> times(
      analysis.series.size(),
      std::vector<double>(common.size(), std::numeric_limits<double>::infinity()));
  for (const std::size_t c : analysis.chosen) {
    const PointResult& point = analysis.points[c];
    const auto place = std::ranges::lower_bound(common, point.instance);
    if (place == common.end() || *place != point.instance) continue;
    if (const auto seconds = point.seconds_per_hit())
      times[point.series][static_cast<std::size_t>(place - common.begin())] = *seconds;
  }
  std::vector<ProfileCurve> curves;
  for (const Profile& profile : performance_profiles(times)) {
    ProfileCurve curve{.series = curves.size(), .points = {}};
    for (const ProfileStep& step : profile) curve.points.emplace_back(step.ratio, step.share);
    curves.push_back(std::move(curve));
  }
  return curves;
}

std::vector<TargetCurve> target_curves(const Analysis& analysis) {
  constexpr double never = std::numeric_limits<double>::max();
  std::vector<std::vector<RunEnd>> ends(analysis.series.size());
  for (const std::size_t c : analysis.chosen) {
    const PointResult& point = analysis.points[c];
    for (const double seconds : point.hit_seconds) ends[point.series].push_back({seconds, true});
    for (const double seconds : point.cut_seconds) ends[point.series].push_back({seconds, false});
    ends[point.series].insert(ends[point.series].end(),
                              point.miss_seconds.size() - point.cut_seconds.size(), {never, false});
  }
  std::vector<TargetCurve> curves;
  for (std::size_t series = 0; series < ends.size(); ++series) {
    if (ends[series].empty()) continue;
    TargetCurve curve{.series = series,
                      .runs = static_cast<std::int64_t>(ends[series].size()),
                      .missed = std::ranges::count(ends[series], never, &RunEnd::time),
                      .points = {}};
    curve.censored = std::ranges::count(ends[series], false, &RunEnd::reached) - curve.missed;
    const std::vector<SurvivalStep> steps = kaplan_meier(ends[series]);
    double shown = 0;
    for (const SurvivalStep& step : steps) {
      const double share = 1 - step.survival;
      const bool edge = &step == &steps.front() || &step == &steps.back();
      if (!edge && share < shown + finest_share) continue;
      curve.points.emplace_back(step.time, share);
      shown = share;
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

std::vector<TraceCurve> trace_curves(const Analysis& analysis, const Collected& data) {
  const std::span<const double> times = trace_times();
  std::vector<TraceCurve> curves;
  for (std::size_t series = 0; series < analysis.series.size(); ++series) {
    std::vector<double> sums(times.size(), 0);  // of gaps
    double instances = 0;
    double longest = 0;
    for (const std::size_t c : analysis.chosen) {
      const CollectedPoint& point = data.points[c];
      const std::optional<Profit>& known = analysis.instances[point.instance].best_known;
      if (point.series != series || point.trace.runs == 0 || !known || *known <= 0) continue;
      const auto best = static_cast<double>(*known);
      for (std::size_t t = 0; t < times.size(); ++t) {
        const double value = point.trace.values[t] / static_cast<double>(point.trace.runs);
        sums[t] += 100 * (best - value) / best;
      }
      ++instances;
      longest = std::max(longest, point.trace.longest);
    }
    if (instances == 0) continue;
    TraceCurve curve{.series = series, .points = {}};
    for (std::size_t t = 0; t < times.size(); ++t) {
      const double gap = sums[t] / instances;
      // From the first solution that is not empty to the end of the longest run.
      if (curve.points.empty() && gap >= 100) continue;
      if (t > 0 && times[t - 1] > longest) break;
      curve.points.emplace_back(times[t], gap);
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace spinsack
