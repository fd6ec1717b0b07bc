// SPDX-License-Identifier: Apache-2.0
#include "report/paper_summaries.hpp"

#include "analysis/fits.hpp"
#include "analysis/number_text.hpp"
#include "core/split.hpp"
#include "data/embedded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace spinsack {
namespace {

using namespace number_text;

using Cells = std::vector<std::string_view>;

// The rows of an embedded table, by their first two cells.
std::map<std::pair<std::string, std::string>, Cells> rows_of(std::string_view table,
                                                             std::size_t columns) {
  std::map<std::pair<std::string, std::string>, Cells> rows;
  const Cells lines = text::split(table, '\n');
  for (const std::string_view line : std::span(lines).subspan(1)) {
    if (line.empty()) continue;
    Cells cells = text::split(line, ',');
    if (cells.size() != columns)
      throw std::logic_error(fmt::format("data/paper: cannot use the row '{}'", line));
    rows.try_emplace({std::string(cells[0]), std::string(cells[1])}, std::move(cells));
  }
  return rows;
}

std::optional<double> number_in(std::string_view cell) {
  double value = 0;
  const char* const end = cell.data() + cell.size();
  const auto [after, status] = std::from_chars(cell.data(), end, value);
  if (cell.empty()) return {};
  if (status != std::errc{} || after != end)
    throw std::logic_error(fmt::format("data/paper: cannot use the number '{}'", cell));
  return value;
}

// The paper times the medium instances by n and density and the large ones by n.
std::string timed_group(const InstanceRecord& instance) {
  return instance.name.starts_with("large:") ? std::to_string(instance.n) : group_name(instance);
}

bool is_published(const InstanceRecord& instance) {
  return instance.name.starts_with("large:") || instance.name.starts_with("medium:");
}

struct TimeSum {
  StageSeconds seconds;
  double points = 0;

  void add(const StageSeconds& more) {
    for (const auto part : parts) seconds.*part += more.*part;
    ++points;
  }
  double mean(std::size_t part) const { return seconds.*parts.at(part) / points; }

