// SPDX-License-Identifier: Apache-2.0
#include "statistics/survival.hpp"

#include "statistics/argument.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

// By time; at the same time hits come first.
std::vector<RunEnd> in_order(std::span<const RunEnd> runs) {
  for (const RunEnd& run : runs)
    expect_argument(run.time >= 0 && std::isfinite(run.time), "time of a run",
                    "a finite number >= 0", run.time);
  std::vector<RunEnd> sorted(runs.begin(), runs.end());
  std::ranges::sort(sorted, [](const RunEnd& a, const RunEnd& b) {
    return a.time != b.time ? a.time < b.time : a.reached && !b.reached;
  });
  return sorted;
}

}  // namespace

std::vector<SurvivalStep> kaplan_meier(std::span<const RunEnd> runs) {
  const std::vector<RunEnd> sorted = in_order(runs);
  std::vector<SurvivalStep> curve;
  double survival = 1;
  double greenwood = 0;  // sum of hits / (at_risk (at_risk - hits))
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    std::int64_t hits = 0;
    for (; end < sorted.size() && sorted[end].time == sorted[begin].time; ++end)
      hits += sorted[end].reached ? 1 : 0;
    if (hits == 0) continue;
    const auto at_risk = static_cast<double>(sorted.size() - begin);
    const double left = at_risk - static_cast<double>(hits);
    survival *= left / at_risk;
    // At survival 0 the product of the curve and an infinite sum is taken as 0.
    if (left > 0) greenwood += static_cast<double>(hits) / (at_risk * left);
    curve.push_back({.time = sorted[begin].time,
                     .at_risk = static_cast<std::int64_t>(sorted.size() - begin),
                     .hits = hits,
                     .survival = survival,
                     .standard_error = survival * std::sqrt(greenwood)});
  }
  return curve;
}

std::optional<double> time_of_share(std::span<const SurvivalStep> curve, double share) {
  expect_argument(share > 0 && share <= 1, "share", "a number above 0 and at most 1", share);
  // Products of fractions miss round shares by a few units in the last place.
  constexpr double rounding = 1e-12;
  for (const SurvivalStep& step : curve)
    if (step.survival <= 1 - share + rounding) return step.time;
  return std::nullopt;
}

std::vector<TargetPoint> time_to_target_points(std::span<const RunEnd> runs) {
  const std::vector<RunEnd> sorted = in_order(runs);
  const auto first_end = std::ranges::find(sorted, false, &RunEnd::reached);
  const auto later_hit =
      std::find_if(first_end, sorted.end(), [](const RunEnd& r) { return r.reached; });
  if (later_hit != sorted.end())
    expect_argument(false, "end of a run on its way", "none before the last hit", first_end->time);
  std::vector<TargetPoint> points;
  for (auto run = sorted.begin(); run != first_end; ++run) {
    const double rank = static_cast<double>(points.size()) + 0.5;
    points.push_back({run->time, rank / static_cast<double>(sorted.size())});
  }
  return points;
}

double ShiftedExponential::share_by(double time) const {
  return time <= shift ? 0 : -std::expm1(-(time - shift) / scale);
}

std::optional<ShiftedExponential> fit_shifted_exponential(std::span<const RunEnd> runs) {
  const std::vector<RunEnd> sorted = in_order(runs);
  const auto first_hit = std::ranges::find(sorted, true, &RunEnd::reached);
  double hits = 0;
  double sum = 0;
  bool differ = false;
  for (auto run = first_hit; run != sorted.end(); ++run) {
    sum += run->time - first_hit->time;
    if (!run->reached) continue;
    hits += 1;
    differ = differ || run->time != first_hit->time;
  }
  if (!differ) return std::nullopt;
  const double scale = sum / (hits - 1);
  return ShiftedExponential{
      .shift = first_hit->time - scale / static_cast<double>(sorted.end() - first_hit),
      .scale = scale,
      .scale_error = scale / std::sqrt(hits - 1)};
}

}  // namespace spinsack
