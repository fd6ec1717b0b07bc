// SPDX-License-Identifier: Apache-2.0
#include "report/paper.hpp"

#include "instance/published.hpp"
#include "report/example_records.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace spinsack::test {
namespace {

Profit best_known(std::string_view instance) {
  return match_published(instance).front()->best_known;
}

// The appendix adds up to the counts of Tables II, V, VIII and IX, but for two: there the paper says 52 for SA-I
// and 100 for AE-I.
TEST(PaperResults, AddUpToThePublishedCounts) {
  std::map<std::string, int> solved;
  for (const PaperResult& result : paper_results()) {
    const std::string suite(result.instance.substr(0, result.instance.find(':')));
    if (result.best && *result.best >= best_known(result.instance))
      ++solved[fmt::format("{} {}", suite, result.series)];
    if (result.best) {
      EXPECT_LE(*result.best, best_known(result.instance)) << result.instance;
    }
  }
  EXPECT_EQ(solved["medium Greedy"], 35);
  EXPECT_EQ(solved["medium SA"], 2);
  EXPECT_EQ(solved["medium SA-R"], 17);
  EXPECT_EQ(solved["medium SA-I"], 37);
  EXPECT_EQ(solved["medium SA-RI"], 82);
  EXPECT_EQ(solved["medium SA-RI binary"], 83);
  EXPECT_EQ(solved["medium SA-RI hybrid"], 80);
  EXPECT_EQ(solved["medium SA-RI unary"], 80);
  EXPECT_EQ(solved["medium SA-RI onehot"], 81);
  EXPECT_EQ(solved["medium SA-RI offset"], 80);
  EXPECT_EQ(solved["medium AE"], 80);
  EXPECT_EQ(solved["medium AE-R"], 86);
  EXPECT_EQ(solved["medium AE-I"], 99);
  EXPECT_EQ(solved["medium AE-RI"], 100);
  EXPECT_EQ(solved["large Greedy"], 10);
  EXPECT_EQ(solved["large Gurobi"], 57);
  EXPECT_EQ(solved["large AE-RI"], 62);
}

TEST(PaperResults, GreedyIsTheOneOfTheInstances) {
  for (const PublishedInstance& instance : published_instances()) {
    const PaperResult* const result = find_paper_result("Greedy", instance.full_name());
    ASSERT_NE(result, nullptr) << instance.full_name();
    EXPECT_EQ(result->best, instance.paper_greedy) << instance.full_name();
  }
}

TEST(PaperResults, UnknownNamesGiveNothing) {
  EXPECT_EQ(find_paper_result("SA-RI", "medium:100_25_11"), nullptr);
  EXPECT_EQ(find_paper_result("sa-ri", "medium:100_25_1"), nullptr);
}

TEST(PaperTables, MarkTheDifference) {
  // medium:100_25_1: the paper's SA-RI reaches 18558, its optimum; here it is 11 short.
  const Analysis analysis = example_analysis(
      {.sizes = {100}, .instances_per_size = 1, .exponents = {1}, .change = [](CellRecord& cell) {
         cell.instance.best_known = 18558;
         for (RunRecord& run : cell.runs)
           for (VariantRecord& variant : run.variants) variant.value = 18547;
       }});
  const std::vector<TextTable> tables = paper_tables(analysis);
  ASSERT_GE(tables.size(), 2U);
  const auto cell = [&](const TextTable& table, std::size_t row, std::string_view heading) {
    for (std::size_t c = 0; c < table.header.size(); ++c)
      if (table.header[c] == heading) return table.rows[row][c];
    return std::string("no column");
  };
  EXPECT_EQ(cell(tables[1], 1, "series"), "SA-RI");
  EXPECT_EQ(cell(tables[1], 1, "published best"), "18558");
  EXPECT_EQ(cell(tables[1], 1, "difference in best"), "-11");
  // A group, then all groups together, which here is the same.
  for (const std::size_t row : {std::size_t{2}, std::size_t{3}}) {
    EXPECT_EQ(cell(tables[0], row, "series"), "SA-RI");
    EXPECT_EQ(cell(tables[0], row, "n_d"), row == 2 ? "100_25" : "all");
    EXPECT_EQ(cell(tables[0], row, "difference in solved"), "-1");
    EXPECT_EQ(cell(tables[0], row, "published gap"), "0.000");
    EXPECT_EQ(cell(tables[0], row, "difference in gap"), "+0.0593");
  }
}

// Three instances of one group, one of them a little worse than published: other samples have none to three of it.
TEST(PaperTables, SayHowMuchADifferenceIsLeftToChance) {
  const auto table = [](bool worse) {
    const Analysis analysis =
        example_analysis({.sizes = {100},
                          .instances_per_size = 3,
                          .exponents = {1},
                          .change = [worse](CellRecord& cell) {
                            const PaperResult* const published =
                                find_paper_result("SA-RI", cell.instance.name);
                            cell.instance.best_known = *published->best;
                            const bool first = cell.instance.name == "medium:100_25_1";
                            for (RunRecord& run : cell.runs)
                              for (VariantRecord& variant : run.variants)
                                variant.value = *published->best - (worse && first ? 11 : 0);
                          }});
    return paper_tables(analysis).at(0);
  };
  const auto of_all = [](const TextTable& groups, std::string_view heading) {
    const auto column = std::ranges::find(groups.header, heading) - groups.header.begin();
    for (const auto& row : groups.rows)
      if (row[0] == "SA-RI" && row[1] == "all") return row[at(static_cast<Index>(column))];
    return std::string("no such row");
  };
  EXPECT_EQ(of_all(table(false), "95 % of solved"), "[0, 0]");
  EXPECT_EQ(of_all(table(false), "95 % of gap"), "[0, 0]");
  EXPECT_EQ(of_all(table(true), "difference in solved"), "-1");
  EXPECT_EQ(of_all(table(true), "95 % of solved"), "[-3.00, 0]");
  EXPECT_EQ(of_all(table(true), "difference in gap"), "+0.0198");
  EXPECT_EQ(of_all(table(true), "95 % of gap"), "[0, 0.0593]");
}

TEST(PaperTables, OurMachineStandsBesideTheirs) {
  const std::vector<TextTable> tables =
      paper_tables(example_analysis({.variants = {"M", "M-RI", "Mine"}}));
  ASSERT_GE(tables.size(), 2U);
  std::set<std::string> pairs;
  for (const auto& row : tables[0].rows) pairs.insert(row[0] + " " + row[2]);
  EXPECT_EQ(pairs, (std::set<std::string>{"M AE", "M-RI AE-RI"}));
}

}  // namespace
}  // namespace spinsack::test
