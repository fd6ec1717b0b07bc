// SPDX-License-Identifier: Apache-2.0
// Figures with seconds on an axis.
#include "report/figure_panels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace spinsack {
namespace {

struct Stage {
  std::string_view name;
  double StageSeconds::*seconds;
};
constexpr std::array stages{
    Stage{"formulate", &StageSeconds::formulate}, Stage{"machine", &StageSeconds::machine},
    Stage{"repair", &StageSeconds::repair},       Stage{"improve", &StageSeconds::improve},
    Stage{"total", &StageSeconds::total},
};

// Over the instances of one n, from the groups of equal n.
struct SizeSeconds {
  double mean = 0;
  std::int64_t instances = 0;
  std::int64_t runs = 0;
};

std::map<Index, SizeSeconds> seconds_by_size(const Analysis& analysis, std::size_t series,
                                             const Stage& stage) {
  std::map<Index, SizeSeconds> sizes;
  for (const GroupResult& group : analysis.groups) {
    if (group.series != series || group.n == 0 || group.instances == 0) continue;
    SizeSeconds& size = sizes[group.n];
    size.mean += static_cast<double>(group.instances) * group.seconds.*stage.seconds;
    size.instances += group.instances;
    size.runs += group.runs;
  }
  std::erase_if(sizes, [](const auto& size) { return size.second.mean <= 0; });
  for (auto& [n, size] : sizes) size.mean /= static_cast<double>(size.instances);
  return sizes;
}

const StagePowerLaw* law_of(const Analysis& analysis, std::size_t series, std::string_view stage) {
  for (const StagePowerLaw& law : analysis.power_laws)
    if (law.series == series && law.stage == stage) return &law;
  return nullptr;
}

using Stairs = std::vector<std::pair<double, double>>;
struct NamedStairs {
  std::string series;
  Stairs points;
};

// How staircases continue where they have no steps of their own.
struct Ends {
  std::optional<double> before = {};  // height before the first step
  bool level_behind = false;          // the height of the last step stays
};

// Results at the chosen strengths, where there is a best known value, of the series and instances that a curve
// takes in.
template <class Takes>
void note_few_runs_of_curves(Panel& panel, const Analysis& analysis, const Takes& takes) {
  std::int64_t few = 0;
  std::int64_t all = 0;
  for (const std::size_t chosen : analysis.chosen) {
    const PointResult& point = analysis.points[chosen];
    if (!analysis.instances[point.instance].best_known || !takes(point)) continue;
    ++all;
    if (point.runs < few_runs) ++few;
  }
  note_few_runs(panel, few, all, "results behind the curves rest on fewer than {} runs");
}

// One note for all series that it is about; nothing without any.
void note_series(Panel& panel, std::string_view what, const std::vector<std::string>& names) {
  if (!names.empty()) panel.notes.push_back(fmt::format("{}: {}.", what, fmt::join(names, ", ")));
}
constexpr std::string_view never_reached = "Never reached the best known value";

constexpr std::size_t most_corners = 400;  // of one staircase, evenly spread

// On a logarithmic axis from start, or from just before the first step at a positive place. What happens at zero
// is drawn at the start.
void add_stairs(DataTable& table, std::vector<NamedStairs> all, std::optional<double> start,
                const Ends& ends) {
  double low = 0;
  double high = 0;
  for (const NamedStairs& stairs : all)
    for (const auto& point : stairs.points) {
      if (point.first > 0 && (low == 0 || point.first < low)) low = point.first;
      high = std::max(high, point.first);
    }
  const double begin = start ? *start : low > 0 ? 0.8 * low : 1e-9;
  const double end =
      high > begin ? high : 10 * begin;  // a step at the start only still needs an axis
  for (NamedStairs& stairs : all) {
    Stairs& points = stairs.points;
    if (points.empty()) continue;
    for (auto& point : points) point.first = std::max(point.first, begin);
    if (ends.before && points.front().first > begin)
      points.insert(points.begin(), {begin, *ends.before});
    if ((ends.level_behind || points.size() == 1) && points.back().first < end)
      points.emplace_back(end, points.back().second);
    const std::size_t step = points.size() / most_corners + 1;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (i % step == 0 || i + 1 == points.size())
        table.rows.push_back({stairs.series, points[i].first, points[i].second});
  }
}

}  // namespace

std::vector<Panel> stage_time_panels(const Analysis& analysis) {
  std::vector<Panel> result;
  for (const Stage& stage : stages) {
    Panel panel{.title = std::string(stage.name),
                .data = {{"series", "n", "seconds", "kind", "exponent", "standard_error"}, {}}};
    std::map<std::string, std::vector<std::string>> fits;
    std::int64_t few = 0;
    std::int64_t points = 0;
    for (std::size_t series = 0; series < analysis.series.size(); ++series) {
      const std::map<Index, SizeSeconds> sizes = seconds_by_size(analysis, series, stage);
      if (sizes.empty()) continue;
      const StagePowerLaw* const law = law_of(analysis, series, stage.name);
      const auto row = [&](Index n, double seconds, std::string kind) {
        panel.data.rows.push_back(
            {series_title(analysis, series), std::int64_t{n}, seconds, std::move(kind)});
        if (law != nullptr)
          panel.data.rows.back().insert(panel.data.rows.back().end(),
                                        {law->exponent, law->standard_error});
        else
          panel.data.rows.back().resize(panel.data.columns.size());
      };
      for (const auto& [n, size] : sizes) {
        row(n, size.mean, "mean");
        ++points;
        if (size.runs < few_runs * size.instances) ++few;
      }
      if (law == nullptr || sizes.size() < 2) continue;
      // Variants of one machine share their stages.
      fits[fmt::format("n^{:.2f} \u00b1 {:.2f}", law->exponent, law->standard_error)].push_back(
          series_title(analysis, series));
      for (const Index n : {sizes.begin()->first, sizes.rbegin()->first})
        row(n, law->constant * std::pow(static_cast<double>(n), law->exponent), "fit");
    }
    for (const auto& [law, names] : fits)
      panel.facts.push_back(fmt::format("{}: {}", law, fmt::join(names, ", ")));
    if (panel.data.rows.empty()) continue;
    note_few_runs(panel, few, points, "points rest on fewer than {} runs per instance");
    result.push_back(std::move(panel));
  }
  return result;
}

