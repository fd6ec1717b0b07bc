// SPDX-License-Identifier: Apache-2.0
#include "analysis/groups.hpp"

#include "analysis/points.hpp"
#include "record/recorded_facts.hpp"
#include "statistics/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace spinsack {
namespace {

// Series, n and fact.
using GroupKey = std::tuple<std::size_t, Index, double>;

class GroupSum {
 public:
  // The points of the group's series on one instance, and the one that was chosen.
  void add(const Analysis& analysis, const Collected& data, std::size_t first, std::size_t end,
           std::optional<std::size_t> chosen) {
    ++result_.instances;
    for (std::size_t p = first; p < end; ++p) swept_ += data.points[p].ticks.total;
    // Without a feasible run all strengths are alike.
    for (std::size_t p = chosen.value_or(first); p < (chosen ? *chosen + 1 : end); ++p) {
      ticks_ += data.points[p].ticks;
      result_.runs += analysis.points[p].runs;
    }
    const bool known = analysis.instances[analysis.points[first].instance].best_known.has_value();
    result_.with_best_known += known ? 1 : 0;
    if (!chosen) {
      ++result_.without_feasible;
      feasible_.push_back(0);
      if (known) success_.push_back(0);
      return;
    }
    const PointResult& point = analysis.points[*chosen];
    result_.solved += point.hits > 0 ? 1 : 0;
    feasible_.push_back(static_cast<double>(point.feasible) / static_cast<double>(point.runs));
    if (point.success) success_.push_back(*point.success);
    if (point.gap) gaps_.push_back(*point.gap);
    hit_seconds_.insert(hit_seconds_.end(), point.hit_seconds.begin(), point.hit_seconds.end());
  }

  GroupResult finish(std::size_t series, Index n, double fact) const {
    GroupResult result = result_;
    result.series = series;
    result.n = n;
    result.fact = fact;
    result.mean_gap = mean(gaps_);
    if (!gaps_.empty()) result.worst_gap = *std::ranges::max_element(gaps_);
    result.mean_success = mean(success_);
    result.feasible_share = mean(feasible_);
    result.mean_time_to_best = mean(hit_seconds_);
    result.seconds = ticks_.per_run(result.runs);
    const StageTicks swept{.total = swept_};
    result.swept_seconds = swept.per_run(result.instances).total;
    return result;
  }

 private:
  GroupResult result_;
  StageTicks ticks_;
  std::int64_t swept_ = 0;
  std::vector<double> gaps_;
  std::vector<double> success_;
  std::vector<double> feasible_;
  std::vector<double> hit_seconds_;
};

template <class Key>
std::vector<GroupResult> grouped(const Analysis& analysis, const Collected& data, const Key& key) {
  std::map<GroupKey, GroupSum> groups;
  std::size_t next = 0;  // choices are in the order of the points
  for_each_pair(analysis.points, [&](std::size_t first, std::size_t end) {
    std::optional<std::size_t> chosen;
    if (next < analysis.chosen.size() && analysis.chosen[next] < end)
      chosen = analysis.chosen[next++];
    groups[key(analysis.points[first])].add(analysis, data, first, end, chosen);
  });
  std::vector<GroupResult> results;
  for (const auto& [which, sum] : groups)
    results.push_back(sum.finish(std::get<0>(which), std::get<1>(which), std::get<2>(which)));
  return results;
}

}  // namespace

// Densities have three digits at most, and numbers of rows as many as they need.
std::string group_name(Index n, double fact) {
  return fact < 100 ? fmt::format("{}_{:.3g}", n, fact) : fmt::format("{}_{:.0f}", n, fact);
}

std::string group_name(const InstanceRecord& instance) {
  return group_name(instance.n, group_fact(instance).number);
}

std::string group_heading(const Analysis& analysis) {
  std::set<std::string> headings;
  for (const InstanceRecord& instance : analysis.instances)
    headings.insert("n_" + group_fact(instance).name);
  return headings.empty() ? "n_d" : fmt::format("{}", fmt::join(headings, ", "));
}

std::vector<GroupResult> group_results(const Analysis& analysis, const Collected& data) {
  return grouped(analysis, data, [&](const PointResult& point) {
    const InstanceRecord& instance = analysis.instances[point.instance];
    return GroupKey(point.series, instance.n, group_fact(instance).number);
  });
}

std::vector<GroupResult> total_results(const Analysis& analysis, const Collected& data) {
  return grouped(analysis, data,
                 [](const PointResult& point) { return GroupKey(point.series, 0, 0.0); });
}

}  // namespace spinsack
