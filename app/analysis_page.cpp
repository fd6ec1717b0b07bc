// SPDX-License-Identifier: Apache-2.0
#include "analysis_page.hpp"

#include "problem/problem.hpp"
#include "terminal/gap_chart.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace spinsack::cli {
namespace {

constexpr std::size_t indent = 2;
constexpr std::size_t between = 2;  // columns of a table
constexpr std::size_t most_failures = 10;

std::vector<std::size_t> column_widths(const TextTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& cell : table.header) widths.push_back(shown_width(cell));
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], shown_width(row[c]));
  return widths;
}

// The columns behind the keys, in as few parts as the width allows; each part holds at least one.
std::vector<std::vector<std::size_t>> parts(const TextTable& table, std::size_t width) {
  const std::vector<std::size_t> widths = column_widths(table);
  std::size_t keys = indent;
  for (std::size_t c = 0; c < table.keys; ++c) keys += widths[c] + between;
  std::vector<std::vector<std::size_t>> result;
  std::size_t used = 0;
  for (std::size_t c = table.keys; c < widths.size(); ++c) {
    if (result.empty() || used + widths[c] > width) {
      result.emplace_back();
      used = keys;
    }
    result.back().push_back(c);
    used += widths[c] + between;
  }
  return result;
}

std::string part_text(const TextTable& whole, const std::vector<std::size_t>& columns) {
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::vector<std::string>& row) {
    std::vector<std::string> cells(row.begin(),
                                   row.begin() + static_cast<std::ptrdiff_t>(whole.keys));
    for (const std::size_t c : columns) cells.push_back(row[c]);
    rows.push_back(std::move(cells));
  };
  add(whole.header);
  for (const auto& row : whole.rows) add(row);
  std::vector<std::size_t> right(columns.size());
  std::iota(right.begin(), right.end(), whole.keys);
  return table(rows, right, indent);
}

// The series that solves most, then that of the smallest mean gap, then the first.
std::size_t best_series(const Analysis& analysis) {
  const auto rank = [](const GroupResult& total) {
    return std::pair(-total.solved,
                     total.mean_gap.value_or(std::numeric_limits<double>::infinity()));
  };
  const auto best = std::ranges::min_element(analysis.totals, {}, rank);
  return best == analysis.totals.end() ? 0 : best->series;
}

// Every pair both ways is a lot to read: of many tests only those of the best series are shown.
TextTable shown_tests(const Analysis& analysis) {
  constexpr std::size_t most_tests = 12;
  TextTable table = test_table(analysis);
  if (table.rows.size() <= most_tests) return table;
  const std::string best = series_title(analysis, best_series(analysis));
  std::erase_if(table.rows, [&](const auto& row) { return row.front() != best; });
  table.notes.emplace_back("only the series that solves most is shown against the others");
  return table;
}

// Without best known values the values themselves are what there is to show. Tables of knapsacks have had dashes for them
// since the first version, and programs read these.
bool has_best_known(const Analysis& analysis) {
  return std::ranges::any_of(analysis.instances, [](const InstanceRecord& instance) {
    return instance.best_known || instance.is_knapsack();
  });
}

std::string origin_text(const Origin& origin) {
  std::string studies;
  for (const std::string& study : origin.studies) studies += (studies.empty() ? "" : ", ") + study;
  std::string text = fmt::format("{} runs in {} cells of {}\n", origin.runs, origin.cells,
                                 studies.empty() ? "no study" : studies);
  if (!origin.first_started.empty())
    text += fmt::format("from {} to {}\n", origin.first_started, origin.last_started);
  for (const Environment& e : origin.environments)
    text += fmt::format("spinsack {} ({}), {}, {}, {}\n", e.version, e.revision, e.compiler,
                        e.processor, e.simd);
  const auto failures = origin.failures.size();
  if (failures > 0) text += fmt::format("{} cells failed:\n", failures);
  for (std::size_t f = 0; f < std::min(failures, most_failures); ++f)
    text += fmt::format("  {}\n", origin.failures[f]);
  if (failures > most_failures) text += fmt::format("  and {} more\n", failures - most_failures);
  return text;
}

}  // namespace

const Nouns* nouns_of(std::string_view problem) {
  for (const Problem* const known : problems())
    if (known->name == problem) return &known->nouns;
  return nullptr;
}

std::string table_text(const TextTable& table, std::size_t width) {
  std::string text = table.title + "\n";
  for (const auto& columns : parts(table, width)) text += '\n' + part_text(table, columns);
  if (!table.notes.empty()) text += '\n';
  for (const std::string& note : table.notes)
    for (const std::string& line : wrap(note, width > indent ? width - indent : 1))
      text += std::string(indent, ' ') + line + '\n';
  return text;
}

std::string analysis_text(const Analysis& analysis, std::size_t width, const Look& look) {
  std::string text = origin_text(analysis.origin);
  const auto show = [&](const TextTable& table) {
    if (!table.rows.empty()) text += '\n' + table_text(table, width);
  };
  show(summary_table(analysis));
  if (has_best_known(analysis)) {
    show(solved_table(analysis));
    show(gap_table(analysis));
  } else {
    show(instance_table(analysis));
  }
  for (const auto make :
       {stage_time_table, run_time_table, shown_tests, regression_table, power_law_table})
    show(make(analysis));
  const std::string charts = gap_charts(analysis, width, look);
  return charts.empty() ? text : text + '\n' + charts;
}

}  // namespace spinsack::cli
