// SPDX-License-Identifier: Apache-2.0
#include "report/page_data.hpp"

#include "analysis/text_tables.hpp"
#include "core/json_text.hpp"
#include "report/best_cells.hpp"
#include "report/figure.hpp"
#include "report/shown_tables.hpp"
#include "report/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace spinsack {
namespace {

// With more results than this the page lists only those at the chosen strengths, and stays small.
constexpr std::size_t most_points = 60'000;

// Six digits: more than any figure or table shows.
std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  return value == std::floor(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.6g}", value);
}

std::string json_of(const Datum& datum) {
  if (const auto* text = std::get_if<std::string>(&datum)) return json_string(*text);
  if (const auto* integer = std::get_if<std::int64_t>(&datum)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&datum)) return json_number(*real);
  return "null";
}

std::string json_texts(const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  values.reserve(texts.size());
  for (const std::string& text : texts) values.push_back(json_string(text));
  return json_array(values);
}

// Column by column. Texts repeat, so each is written once and then by number; -1 is absent.
std::string json_of(const DataTable& table) {
  std::vector<std::string> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const bool is_text = std::any_of(
        table.rows.begin(), table.rows.end(),
        [&](const std::vector<Datum>& row) { return std::holds_alternative<std::string>(row[c]); });
    JsonObject column;
    column.text("name", table.columns[c]);
    std::vector<std::string> values;
    values.reserve(table.rows.size());
    if (is_text) {
      std::map<std::string, std::size_t> numbers;
      std::vector<std::string> words;
      for (const std::vector<Datum>& row : table.rows) {
        const auto* word = std::get_if<std::string>(&row[c]);
        if (word == nullptr) {
          values.emplace_back("-1");
          continue;
        }
        const auto [entry, fresh] = numbers.emplace(*word, words.size());
        if (fresh) words.push_back(*word);
        values.push_back(std::to_string(entry->second));
      }
      column.add("words", json_texts(words)).add("index", json_array(values));
    } else {
      for (const std::vector<Datum>& row : table.rows) values.push_back(json_of(row[c]));
      column.add("values", json_array(values));
    }
    columns.push_back(column.line());
  }
  return JsonObject()
      .integer("rows", static_cast<std::int64_t>(table.rows.size()))
      .add("columns", json_array(columns))
      .line();
}

std::string figures_json(const Analysis& analysis) {
  std::vector<std::string> figures;
  for (const FigureKind& kind : figure_kinds()) {
    std::vector<std::string> panels;
    for (const Panel& panel : kind.panels(analysis))
      panels.push_back(JsonObject()
                           .text("choice", panel.choice)
                           .text("title", panel.title)
                           .text("x_title", panel.x_title)
                           .add("facts", json_texts(panel.facts))
                           .add("notes", json_texts(panel.notes))
                           .add("data", json_of(panel.data))
                           .line());
    if (panels.empty()) continue;
    figures.push_back(JsonObject()
                          .text("name", kind.name)
                          .text("title", kind.title)
                          .text("reading", worded(kind.reading, analysis))
                          .text("x_title", worded(kind.plot.x_title, analysis))
                          .add("hidden", json_texts({"order", "shift", "number", "kind"}))
                          .add("spec", worded(kind.spec, analysis))
                          .add("panels", json_array(panels))
                          .line());
  }
  return json_array(figures);
}

std::string series_json(const Analysis& analysis) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < analysis.series.size(); ++i) {
    const Series& series = analysis.series[i];
    std::vector<std::string> parameters;
    for (const auto& [name, value] : series.parameters)
      parameters.push_back(fmt::format("{} = {}", name, value));
    all.push_back(JsonObject()
                      .text("title", series_title(analysis, i))
                      .text("method", series.method)
                      .text("parameters", fmt::format("{}", fmt::join(parameters, ", ")))
                      .line());
  }
  return json_array(all);
}

std::string instances_json(const Analysis& analysis) {
  DataTable table{{"instance", "group", "n"}, {}};
  for (const InstanceRecord& instance : analysis.instances)
    table.rows.push_back({instance.name, group_name(instance), std::int64_t{instance.n}});
  return json_of(table);
}

