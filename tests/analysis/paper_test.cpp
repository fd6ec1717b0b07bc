// SPDX-License-Identifier: Apache-2.0
// Records made up from the tables per instance of the paper give its summary tables again.
#include "report/paper.hpp"

#include "analysis/analysis.hpp"
#include "analysis/hand_made.hpp"
#include "analysis/text_tables.hpp"
#include "instance/published.hpp"
#include "support/fact_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace spinsack {
namespace {

InstanceRecord published(const PublishedInstance& known) {
  InstanceRecord record =
      test::some_instance(known.full_name(), known.best_known, known.n, known.density / 100.0);
  record.tightness = static_cast<double>(known.capacity) / static_cast<double>(known.sum_weights);
  return record;
}

// Ten runs with the published best value and success rate, and five at a strength that does worse.
void add_machine(Analyst& analyst, const PaperResult& result, const InstanceRecord& instance) {
  if (!result.best) return;
  const Profit best = *result.best;
  const auto at_best = std::max<std::int64_t>(1, std::lround(10 * result.success.value()));
  std::vector<Profit> values(10, best - 1);
  std::fill_n(values.begin(), at_best, best);
  const int exponent =
      result.strength.starts_with("2^") ? std::stoi(std::string(result.strength.substr(2))) : 0;
  const std::string series(result.series);
  analyst.add(test::cell(instance, series, "2^" + std::to_string(exponent),
                         std::ldexp(1.0, exponent), values));
  analyst.add(test::cell(instance, series, "2^" + std::to_string(exponent - 1),
                         std::ldexp(1.0, exponent - 1), std::vector<Profit>(5, best - 1)));
}

void add_method(Analyst& analyst, const PaperResult& result, const InstanceRecord& instance) {
  const std::string series(result.series);
  CellRecord record = test::cell(instance, series, "", {}, {result.best.value()});
  record.method =
      series == "Greedy" ? "greedy" : "exact";  // the regression asks what Greedy solves
  analyst.add(record);
}

Analysis analysis_of(const std::string& instances, const std::vector<std::string>& methods,
                     const std::vector<std::string>& machines) {
  Analyst analyst;
  for (const PublishedInstance* const known : match_published(instances)) {
    const auto result = [&](const std::string& series) -> const PaperResult& {
      return *find_paper_result(series, known->full_name());
    };
    const InstanceRecord instance = published(*known);
    for (const std::string& method : methods) add_method(analyst, result(method), instance);
    for (const std::string& machine : machines) add_machine(analyst, result(machine), instance);
  }
  return analyst.finish();
}

std::string cell_of(const TextTable& table, const std::string& row, const std::string& column) {
  for (const auto& line : table.rows)
    for (std::size_t c = 0; c < line.size(); ++c)
      if (line.front() == row && table.header[c] == column) return line[c];
  return "no such cell";
}

TEST(AnalysisOfThePaper, TablesOfAnnealing) {
  const Analysis a = analysis_of("medium:*", {"Greedy"}, {"SA", "SA-R", "SA-I", "SA-RI"});
  ASSERT_EQ(a.totals.size(), 5U);
  EXPECT_EQ(a.totals[test::series_called(a, "SA-RI")].solved, 82);
  EXPECT_EQ(a.totals[test::series_called(a, "SA-I")].solved, 37) << "printed as 52";
  const TextTable solved = solved_table(a);
  const TextTable gaps = gap_table(a);
  int rows = 0;
  for (const test::FactRow& printed : test::fact_table("tests/sa_medium_groups.csv")) {
    const std::string& series = printed.at("series");
    const std::string& group = printed.at("group");
    if (series == "SA-I") continue;
    SCOPED_TRACE(group + " " + series);
    EXPECT_EQ(cell_of(solved, group == "All" ? "Total" : group, series), printed.at("solved"));
    EXPECT_EQ(cell_of(gaps, group == "All" ? "Mean" : group, series), printed.at("gap_percent"));
    ++rows;
  }
  EXPECT_EQ(rows, 44);
  EXPECT_EQ(cell_of(instance_table(a), "medium:100_25_1", "SA-RI lambda"), "2^-3");
  EXPECT_EQ(cell_of(instance_table(a), "medium:100_25_3", "SA-R gap"), "2.825");
}

TEST(AnalysisOfThePaper, RegressionOfTheStrengths) {
  const Analysis a = analysis_of("medium:*", {"Greedy"}, {"SA-RI"});
  ASSERT_EQ(a.regressions.size(), 1U);
  const PenaltyRegression& fit = a.regressions.front();
  EXPECT_EQ(fit.instances, 65);
  EXPECT_NEAR(fit.a.value, 15.2, 0.05);
  EXPECT_NEAR(fit.n.value, -0.29, 0.005);
  EXPECT_NEAR(fit.density.value, 1.02, 0.005);
  EXPECT_NEAR(fit.tightness.value, -0.12, 0.005);
  for (const auto& c : {fit.a, fit.n, fit.density, fit.tightness}) {
    EXPECT_GT(c.standard_error, 0);
    EXPECT_LT(c.bootstrap.value().low, c.value);
    EXPECT_GT(c.bootstrap.value().high, c.value);
  }
}

// Each printed row of these series.
void expect_printed(const TextTable& table, const std::string& facts,
                    const std::vector<std::string>& series) {
  std::size_t rows = 0;
  std::size_t groups = 0;
  for (const test::FactRow& printed : test::fact_table(facts)) {
    if (printed.at("series") == series.front()) ++groups;
    if (std::ranges::find(series, printed.at("series")) == series.end()) continue;
    SCOPED_TRACE(printed.at("group") + " " + printed.at("series"));
    const auto cell = [&](const std::string& what) {
      return cell_of(table, printed.at("group"), printed.at("series") + what);
    };
    EXPECT_EQ(cell(" reached"), printed.at("solved"));
    EXPECT_EQ(cell(" gap"), printed.at("gap_hundredths"));
    ++rows;
  }
  EXPECT_EQ(rows, groups * series.size());
}

TEST(AnalysisOfThePaper, TablesOfEncodings) {
  const std::vector<std::string> encodings{"SA-RI binary", "SA-RI hybrid", "SA-RI unary",
                                           "SA-RI onehot", "SA-RI offset"};
  const Analysis a = analysis_of("medium:*", {}, encodings);
  expect_printed(best_known_table(a), "tests/encodings_medium_groups.csv", encodings);
}

TEST(AnalysisOfThePaper, TablesOfLargeInstances) {
  const Analysis a = analysis_of("large:*", {"Greedy", "Gurobi"}, {"AE", "AE-R", "AE-RI"});
  const TextTable both = best_known_table(a);
  expect_printed(both, "tests/ae_large_groups.csv", {"Greedy", "Gurobi", "AE-RI"});
  EXPECT_EQ(cell_of(both, "All", "AE reached"), "1");
  EXPECT_EQ(cell_of(both, "All", "AE-R reached"), "20");

  int seen = 0;
  for (const test::FactRow& printed : test::fact_table("paper/signed_ranks.csv"))
    for (const auto& row : test_table(a).rows) {
      if (row[0] != printed.at("series") || row[1] != printed.at("against")) continue;
      SCOPED_TRACE(row[1]);
      ++seen;
      EXPECT_EQ(row[2], printed.at("better"));
      EXPECT_EQ(row[4], printed.at("worse"));
      EXPECT_EQ(row[5], printed.at("w_plus"));
      EXPECT_EQ(row[6], printed.at("p"));
    }
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace spinsack
