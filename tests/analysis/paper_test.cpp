// SPDX-License-Identifier: Apache-2.0
// Records made up from the tables per instance of the paper give its summary tables again.
#include "analysis/analysis.hpp"
#include "analysis/hand_made.hpp"
#include "analysis/text_tables.hpp"
#include "core/file.hpp"
#include "instance/published.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

namespace spinsack {
namespace {

// A file of the paper's tables: rows by their first cell, cells by the head of their column.
class PaperTable {
 public:
  explicit PaperTable(const std::string& name) {
    const auto path = test::source_folder() / ".." / "shared" / "paper" / name;
    if (!std::filesystem::exists(path)) return;
    std::istringstream lines(read_file(path.string()).text);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> header = split(line);
    while (std::getline(lines, line)) {
      const std::vector<std::string> cells = split(line);
      order.push_back(cells.front());
      for (std::size_t c = 0; c < cells.size(); ++c) cells_[cells.front()][header[c]] = cells[c];
    }
  }

  const std::string& at(const std::string& row, const std::string& column) const {
    return cells_.at(row).at(column);
  }
  bool has(const std::string& row, const std::string& column) const {
    return cells_.at(row).contains(column) && !at(row, column).empty();
  }
  Profit value(const std::string& row, const std::string& column) const {
    return std::stoll(at(row, column));
  }

  std::vector<std::string> order;

