// SPDX-License-Identifier: Apache-2.0
#include "analysis/text_tables.hpp"

#include "analysis/number_text.hpp"
#include "record/recorded_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace spinsack {
namespace {

using namespace number_text;

using Row = std::vector<std::string>;
using GroupName = std::pair<Index, double>;  // n and fact

std::string group_text(const GroupName& group) { return group_name(group.first, group.second); }

std::set<GroupName> groups_of(const Analysis& analysis) {
  std::set<GroupName> groups;
  for (const GroupResult& group : analysis.groups) groups.emplace(group.n, group.fact);
  return groups;
}

// Of a series; nothing if it has no runs there.
const GroupResult* find_group(const std::vector<GroupResult>& groups, std::size_t series,
                              const GroupName& name) {
  const auto place = std::ranges::find_if(groups, [&](const GroupResult& group) {
    return group.series == series && group.n == name.first && group.fact == name.second;
  });
  return place == groups.end() ? nullptr : &*place;
}

std::string solved_cell(const GroupResult& group) {
  return group.with_best_known == 0 ? undefined : integer(group.solved);
}

Row titles(const Analysis& analysis) {
  Row row;
  for (std::size_t s = 0; s < analysis.series.size(); ++s) row.push_back(series_title(analysis, s));
  return row;
}

// A row per group and one for all, with the cells of each series.
template <class Cells>
void add_group_rows(const Analysis& analysis, TextTable& table, const std::string& last,
                    std::size_t cells_per_series, const Cells& cells) {
  const auto row = [&](const std::string& name, const std::vector<GroupResult>& groups,
                       const GroupName& which) {
    Row line{name};
    for (std::size_t s = 0; s < analysis.series.size(); ++s) {
      const GroupResult* const group = find_group(groups, s, which);
      Row more = group == nullptr ? Row(cells_per_series, undefined) : cells(*group);
      std::ranges::move(more, std::back_inserter(line));
    }
    table.rows.push_back(std::move(line));
  };
  for (const GroupName& group : groups_of(analysis)) row(group_text(group), analysis.groups, group);
  if (!analysis.totals.empty()) row(last, analysis.totals, {0, 0.0});
}

// What the means of gaps leave out.
void note_missing(const Analysis& analysis, TextTable& table) {
  for (const GroupResult& total : analysis.totals)
    if (total.without_feasible > 0)
      table.notes.push_back(fmt::format(
          "{}: {} of {} instances have no feasible run and are left out of the mean",
          series_title(analysis, total.series), total.without_feasible, total.instances));
}

void note_clock(const Analysis& analysis, TextTable& table) {
  for (std::string& note : clock_notes(analysis)) table.notes.push_back(std::move(note));
}

std::string value_text(const ValueForm& form, const std::optional<Profit>& value) {
  return value ? form.text(*value) : undefined;
}

// Behind a title: the number of instances, if it is the same for all series.
std::string of_instances(const Analysis& analysis) {
  std::set<std::int64_t> counts;
  for (const GroupResult& total : analysis.totals) counts.insert(total.instances);
  return counts.size() == 1 ? fmt::format(", of {} instances", *counts.begin()) : "";
}

}  // namespace

std::vector<std::string> clock_notes(const Analysis& analysis) {
  if (!has_clocks(analysis)) return {};
  const AnalysisClock& clock = *analysis.clock;
  std::vector<std::string> notes{
      fmt::format("times by the clock '{}': {}", clock.name, clock.help)};
  for (std::size_t s = 0; s < analysis.series.size(); ++s) {
    const Series& series = analysis.series[s];
    if (series.without_clock > 0)
      notes.push_back(fmt::format(
          "{}: {} of {} runs have no clock '{}'; {} counts", series_title(analysis, s),
          series.without_clock, series.runs, clock.name,
          series.clocked == 0 ? "their own time" : "the next longer time that is known"));
  }
  return notes;
}

TextTable summary_table(const Analysis& analysis) {
  TextTable table{.name = "summary",
                  .title = "Results at the chosen strengths",
                  .header = {"series", "instances", "runs", "solved", "no feasible", "mean gap %",
                             "worst gap %", "success", "time to best s", "run s", "all runs s"}};
  table.notes.emplace_back(
      "all runs: mean time per instance of all runs, at every strength that was tried");
  for (const GroupResult& total : analysis.totals)
    table.rows.push_back({series_title(analysis, total.series), integer(total.instances),
                          integer(total.runs), solved_cell(total), integer(total.without_feasible),
                          gap(total.mean_gap), gap(total.worst_gap), fixed(total.mean_success, 3),
                          short_number(total.mean_time_to_best), short_number(total.seconds.total),
                          short_number(total.swept_seconds)});
  for (std::size_t s = 0; s < analysis.series.size(); ++s)
    if (analysis.series[s].unanswered > 0)
      table.notes.push_back(fmt::format(
          "{}: {} of {} runs are requests without an answer; they count as failures",
          series_title(analysis, s), analysis.series[s].unanswered, analysis.series[s].runs));
  note_clock(analysis, table);
  return table;
}

