// SPDX-License-Identifier: Apache-2.0
// Figures about the quality at the chosen strengths: distributions, and one set of records against another.
#include "report/figure_panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace spinsack {

std::vector<Panel> gap_distribution_panels(const Analysis& analysis) {
  struct Built {
    Panel panel;
    std::int64_t few = 0;
    std::int64_t infeasible = 0;
  };
  std::map<Index, Built> panels;
  for (const std::size_t chosen : analysis.chosen) {
    const PointResult& point = analysis.points[chosen];
    const InstanceRecord& instance = analysis.instances[point.instance];
    if (!instance.best_known) continue;
    Built& built = panels[instance.n];
    if (!point.gap) {
      ++built.infeasible;
      continue;
    }
    built.panel.data.rows.push_back({series_title(analysis, point.series), instance.name,
                                     *point.gap, point.feasible, point.runs});
    if (point.runs < few_runs) ++built.few;
  }
  std::vector<Panel> result;
  for (auto& [n, built] : panels) {
    Panel& panel = built.panel;
    if (panel.data.rows.empty()) continue;
    panel.title = fmt::format("n = {}", n);
    panel.data.columns = {"series", "instance", "gap", "feasible", "runs"};
    note_few_runs(panel, built.few, static_cast<std::int64_t>(panel.data.rows.size()),
                  "gaps are the best of fewer than {} runs");
    if (built.infeasible > 0)
      panel.notes.push_back(fmt::format(
          "{} pairs of series and instance are not shown: no run of theirs is feasible.",
          built.infeasible));
    result.push_back(std::move(panel));
  }
  return result;
}

// Mean seconds of a run, instance by instance, of the same series in two sets of records.
std::vector<Panel> set_panels(const Analysis& analysis) {
  std::map<std::pair<std::size_t, std::size_t>, const PointResult*> chosen;  // series, instance
  for (const std::size_t index : analysis.chosen) {
    const PointResult& point = analysis.points[index];
    chosen[{point.series, point.instance}] = &point;
  }
  std::vector<Panel> result;
  for (std::size_t first = 0; first < analysis.series.size(); ++first)
    for (std::size_t second = first + 1; second < analysis.series.size(); ++second) {
      const Series& a = analysis.series[first];
      const Series& b = analysis.series[second];
      if (a.name != b.name || a.set == b.set) continue;
      Panel panel{
          .choice = a.set + " and " + b.set,
          .title = a.name,
          .x_title = fmt::format("seconds per run, {}", a.set),
          .data = {{"series", "instance", "n", "first", "second", "first_gap", "second_gap"}, {}}};
      std::int64_t few = 0;
      for (std::size_t i = 0; i < analysis.instances.size(); ++i) {
        const auto x = chosen.find({first, i});
        const auto y = chosen.find({second, i});
        if (x == chosen.end() || y == chosen.end()) continue;
        if (x->second->seconds.total <= 0 || y->second->seconds.total <= 0) continue;
        const InstanceRecord& instance = analysis.instances[i];
        panel.data.rows.push_back({b.set, instance.name, std::int64_t{instance.n},
                                   x->second->seconds.total, y->second->seconds.total,
                                   datum(x->second->gap), datum(y->second->gap)});
        if (std::min(x->second->runs, y->second->runs) < few_runs) ++few;
      }
      if (panel.data.rows.empty()) continue;
      note_few_runs(panel, few, static_cast<std::int64_t>(panel.data.rows.size()),
                    "points rest on fewer than {} runs in one of the sets");
      result.push_back(std::move(panel));
    }
  return result;
}

}  // namespace spinsack
