// SPDX-License-Identifier: Apache-2.0
// Records of problems that are no knapsacks: their words, facts and values.
#include "analysis/csv.hpp"
#include "analysis/hand_made.hpp"
#include "analysis/text_tables.hpp"
#include "analysis_page.hpp"
#include "report/best_cells.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

InstanceRecord graph(const std::string& name, Index n, int parts, Profit best_known) {
  return {.name = name,
          .sha256 = "sum of " + name,
          .n = n,
          .best_known = best_known,
          .problem = "kcut",
          .facts = {{"n", std::to_string(n)},
                    {"parts", std::to_string(parts)},
                    {"edges", "1600"},
                    {"density", "0.005"}}};
}

// Costs with one decimal, to be minimised: -125 stands for 12.5.
InstanceRecord program(const std::string& name) {
  InstanceRecord record{.name = name,
                        .sha256 = "sum of " + name,
                        .n = 30,
                        .problem = "program",
                        .facts = {{"n", "30"}, {"rows", "8"}}};
  note_value_form({.digits = 1, .minimised = true}, record);
  return record;
}

// Values may be negative here.
CellRecord run_of(const InstanceRecord& instance, const std::string& name, Profit value,
                  bool feasible = true) {
  CellRecord record = cell(instance, name, "", {}, {0});
  record.runs[0].variants[0].value = value;
  record.runs[0].variants[0].feasible = feasible;
  return record;
}

Analysis analyse_in_words(const std::vector<CellRecord>& records) {
  Analyst analyst(analysis_clocks().front(), cli::nouns_of);
  for (const CellRecord& record : records) analyst.add(record);
  return analyst.finish();
}

TEST(OtherProblems, AreGroupedByTheirOwnFact) {
  const Analysis a = analyse_in_words({cell(graph("G11@2", 800, 2, 564), "SA", "", {}, {564}),
                                       cell(graph("G11@3", 800, 3, 670), "SA", "", {}, {660}),
                                       cell(graph("G14@3", 800, 3, 4012), "SA", "", {}, {4012})});
  EXPECT_EQ(a.nouns.elements, "vertices");
  const TextTable solved = solved_table(a);
  EXPECT_THAT(solved.header, ElementsAre("n_parts", "SA"));
  EXPECT_THAT(solved.rows, ElementsAre(ElementsAre("800_2", "1"), ElementsAre("800_3", "1"),
                                       ElementsAre("Total", "2")));
  EXPECT_THAT(test_table(a).notes.front(), HasSubstr("all vertices in one part"));
  EXPECT_THAT(cli::analysis_text(a, 80, {}), Not(HasSubstr("knapsack")));
}

TEST(OtherProblems, KnapsacksKeepTheirWords) {
  const Analysis a =
      analyse_in_words({cell(some_instance("x", 100, 100, 0.25), "SA", "", {}, {90})});
  EXPECT_EQ(a.nouns.elements, "items");
  EXPECT_THAT(solved_table(a).header, ElementsAre("n_d", "SA"));
  EXPECT_THAT(test_table(a).notes.front(), HasSubstr("counts with the empty knapsack"));
}

TEST(OtherProblems, SeveralTogetherHaveNoWordsOfOne) {
  const Analysis a = analyse_in_words({cell(some_instance("x", 100, 100, 0.25), "SA", "", {}, {90}),
                                       cell(graph("G11@2", 800, 2, 564), "SA", "", {}, {564})});
  EXPECT_EQ(a.nouns.elements, "elements");
  EXPECT_THAT(solved_table(a).header, ElementsAre("n_d, n_parts", "SA"));
}

TEST(OtherProblems, ValuesAreThoseThatUsersRead) {
  const Analysis a =
      analyse_in_words({run_of(program("m"), "A", -125), run_of(program("m"), "B", -100)});
  const TextTable table = instance_table(a);
  EXPECT_THAT(table.rows.front(), ElementsAre("m", "-", "-", "1.00", "12.50", "12.5", "-", "-", "-",
                                              "1.00", "10.00", "10", "-", "-"));
  // The smaller cost is the better one.
  const auto best = best_cells(table);
  EXPECT_TRUE(best.contains({0, 11}));
  EXPECT_FALSE(best.contains({0, 5}));
  ASSERT_EQ(a.tests.size(), 2U);
  EXPECT_EQ(a.tests[0].losses, 1);
  EXPECT_DOUBLE_EQ(a.tests[1].median_difference.value(), 2.5);
}

// Costs are negative values, so that 0 would be better than any.
TEST(OtherProblems, NoAnswerIsWorseThanAny) {
  for (const Profit value : {-125, 0, 125}) {
    const Analysis a =
        analyse_in_words({run_of(program("m"), "A", value), run_of(program("m"), "B", 0, false)});
    ASSERT_EQ(a.tests.size(), 2U);
    EXPECT_EQ(a.tests[0].wins, 1) << value;
    EXPECT_EQ(a.tests[1].losses, 1) << value;
  }
}

TEST(OtherProblems, FactsAreColumnsOfTheCsv) {
  const TemporaryDirectory folder;
  write_csv(analyse_in_words({run_of(program("m"), "A", -125)}), folder.file("p"));
  EXPECT_THAT(folder.read("p/points.csv"), StartsWith("series,set,instance,n,rows,best_known,"));
  EXPECT_THAT(folder.read("p/points.csv"), HasSubstr("\nA,,m,30,8,,,,1,1,1,0,12.5,12.5,"));
  write_csv(analyse_in_words({run_of(program("m"), "A", -125),
                              cell(some_instance("x", 100, 100, 0.25), "SA", "", {}, {90})}),
            folder.file("both"));
  EXPECT_THAT(folder.read("both/points.csv"),
              StartsWith("series,set,instance,n,rows,density,tightness,best_known,"));
}

}  // namespace
}  // namespace spinsack::test