  // In the order of the table.
  static constexpr std::array parts{&StageSeconds::formulate, &StageSeconds::machine,
                                    &StageSeconds::repair, &StageSeconds::improve,
                                    &StageSeconds::total};
};

TextTable times_table(const Analysis& analysis) {
  TextTable table{.name = "published_times",
                  .title = "Mean seconds per run beside the published ones",
                  .notes = {"Tables IV and XI of the paper, from other machines: growth compares, "
                            "seconds do not."},
                  .header = {"series", "n_d", "published series"},
                  .keys = 3};
  for (const char* const stage : {"formulate", "machine", "repair", "improve", "total"}) {
    table.header.emplace_back(stage);
    table.header.push_back(fmt::format("published {}", stage));
  }
  for (std::string& note : clock_notes(analysis)) table.notes.push_back(std::move(note));
  static const auto published = rows_of(data::paper_times, 7);
  std::map<std::tuple<std::size_t, Index, std::string>, TimeSum> sums;
  for (const std::size_t c : analysis.chosen) {
    const PointResult& point = analysis.points[c];
    const InstanceRecord& instance = analysis.instances[point.instance];
    if (is_published(instance))
      sums[{point.series, instance.n, timed_group(instance)}].add(point.seconds);
  }
  for (const auto& [key, sum] : sums) {
    const auto& [series, n, group] = key;
    const std::string theirs = published_series(analysis.series[series]);
    const auto row = published.find({theirs, group});
    if (row == published.end()) continue;
    std::vector<std::string> cells{series_title(analysis, series), group, theirs};
    for (std::size_t p = 0; p < TimeSum::parts.size(); ++p) {
      cells.push_back(short_number(sum.mean(p)));
      cells.push_back(short_number(number_in(row->second[2 + p])));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

TextTable encodings_table(const Analysis& analysis) {
  TextTable table{.name = "published_encodings",
                  .title = "Encodings on the stronger machine beside the published results",
                  .notes = {"Tables XII and XIII of the paper; its groups have ten instances."},
                  .header = {"series", "n_d", "published series", "instances", "solved",
                             "published of 10", "mean gap", "published gap"},
                  .keys = 3};
  static const auto published = rows_of(data::paper_machine_encodings, 4);
  for (const GroupResult& group : analysis.groups) {
    const std::string theirs = published_series(analysis.series[group.series]);
    const std::string name = group_name(group.n, group.fact);
    const auto row = published.find({theirs, name});
    if (row == published.end()) continue;
    table.rows.push_back({series_title(analysis, group.series), name, theirs,
                          integer(group.instances), integer(group.solved),
                          std::string(row->second[2]), gap(group.mean_gap),
                          gap(number_in(row->second[3]))});
  }
  return table;
}

TextTable penalty_table(const Analysis& analysis) {
  TextTable table{.name = "published_regression",
                  .title = "Penalty regression beside the published one",
                  .notes = {"Table VII of the paper, which gives no errors."},
                  .header = {"series", "instances", "A", "published A", "c_n", "published c_n",
                             "c_d", "published c_d", "c_alpha", "published c_alpha"},
                  .keys = 1};
  const Cells lines = text::split(data::paper_penalty, '\n');
  const Cells row = text::split(lines.at(1), ',');
  for (const PenaltyRegression& fit : analysis.regressions) {
    if (published_series(analysis.series[fit.series]) != row.at(0)) continue;
    std::vector<std::string> cells{series_title(analysis, fit.series), integer(fit.instances)};
    std::size_t next = 1;
    for (const auto* const ours : {&fit.a, &fit.n, &fit.density, &fit.tightness}) {
      cells.push_back(
          fmt::format("{} +- {}", short_number(ours->value), short_number(ours->standard_error)));
      cells.emplace_back(row.at(next++));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

TextTable ranks_table(const Analysis& analysis) {
  TextTable table{.name = "published_tests",
                  .title = "Signed-rank tests beside the published ones",
                  .notes = {"Table X of the paper: AE-RI against each method."},
                  .header = {"series", "against", "published against", "better", "published better",
                             "worse", "published worse", "W+", "published W+", "p", "published p"},
                  .keys = 3};
  static const auto published = rows_of(data::paper_signed_ranks, 6);
  for (const PairTest& test : analysis.tests) {
    const auto row = published.find({published_series(analysis.series[test.series]),
                                     published_series(analysis.series[test.other])});
    if (row == published.end()) continue;
    const Cells& theirs = row->second;
    table.rows.push_back({series_title(analysis, test.series), series_title(analysis, test.other),
                          std::string(theirs[1]), integer(test.wins), std::string(theirs[2]),
                          integer(test.losses), std::string(theirs[3]), fixed(test.w_plus, 1),
                          std::string(theirs[4]), probability(test.p), std::string(theirs[5])});
  }
  return table;
}

}  // namespace

std::string published_series(const Series& series) {
  static const std::map<std::string_view, std::string_view> methods{{"dp", "DP+FE"},
                                                                    {"grasp", "GRASP+Tabu"},
                                                                    {"iqiea", "IQIEA"},
                                                                    {"ihea", "IHEA"},
                                                                    {"mip", "Gurobi"}};
  if (is_paper_greedy(series)) return "Greedy";
  if (const auto known = methods.find(series.method); known != methods.end())
    return std::string(known->second);
  if (series.name == "M" || series.name.starts_with("M-") || series.name.starts_with("M "))
    return "AE" + series.name.substr(1);
  return series.name;
}

std::vector<TextTable> paper_summary_tables(const Analysis& analysis) {
  std::vector<TextTable> tables{times_table(analysis), encodings_table(analysis),
                                penalty_table(analysis), ranks_table(analysis)};
  std::erase_if(tables, [](const TextTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace spinsack
