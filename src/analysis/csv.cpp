// SPDX-License-Identifier: Apache-2.0
#include "analysis/csv.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/params.hpp"
#include "record/recorded_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

bool is_number(std::string_view cell) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  double value = 0;
  const auto [end, status] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return status == std::errc{} && end == cell.data() + cell.size();
}

// A spreadsheet takes a cell that begins so for a formula and computes it, whoever chose the name
// that it is.
bool would_be_computed(std::string_view cell) {
  constexpr std::string_view signs = "=+-@\t\r";
  return cell.size() > 1 && signs.find(cell.front()) != std::string_view::npos && !is_number(cell);
}

std::string quoted(std::string cell) {
  if (would_be_computed(cell)) cell.insert(0, "'");  // which spreadsheets read as: this is text
  if (cell.find_first_of("\",\r\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

std::string line(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (c > 0) text += ',';
    text += quoted(cells[c]);
  }
  return text + "\r\n";
}

// An empty cell for what is not there: other programs read that as missing.
template <class T>
std::string optional_cell(const std::optional<T>& value) {
  return value ? params::to_text(*value) : std::string();
}

// The facts of all instances, in the order in which they appear.
std::vector<std::string> fact_names(const Analysis& analysis) {
  std::vector<std::string> names;
  for (const InstanceRecord& instance : analysis.instances)
    for (const auto& [name, text] : recorded_facts(instance))
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names.empty() ? std::vector<std::string>{"n", "density", "tightness"} : names;
}

TextTable point_table(const Analysis& analysis) {
  const std::vector<std::string> facts = fact_names(analysis);
  TextTable table{.name = "points",
                  .title = "Every series, instance and strength",
                  .header = {"series", "set", "instance"}};
  table.header.insert(table.header.end(), facts.begin(), facts.end());
  table.header.insert(
      table.header.end(),
      {"best_known", "strength",    "lambda",       "chosen",  "runs",     "feasible",
       "hits",       "best",        "mean",         "gap",     "mean_gap", "aggregated_gap",
       "success",    "success_low", "success_high", "tts",     "tts_low",  "tts_high",
       "formulate",  "machine",     "repair",       "improve", "total",    "clock"});
  using params::to_text;
  std::size_t next = 0;
  for (std::size_t p = 0; p < analysis.points.size(); ++p) {
    const PointResult& point = analysis.points[p];
    const InstanceRecord& instance = analysis.instances[point.instance];
    const bool chosen = next < analysis.chosen.size() && analysis.chosen[next] == p;
    if (chosen) ++next;
    const auto of_tts = [&](auto part) {
      return point.tts ? optional_cell(std::optional<double>((*point.tts).*part)) : std::string();
    };
    const auto of_success = [&](double value) {
      return point.success ? to_text(value) : std::string();
    };
    const Series& series = analysis.series[point.series];
    const ValueForm form = value_form(instance);
    const auto value = [&](const std::optional<Profit>& exact) {
      return exact ? form.text(*exact) : std::string();
    };
    std::vector<std::string> row{series.name, series.set, instance.name};
    const auto known = recorded_facts(instance);
    for (const std::string& name : facts) {
      const auto fact = std::ranges::find(known, name, &std::pair<std::string, std::string>::first);
      row.push_back(fact == known.end() ? std::string() : fact->second);
    }
    row.insert(row.end(), {value(instance.best_known),
                           point.strength,
                           optional_cell(point.lambda),
                           chosen ? "1" : "0",
                           to_text(point.runs),
                           to_text(point.feasible),
                           to_text(point.hits),
                           value(point.best),
                           point.mean ? to_text(form.number(*point.mean)) : std::string(),
                           optional_cell(point.gap),
                           optional_cell(point.mean_gap),
                           optional_cell(point.aggregated_gap),
                           optional_cell(point.success),
                           of_success(point.success_interval.low),
                           of_success(point.success_interval.high),
                           of_tts(&TimeToSolution::value),
                           of_tts(&TimeToSolution::low),
                           of_tts(&TimeToSolution::high),
                           to_text(point.seconds.formulate),
                           to_text(point.seconds.machine),
                           to_text(point.seconds.repair),
                           to_text(point.seconds.improve),
                           to_text(point.seconds.total),
                           std::string(analysis.clock->name)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::string csv_text(const TextTable& table) {
  std::string text = line(table.header);
  for (const auto& row : table.rows) text += line(row);
  return text;
}

void write_csv(const Analysis& analysis, const std::string& directory) {
  std::error_code fault;
  fs::create_directories(directory, fault);
  if (fault)
    throw FileError(fmt::format("{}: cannot make the directory: {}", directory, fault.message()));
  const auto write = [&](const TextTable& table) {
    write_file((fs::path(directory) / (table.name + ".csv")).string(),
               [&](TextWriter& out) { out.text(csv_text(table)); });
  };
  // Empty ones too, lest files of an earlier analysis stay.
  for (const TextTable& table : text_tables(analysis, true)) write(table);
  write(point_table(analysis));
}

}  // namespace spinsack
