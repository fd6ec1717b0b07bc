// SPDX-License-Identifier: Apache-2.0
// Figures against the penalty strength: curves per n, and heat maps per series.
#include "report/figure_panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace spinsack {
namespace {

// Strengths come as lambda itself, or as the factor a of the paper's scaled rule; these do not share an axis.
bool is_scaled(const std::string& strength) { return strength.starts_with("scale:"); }

// Where a strength stands among those of its kind: a of scale:a, which is another lambda for each instance.
double strength_order(const PointResult& point) {
  if (!is_scaled(point.strength)) return *point.lambda;
  double a = 0;
  const char* const end = point.strength.data() + point.strength.size();
  std::from_chars(point.strength.data() + std::string_view("scale:").size(), end, a);
  return a;
}

// Panels by kind of strength and n, from the curve points that take accepts.
template <class Take>
std::vector<Panel> curve_panels(const Analysis& analysis, const std::vector<std::string>& columns,
                                const Take& take) {
  struct Built {
    Panel panel;
    std::int64_t few = 0;
  };
  std::map<std::pair<bool, Index>, Built> panels;
  for (const CurvePoint& point : analysis.curves) {
    std::vector<Datum> row{series_title(analysis, point.series), point.x};
    if (!take(point, row)) continue;
    Built& built = panels[{is_scaled(point.strength), point.n}];
    built.panel.data.rows.push_back(std::move(row));
    if (point.runs < few_runs * point.instances) ++built.few;
  }
  std::vector<Panel> result;
  for (auto& [key, built] : panels) {
    Panel& panel = built.panel;
    panel.title = fmt::format("n = {}", key.second);
    if (key.first) panel.x_title = analysis.nouns.scaled;
    panel.data.columns = columns;
    note_few_runs(panel, built.few, static_cast<std::int64_t>(panel.data.rows.size()),
                  "points rest on fewer than {} runs per instance");
    result.push_back(std::move(panel));
  }
  return result;
}

}  // namespace

bool has_tightness(const Analysis& analysis) {
  return std::ranges::any_of(analysis.instances, &InstanceRecord::is_knapsack);
}

void note_few_runs(Panel& panel, std::int64_t few, std::int64_t all, std::string_view things) {
  if (few == 0) return;
  const std::string text = fmt::format(fmt::runtime(things), few_runs);
  panel.notes.push_back(few == all ? fmt::format("All {} {}.", all, text)
                                   : fmt::format("{} of {} {}.", few, all, text));
}

std::vector<Panel> strength_gap_panels(const Analysis& analysis) {
  return curve_panels(analysis, {"series", "strength", "gap", "instances", "runs"},
                      [](const CurvePoint& point, std::vector<Datum>& row) {
                        // Means over other instances at other strengths would not compare.
                        if (!point.mean_gap || point.with_feasible < point.instances) return false;
                        row.insert(row.end(), {*point.mean_gap, point.instances, point.runs});
                        return true;
                      });
}

std::vector<Panel> strength_feasible_panels(const Analysis& analysis) {
  return curve_panels(analysis, {"series", "strength", "feasible", "instances", "runs"},
                      [](const CurvePoint& point, std::vector<Datum>& row) {
                        row.insert(row.end(), {point.feasible_share, point.instances, point.runs});
                        return true;
                      });
}

std::vector<Panel> heat_map_panels(const Analysis& analysis) {
  struct Built {
    std::vector<const PointResult*> points;
  };
  std::map<std::tuple<std::size_t, bool, Index>, Built> panels;
  for (const PointResult& point : analysis.points) {
    if (!point.lambda || !analysis.instances[point.instance].best_known) continue;
    const Index n = analysis.instances[point.instance].n;
    panels[{point.series, is_scaled(point.strength), n}].points.push_back(&point);
  }
  std::vector<Panel> result;
  for (auto& [key, built] : panels) {
    const auto [series, scaled, n] = key;
    std::stable_sort(built.points.begin(), built.points.end(),
                     [&](const PointResult* a, const PointResult* b) {
                       const InstanceRecord& x = analysis.instances[a->instance];
                       const InstanceRecord& y = analysis.instances[b->instance];
                       return std::tuple(x.tightness, a->instance, *a->lambda) <
                              std::tuple(y.tightness, b->instance, *b->lambda);
                     });
    Panel panel{.choice = series_title(analysis, series),
                .title = fmt::format("n = {}", n),
                .x_title = scaled ? std::string(analysis.nouns.scaled) : "",
                .data = {{"instance", "strength", "order", "gap", "feasible", "runs"}, {}}};
    const bool tight = has_tightness(analysis);
    const auto behind_name = [](auto& list) { return list.begin() + 1; };
    if (tight) panel.data.columns.insert(behind_name(panel.data.columns), "tightness");
    std::int64_t few = 0;
    for (const PointResult* point : built.points) {
      const InstanceRecord& instance = analysis.instances[point->instance];
      std::vector<Datum> row{instance.name,          point->strength,
                             strength_order(*point), datum(point->aggregated_gap),
                             point->feasible,        point->runs};
      if (tight)
        row.insert(behind_name(row), instance.is_knapsack() ? Datum(instance.tightness) : Datum());
      panel.data.rows.push_back(std::move(row));
      if (point->runs < few_runs) ++few;
    }
    if (std::all_of(built.points.begin(), built.points.end(),
                    [](const PointResult* point) { return !point->aggregated_gap; }))
      continue;  // nothing but the colour of infeasible
    note_few_runs(panel, few, static_cast<std::int64_t>(built.points.size()),
                  "cells rest on fewer than {} runs");
    result.push_back(std::move(panel));
  }
  return result;
}

}  // namespace spinsack