TextTable solved_table(const Analysis& analysis) {
  TextTable table{.name = "solved",
                  .title = "Best known values reached" + of_instances(analysis),
                  .header = {group_heading(analysis)}};
  std::ranges::move(titles(analysis), std::back_inserter(table.header));
  add_group_rows(analysis, table, "Total", 1,
                 [](const GroupResult& group) { return Row{solved_cell(group)}; });
  return table;
}

TextTable gap_table(const Analysis& analysis) {
  TextTable table{
      .name = "gap", .title = "Mean gap in percent", .header = {group_heading(analysis)}};
  std::ranges::move(titles(analysis), std::back_inserter(table.header));
  add_group_rows(analysis, table, "Mean", 1,
                 [](const GroupResult& group) { return Row{gap(group.mean_gap)}; });
  note_missing(analysis, table);
  return table;
}

TextTable stage_time_table(const Analysis& analysis) {
  TextTable table{.name = "times",
                  .title = "Mean times per run",
                  .header = {"series", group_heading(analysis), "formulate s",
                             fmt::format("{} s", analysis.clock->name), "repair ms", "improve ms",
                             analysis.clock->name == "total" ? "all s" : "total s"},
                  .keys = 2};
  note_clock(analysis, table);
  for (const GroupResult& group : analysis.groups) {
    const StageSeconds& seconds = group.seconds;
    table.rows.push_back({series_title(analysis, group.series), group_text({group.n, group.fact}),
                          short_number(seconds.formulate), short_number(seconds.machine),
                          short_number(1e3 * seconds.repair), short_number(1e3 * seconds.improve),
                          short_number(seconds.total)});
  }
  return table;
}

TextTable regression_table(const Analysis& analysis) {
  TextTable table{.name = "regression",
                  .title = "Penalty strength = A n^c_n d^c_d alpha^c_alpha",
                  .header = {"series", "instances", "A", "A bootstrap", "c_n", "c_n bootstrap",
                             "c_d", "c_d bootstrap", "c_alpha", "c_alpha bootstrap", "R2"}};
  table.notes.emplace_back(
      "d and alpha as fractions; after +- the standard error, for A that of log A");
  const auto value = [](const PenaltyRegression::Coefficient& c) {
    return fmt::format("{} +- {}", short_number(c.value), short_number(c.standard_error));
  };
  for (const PenaltyRegression& fit : analysis.regressions)
    table.rows.push_back({series_title(analysis, fit.series), integer(fit.instances), value(fit.a),
                          interval(fit.a.bootstrap), value(fit.n), interval(fit.n.bootstrap),
                          value(fit.density), interval(fit.density.bootstrap), value(fit.tightness),
                          interval(fit.tightness.bootstrap), fixed(fit.r_squared, 3)});
  return table;
}

TextTable best_known_table(const Analysis& analysis) {
  TextTable table{.name = "best_known",
                  .title = "Best known values reached and mean gap in 0.01 %",
                  .header = {group_heading(analysis)}};
  for (const std::string& title : titles(analysis)) {
    table.header.push_back(title + " reached");
    table.header.push_back(title + " gap");
  }
  add_group_rows(analysis, table, "All", 2, [](const GroupResult& group) {
    const auto hundredths = group.mean_gap ? std::optional(100 * *group.mean_gap) : std::nullopt;
    return Row{solved_cell(group), fixed(hundredths, 3)};
  });
  note_missing(analysis, table);
  return table;
}

TextTable test_table(const Analysis& analysis) {
  TextTable table{.name = "tests",
                  .title = "Signed-rank tests: is the first series better?",
                  .header = {"series", "against", "better", "equal", "worse", "W+", "p", "p Holm",
                             "p relative", "median difference", "time ratio", "95 %"},
                  .keys = 2};
  table.notes.push_back(fmt::format(
      "paired by instance, one-sided; Holm over the tests of the first series; relative: on "
      "differences in percent; time ratio: seconds per hit of the second over the first; a series "
      "without a feasible run counts with {}",
      analysis.nouns.trivial.empty() ? "a value that is worse by all of the other's"
                                     : analysis.nouns.trivial));
  note_clock(analysis, table);
  for (const PairTest& test : analysis.tests)
    table.rows.push_back({series_title(analysis, test.series), series_title(analysis, test.other),
                          integer(test.wins), integer(test.ties), integer(test.losses),
                          fixed(test.w_plus, 1), probability(test.p), probability(test.p_holm),
                          probability(test.p_relative), short_number(test.median_difference),
                          short_number(test.time_ratio), interval(test.time_ratio_interval)});
  return table;
}