 private:
  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    if (line.ends_with(',')) cells.emplace_back();
    return cells;
  }
  std::map<std::string, std::map<std::string, std::string>> cells_;
};

InstanceRecord published(const std::string& suite, const std::string& name) {
  const PublishedInstance* const known = match_published(suite + ":" + name).front();
  InstanceRecord record =
      test::some_instance(known->full_name(), known->best_known, known->n, known->density / 100.0);
  record.tightness = static_cast<double>(known->capacity) / static_cast<double>(known->sum_weights);
  return record;
}

// Ten runs with the published best value and success rate, and five at a strength that does worse.
void add_machine(Analyst& analyst, const PaperTable& table, const InstanceRecord& instance,
                 const std::string& row, const std::string& prefix) {
  if (!table.has(row, prefix + "_best")) return;
  const Profit best = table.value(row, prefix + "_best");
  const double rate = std::stod(table.at(row, prefix + "_sr"));
  const auto at_best = std::max<std::int64_t>(1, std::lround(10 * rate));
  std::vector<Profit> values(10, best - 1);
  std::fill_n(values.begin(), at_best, best);
  const int exponent = table.has(row, prefix + "_lambda_exp2")
                           ? std::stoi(table.at(row, prefix + "_lambda_exp2"))
                           : 0;
  analyst.add(test::cell(instance, prefix, "2^" + std::to_string(exponent),
                         std::ldexp(1.0, exponent), values));
  analyst.add(test::cell(instance, prefix, "2^" + std::to_string(exponent - 1),
                         std::ldexp(1.0, exponent - 1), std::vector<Profit>(5, best - 1)));
}

void add_method(Analyst& analyst, const PaperTable& table, const InstanceRecord& instance,
                const std::string& row, const std::string& prefix) {
  CellRecord record = test::cell(instance, prefix, "", {}, {table.value(row, prefix + "_score")});
  record.method = prefix;
  analyst.add(record);
}

Analysis analysis_of(const PaperTable& table, const std::string& suite,
                     const std::vector<std::string>& methods,
                     const std::vector<std::string>& machines) {
  Analyst analyst;
  for (const std::string& row : table.order) {
    const InstanceRecord instance = published(suite, row);
    for (const std::string& method : methods) add_method(analyst, table, instance, row, method);
    for (const std::string& machine : machines) add_machine(analyst, table, instance, row, machine);
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
  const PaperTable runs("full_sa.csv");
  if (runs.order.empty()) GTEST_SKIP() << "needs ../shared/paper/full_sa.csv";
  const Analysis a = analysis_of(runs, "medium", {"greedy"}, {"sa", "sa_r", "sa_i", "sa_ri"});
  ASSERT_EQ(a.totals.size(), 5U);
  EXPECT_EQ(a.totals[test::series_called(a, "sa_ri")].solved, 82);
  EXPECT_EQ(a.totals[test::series_called(a, "sa_i")].solved, 37) << "printed as 52";
  const TextTable solved = solved_table(a);
  const TextTable gaps = gap_table(a);
  const PaperTable printed_solved("table02_sa_optimal_counts.csv");
  const PaperTable printed_gaps("table03_sa_mean_gap_pct.csv");
  for (const std::string column : {"greedy", "sa", "sa_r", "sa_ri"}) {
    for (const std::string& row : printed_solved.order)
      EXPECT_EQ(cell_of(solved, row, column), printed_solved.at(row, column)) << row << column;
    for (const std::string& row : printed_gaps.order)
      EXPECT_EQ(cell_of(gaps, row, column), printed_gaps.at(row, column)) << row << column;
  }
  EXPECT_EQ(cell_of(instance_table(a), "medium:100_25_1", "sa_ri lambda"), "2^-3");
  EXPECT_EQ(cell_of(instance_table(a), "medium:100_25_3", "sa_r gap"), "2.825");
}

TEST(AnalysisOfThePaper, RegressionOfTheStrengths) {
  const PaperTable runs("full_sa.csv");
  if (runs.order.empty()) GTEST_SKIP() << "needs ../shared/paper/full_sa.csv";
  const Analysis a = analysis_of(runs, "medium", {"greedy"}, {"sa_ri"});
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

TEST(AnalysisOfThePaper, TablesOfEncodings) {
  const PaperTable runs("full_encodings.csv");
  if (runs.order.empty()) GTEST_SKIP() << "needs ../shared/paper/full_encodings.csv";
  const std::vector<std::string> encodings{"binary", "hybrid", "unary", "onehot", "offset"};
  const Analysis a = analysis_of(runs, "medium", {}, encodings);
  const TextTable both = best_known_table(a);
  const PaperTable solved("table05_encoding_optimal_counts_sa_ri.csv");
  const PaperTable gaps("table06_encoding_mean_gap_sa_ri_x0.01pct.csv");
  for (const std::string& column : encodings) {
    for (const std::string& row : solved.order)
      EXPECT_EQ(cell_of(both, row == "Total" ? "All" : row, column + " reached"),
                solved.at(row, column));
    for (const std::string& row : gaps.order)
      EXPECT_EQ(cell_of(both, row == "Mean" ? "All" : row, column + " gap"), gaps.at(row, column))
          << row << column;
  }
}

TEST(AnalysisOfThePaper, TablesOfLargeInstances) {
  const PaperTable runs("full_ae_large.csv");
  if (runs.order.empty()) GTEST_SKIP() << "needs ../shared/paper/full_ae_large.csv";
  const Analysis a = analysis_of(runs, "large", {"greedy", "gurobi"}, {"ae", "ae_r", "ae_ri"});
  const TextTable both = best_known_table(a);
  const PaperTable printed("table09_large_bks_and_gap.csv");
  for (const std::string column : {"greedy", "gurobi", "ae_ri"})
    for (const std::string& row : printed.order) {
      EXPECT_EQ(cell_of(both, row, column + " reached"), printed.at(row, column + "_bks"));
      EXPECT_EQ(cell_of(both, row, column + " gap"), printed.at(row, column + "_gap_x0.01pct"));
    }
  EXPECT_EQ(cell_of(both, "All", "ae reached"), "1");
  EXPECT_EQ(cell_of(both, "All", "ae_r reached"), "20");

  const TextTable tests = test_table(a);
  const PaperTable expected("table10_ae_ri_vs_baselines.csv");
  int seen = 0;
  for (const auto& [other, name] :
       {std::pair<std::string, std::string>{"greedy", "Greedy"}, {"gurobi", "Gurobi"}})
    for (const auto& row : tests.rows) {
      if (row[0] != "ae_ri" || row[1] != other) continue;
      ++seen;
      EXPECT_EQ(row[2], expected.at(name, "n_ae_ri_better"));
      EXPECT_EQ(row[4], expected.at(name, "n_ae_ri_worse"));
      EXPECT_EQ(row[5], expected.at(name, "wilcoxon_statistic"));
      EXPECT_EQ(row[6], expected.at(name, "p_value"));
    }
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace spinsack