// As users read it.
template <class T>
Datum value_of(const InstanceRecord& instance, const std::optional<T>& value) {
  const ValueForm form = value_form(instance);
  if (!value || form == ValueForm{}) return datum(value);
  return form.number(static_cast<double>(*value));
}

std::string points_json(const Analysis& analysis, bool all) {
  DataTable table{{"series", "instance", "strength", "runs", "feasible", "hits", "best", "mean",
                   "gap", "seconds", "chosen"},
                  {}};
  const std::set<std::size_t> chosen(analysis.chosen.begin(), analysis.chosen.end());
  for (std::size_t i = 0; i < analysis.points.size(); ++i) {
    if (!all && !chosen.contains(i)) continue;
    const PointResult& point = analysis.points[i];
    const InstanceRecord& instance = analysis.instances[point.instance];
    table.rows.push_back({series_title(analysis, point.series), instance.name, point.strength,
                          point.runs, point.feasible, point.hits, value_of(instance, point.best),
                          value_of(instance, point.mean), datum(point.gap), point.seconds.total,
                          std::int64_t{chosen.contains(i) ? 1 : 0}});
  }
  return json_of(table);
}

// Cells as text; numbers of the columns whose cell is the best of its row.
std::string table_json(const TextTable& table) {
  std::vector<std::string> columns;
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    JsonObject column;
    column.text("name", table.header[c]).boolean("text", c < table.keys);
    // A sign that a reader should see at a glance.
    if (table.header[c].starts_with("difference in"))
      column.text("better", table.header[c].ends_with("gap") ? "below" : "above");
    columns.push_back(column.line());
  }
  const auto best = best_cells(table);
  std::vector<std::string> rows;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    JsonObject row;
    row.add("cells", json_texts(table.rows[r]));
    std::vector<std::string> bold;
    for (std::size_t c = 0; c < table.header.size(); ++c)
      if (best.contains({r, c})) bold.push_back(std::to_string(c));
    if (!bold.empty()) row.add("best", json_array(bold));
    if (is_total_row(table, r)) row.boolean("total", true);
    rows.push_back(row.line());
  }
  return JsonObject()
      .text("name", table.name)
      .text("title", table.title)
      .add("notes", json_texts(table.notes))
      .add("columns", json_array(columns))
      .add("rows", json_array(rows))
      .line();
}

std::string tables_json(const Analysis& analysis) {
  std::vector<std::string> tables;
  for (const TextTable& table : shown_tables(analysis)) tables.push_back(table_json(table));
  return json_array(tables);
}

std::string facts_json(const Analysis& analysis) {
  std::vector<std::string> pairs;
  for (const auto& [name, value] : origin_facts(analysis))
    pairs.push_back(json_texts({name, value}));
  return json_array(pairs);
}

std::string plans_json(const ReportContext& context) {
  std::vector<std::string> plans;
  for (const auto& [name, text] : context.plans) plans.push_back(json_texts({name, text}));
  return json_array(plans);
}

}  // namespace

std::string page_data(const Analysis& analysis, const ReportContext& context) {
  std::vector<std::string> notes = context.cautions;
  for (std::string& caution : cautions(analysis)) notes.push_back(std::move(caution));
  const bool all_points = analysis.points.size() <= most_points;
  std::string title = context.title;
  if (title.empty() && analysis.origin.studies.empty()) title = "No records";
  if (title.empty()) title = fmt::format("{}", fmt::join(analysis.origin.studies, ", "));
  return JsonObject()
      .text("title", title)
      .add("findings", json_texts(findings(analysis)))
      .add("notes", json_texts(notes))
      .add("facts", facts_json(analysis))
      .add("failures", json_texts(analysis.origin.failures))
      .add("reproduce", json_texts(context.reproduce))
      .add("plans", plans_json(context))
      .add("series", series_json(analysis))
      .add("instances", instances_json(analysis))
      .add("points", points_json(analysis, all_points))
      .boolean("points_are_all", all_points)
      .text("groups", group_heading(analysis))  // the column that names groups of instances
      .add("tables", tables_json(analysis))
      .add("figures", figures_json(analysis))
      .line();
}

}  // namespace spinsack