TextTable run_time_table(const Analysis& analysis) {
  TextTable table{.name = "run_times", .title = "Mean run time in seconds", .header = {"n"}};
  note_clock(analysis, table);
  std::ranges::move(titles(analysis), std::back_inserter(table.header));
  struct Sum {
    double seconds = 0;
    double runs = 0;
  };
  std::map<Index, std::vector<Sum>> sums;
  for (const GroupResult& group : analysis.groups) {
    std::vector<Sum>& row = sums[group.n];
    row.resize(analysis.series.size());
    const auto runs = static_cast<double>(group.runs);
    row[group.series].seconds += runs * group.seconds.total;
    row[group.series].runs += runs;
  }
  for (const auto& [n, row] : sums) {
    Row line{std::to_string(n)};
    for (const Sum& sum : row)
      line.push_back(sum.runs == 0 ? undefined : short_number(sum.seconds / sum.runs));
    table.rows.push_back(std::move(line));
  }
  return table;
}

TextTable instance_table(const Analysis& analysis) {
  TextTable table{.name = "instances",
                  .title = "Results per instance at the chosen strengths",
                  .header = {"instance", "best known"}};
  table.notes.emplace_back(
      "FS: share of feasible runs; mean and best over these; gap in percent; SR: success rate");
  for (const std::string& title : titles(analysis))
    for (const char* const what : {"lambda", "FS", "mean", "best", "gap", "SR"})
      table.header.push_back(fmt::format("{} {}", title, what));
  std::vector<Row> rows;
  for (const InstanceRecord& instance : analysis.instances) {
    const ValueForm form = value_form(instance);
    if (form.minimised) table.minimised.push_back(rows.size());
    rows.push_back({instance.name, value_text(form, instance.best_known)});
    rows.back().resize(table.header.size(), undefined);
  }
  for (const std::size_t c : analysis.chosen) {
    const PointResult& point = analysis.points[c];
    const ValueForm form = value_form(analysis.instances[point.instance]);
    Row cells{point.strength.empty() ? undefined : point.strength,
              fixed(static_cast<double>(point.feasible) / static_cast<double>(point.runs), 2),
              fixed(point.mean ? std::optional(form.number(*point.mean)) : std::nullopt, 2),
              value_text(form, point.best),
              gap(point.gap),
              fixed(point.success, 2)};
    std::ranges::move(
        cells, rows[point.instance].begin() + static_cast<std::ptrdiff_t>(2 + 6 * point.series));
  }
  table.rows = std::move(rows);
  return table;
}

TextTable success_table(const Analysis& analysis) {
  TextTable table{.name = "success",
                  .title = "Success rates and times to solution",
                  .header = {"series", "instance", "lambda", "runs", "hits", "rate", "rate 95 %",
                             "TTS s", "TTS 95 %", "s per hit"},
                  .keys = 3};
  table.notes.emplace_back(
      "TTS: time to reach the best known value at least once with 99 % certainty by repeating "
      "runs; "
      "runs that end at that value are cut where repeating pays best");
  note_clock(analysis, table);
  for (const std::size_t c : analysis.chosen) {
    const PointResult& point = analysis.points[c];
    if (!point.success || !point.tts) continue;
    table.rows.push_back(
        {series_title(analysis, point.series), analysis.instances[point.instance].name,
         point.strength.empty() ? undefined : point.strength, integer(point.runs),
         integer(point.hits), fixed(point.success, 3), interval(point.success_interval),
         short_number(point.tts->value), interval(point.tts->low, point.tts->high),
         short_number(point.seconds_per_hit())});
  }
  return table;
}

TextTable power_law_table(const Analysis& analysis) {
  TextTable table{.name = "growth",
                  .title = "Growth of stages: seconds = c n^k",
                  .header = {"series", "stage", "k", "error of k", "c"},
                  .keys = 2};
  note_clock(analysis, table);
  for (const StagePowerLaw& law : analysis.power_laws)
    table.rows.push_back({series_title(analysis, law.series), law.stage, fixed(law.exponent, 2),
                          fixed(law.standard_error, 2), short_number(law.constant)});
  return table;
}

std::vector<TextTable> text_tables(const Analysis& analysis, bool without_rows) {
  std::vector<TextTable> tables;
  for (const auto make :
       {summary_table, solved_table, gap_table, best_known_table, stage_time_table, run_time_table,
        test_table, success_table, regression_table, power_law_table, instance_table}) {
    TextTable table = make(analysis);
    if (without_rows || !table.rows.empty()) tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace spinsack