std::vector<Panel> time_to_solution_panels(const Analysis& analysis) {
  struct Built {
    Panel panel;
    std::int64_t few = 0;
    std::int64_t unsolved = 0;
  };
  std::map<Index, Built> panels;
  for (const std::size_t index : analysis.chosen) {
    const PointResult& point = analysis.points[index];
    if (!point.tts || (point.tts->value ? *point.tts->value : point.tts->low) <= 0) continue;
    const InstanceRecord& instance = analysis.instances[point.instance];
    Built& built = panels[instance.n];
    built.panel.data.rows.push_back({series_title(analysis, point.series), instance.name,
                                     datum(point.tts->value), point.tts->low,
                                     datum(point.tts->high), point.hits, point.runs});
    if (point.runs < few_runs) ++built.few;
    if (!point.tts->value) ++built.unsolved;
  }
  std::vector<Panel> result;
  for (auto& [n, built] : panels) {
    Panel& panel = built.panel;
    panel.title = fmt::format("n = {}", n);
    panel.data.columns = {"series", "instance", "seconds", "low", "high", "hits", "runs"};
    const auto all = static_cast<std::int64_t>(panel.data.rows.size());
    note_few_runs(panel, built.few, all, "estimates rest on fewer than {} runs");
    if (built.unsolved > 0)
      panel.notes.push_back(fmt::format(
          "{} of {} have no hit at all: a triangle marks the smallest time the runs allow.",
          built.unsolved, all));
    result.push_back(std::move(panel));
  }
  return result;
}

std::vector<Panel> profile_panels(const Analysis& analysis) {
  Panel panel;
  panel.data.columns = {"series", "tau", "share"};
  std::vector<NamedStairs> all;
  std::vector<std::string> without_hit;
  for (const ProfileCurve& curve : analysis.profiles) {
    const std::string title = series_title(analysis, curve.series);
    if (curve.points.empty())
      without_hit.push_back(title);
    else
      all.push_back({title, curve.points});
  }
  add_stairs(panel.data, std::move(all), 1.0, {.before = 0.0, .level_behind = true});
  if (panel.data.rows.empty()) return {};
  // A profile compares the instances that all series ran on.
  std::vector<std::set<std::size_t>> series_on(analysis.instances.size());
  for (const PointResult& point : analysis.points) series_on[point.instance].insert(point.series);
  note_few_runs_of_curves(panel, analysis, [&](const PointResult& point) {
    return series_on[point.instance].size() == analysis.series.size();
  });
  note_series(panel, never_reached, without_hit);
  return {panel};
}

std::vector<Panel> target_panels(const Analysis& analysis) {
  Panel panel;
  panel.data.columns = {"series", "seconds", "share"};
  std::vector<NamedStairs> all;
  std::vector<std::string> without_hit;
  std::vector<std::string> missed;
  std::vector<std::string> censored;
  std::vector<std::string> few;
  for (const TargetCurve& curve : analysis.targets) {
    const std::string title = series_title(analysis, curve.series);
    if (curve.points.empty()) {
      without_hit.push_back(title);
      continue;
    }
    all.push_back({title, curve.points});
    const auto share = [&](std::int64_t runs) {
      return fmt::format("{} ({} of {})", title, runs, curve.runs);
    };
    if (curve.missed > 0) missed.push_back(share(curve.missed));
    if (curve.censored > 0) censored.push_back(share(curve.censored));
    if (curve.runs < few_runs) few.push_back(fmt::format("{} ({})", title, curve.runs));
  }
  add_stairs(panel.data, std::move(all), {}, {.before = 0.0});
  if (panel.data.rows.empty()) return {};
  note_series(panel, "Runs that came to their end without the best known value", missed);
  note_series(panel, "Runs that were cut short before the best known value and count as censored",
              censored);
  note_series(panel, fmt::format("Curves that rest on fewer than {} runs", few_runs), few);
  note_series(panel, never_reached, without_hit);
  return {panel};
}

// The best solution so far stays when a run ends.
std::vector<Panel> trace_panels(const Analysis& analysis) {
  Panel panel;
  panel.data.columns = {"series", "seconds", "gap"};
  std::vector<NamedStairs> all;
  std::set<std::size_t> traced;
  for (const TraceCurve& curve : analysis.traces) {
    all.push_back({series_title(analysis, curve.series), curve.points});
    traced.insert(curve.series);
  }
  add_stairs(panel.data, std::move(all), {}, {.level_behind = true});
  if (panel.data.rows.empty()) return {};
  note_few_runs_of_curves(panel, analysis,
                          [&](const PointResult& point) { return traced.contains(point.series); });
  return {panel};
}

}  // namespace spinsack
