// SPDX-License-Identifier: Apache-2.0
#include "analysis/text_tables.hpp"

#include "analysis/csv.hpp"
#include "analysis/hand_made.hpp"
#include "analysis/number_text.hpp"
#include "analysis_page.hpp"
#include "support/temporary_directory.hpp"
#include "terminal/text_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace spinsack {
namespace {

using test::analyse;
using test::cell;
using test::some_instance;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(NumberText, LooksLikeThePaper) {
  EXPECT_EQ(number_text::gap(0.37), "0.370");
  EXPECT_EQ(number_text::gap(0.0084), "8.4E-3");
  EXPECT_EQ(number_text::gap(0.00044), "4.4E-4");
  EXPECT_EQ(number_text::gap(0.0), "0.000");
  EXPECT_EQ(number_text::gap(-0.0), "0.000");
  EXPECT_EQ(number_text::gap(-0.002), "-2.0E-3");
  EXPECT_EQ(number_text::gap(std::nullopt), "-");
  EXPECT_EQ(number_text::probability(1.8e-13), "2E-13");
  EXPECT_EQ(number_text::probability(0.504), "0.504");
  EXPECT_EQ(number_text::probability(0.9995), ">0.999");
  EXPECT_EQ(number_text::probability(1.0), ">0.999");
  EXPECT_EQ(number_text::probability(std::nullopt), "-");
  EXPECT_EQ(number_text::short_number(0.01234), "0.0123");
  EXPECT_EQ(number_text::short_number(4.567), "4.57");
  EXPECT_EQ(number_text::short_number(17345.0), "17345");
  EXPECT_EQ(number_text::short_number(4.2e-5), "4.20E-5");
  EXPECT_EQ(number_text::short_number(0.0), "0");
  EXPECT_EQ(number_text::interval(0.5, std::nullopt), "[0.500, -]");
}

Analysis small_analysis() {
  std::vector<CellRecord> records;
  for (int i = 1; i <= 3; ++i)
    for (const double lambda : {0.5, 1.0, 2.0}) {
      const InstanceRecord x = some_instance("x" + std::to_string(i), 1000, 100 * i);
      const std::string strength = fmt::format("{}", lambda);
      records.push_back(cell(x, "SA", strength, lambda, {i == 1 ? -1 : 900, -950}));
      records.push_back(cell(x, "SA-RI", strength, lambda, {lambda == 1 ? 1000 : 990 + i, 980}));
    }
  records.push_back(cell(some_instance("y", std::nullopt, 100), "SA-RI", "1", 1, {5}));
  return analyse(records);
}

TEST(TextTables, HaveWholeRowsAndNoNaN) {
  const std::vector<TextTable> tables = text_tables(small_analysis());
  EXPECT_GE(tables.size(), 9U);
  for (const TextTable& table : tables) {
    EXPECT_LT(table.keys, table.header.size()) << table.name;
    for (const auto& row : table.rows) {
      EXPECT_EQ(row.size(), table.header.size()) << table.name;
      for (const std::string& text : row) {
        EXPECT_FALSE(text.empty()) << table.name;
        EXPECT_THAT(text, Not(HasSubstr("nan"))) << table.name;
        EXPECT_THAT(text, Not(HasSubstr("inf"))) << table.name;
      }
    }
  }
}

TEST(TextTables, SayWhatIsMissing) {
  const Analysis a = small_analysis();
  const TextTable gaps = gap_table(a);
  EXPECT_THAT(gaps.header, ElementsAre("n_d", "SA", "SA-RI"));
  ASSERT_EQ(gaps.rows.size(), 4U);
  EXPECT_THAT(gaps.rows[0], ElementsAre("100_25", "-", "0.000"));
  EXPECT_THAT(gaps.rows[1], ElementsAre("200_25", "10.000", "0.000"));
  EXPECT_THAT(gaps.rows[3], ElementsAre("Mean", "10.000", "0.000"));
  ASSERT_EQ(gaps.notes.size(), 1U);
  EXPECT_THAT(gaps.notes.front(), HasSubstr("SA: 1 of 3 instances have no feasible run"));
  EXPECT_THAT(solved_table(a).rows[3], ElementsAre("Total", "0", "3"));
  const TextTable instances = instance_table(a);
  EXPECT_THAT(instances.rows[0], ElementsAre("x1", "1000", "-", "-", "-", "-", "-", "-", "1",
                                             "1.00", "990.00", "1000", "0.000", "0.50"));
  EXPECT_THAT(instances.rows[1], ElementsAre("y", "-", "-", "-", "-", "-", "-", "-", "1", "1.00",
                                             "5.00", "5", "-", "-"));
}

TEST(TextTables, OfNothingAreNone) {
  EXPECT_TRUE(text_tables(Analyst().finish()).empty());
  EXPECT_THAT(cli::analysis_text(Analyst().finish(), 80, {}), HasSubstr("0 runs"));
}

TEST(TextTables, OfOneMethodOnOneInstance) {
  const std::vector<TextTable> tables =
      text_tables(analyse({cell(some_instance("x", 10), "Greedy", "", {}, {10})}));
  std::vector<std::string> names;
  for (const TextTable& table : tables) names.push_back(table.name);
  EXPECT_THAT(names, ElementsAre("summary", "solved", "gap", "best_known", "times", "run_times",
                                 "success", "instances"));
}

TEST(AnalysisCsv, QuotesWhatNeedsIt) {
  const TextTable table{.name = "t",
                        .title = "",
                        .header = {"a,b", "c"},
                        .rows = {{"say \"x\"", "two\nlines"}, {"plain", ""}}};
  EXPECT_EQ(csv_text(table), "\"a,b\",c\r\n\"say \"\"x\"\"\",\"two\nlines\"\r\nplain,\r\n");
}

// Else a spreadsheet computes what a label of a plan says.
TEST(AnalysisCsv, NothingIsAFormula) {
  const TextTable table{.name = "t",
                        .title = "",
                        .header = {"=1+1", "@x"},
                        .rows = {{"-SA", "+SA, fast"},
                                 {"-1.5", "+2"},
                                 {"-1e-05", "-"},
                                 {"\t=x", "-1 [-2, 3]"},
                                 {"a=b", "-inf"}}};
  EXPECT_EQ(csv_text(table),
            "'=1+1,'@x\r\n'-SA,\"'+SA, fast\"\r\n-1.5,+2\r\n-1e-05,-\r\n'\t=x,\"'-1 [-2, 3]\"\r\n"
            "a=b,-inf\r\n");
}

TEST(AnalysisCsv, WritesATableEach) {
  const test::TemporaryDirectory folder;
  write_csv(small_analysis(), folder.file("deep/er"));
  EXPECT_EQ(folder.read("deep/er/gap.csv"),
            "n_d,SA,SA-RI\r\n100_25,-,0.000\r\n200_25,10.000,0.000\r\n300_25,10.000,0.000\r\n"
            "Mean,10.000,0.000\r\n");
  EXPECT_EQ(folder.names().size(), 1U);
  EXPECT_TRUE(folder.read("deep/er/regression.csv").starts_with("series,instances,A,"));
  const std::string points = folder.read("deep/er/points.csv");
  EXPECT_EQ(std::count(points.begin(), points.end(), '\n'), 1 + 19);
  EXPECT_THAT(points,
              HasSubstr("\r\nSA-RI,,x1,100,0.25,0.5,1000,1,1,1,2,2,1,1000,990,0,1,0.05,0.5,"));
}

TEST(AnalysisPage, FitsTheWidthAndShowsCharts) {
  const Analysis a = small_analysis();
  const std::string text = cli::analysis_text(a, 60, {.unicode = true});
  EXPECT_THAT(text, HasSubstr("against the penalty strength, n = 200"));
  EXPECT_THAT(text, HasSubstr("● SA  ○ SA-RI"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_FALSE(line.ends_with(' ')) << line;
    if (line.starts_with("  ")) {
      EXPECT_LE(cli::shown_width(line), 60U) << line;
    }
  }
  const std::string plain = cli::analysis_text(a, 60, {});
  EXPECT_TRUE(std::all_of(plain.begin(), plain.end(), [](char c) { return c > 0; }));
}

TEST(AnalysisPage, AChartHasAnAxisPerStrengthAndALineForZero) {
  const InstanceRecord x = some_instance("x", 1000);
  const std::string text =
      cli::analysis_text(analyse({cell(x, "SA", "2^-1", 0.5, {900}), cell(x, "SA", "2^0", 1, {990}),
                                  cell(x, "SA", "2^1", 2, {1000})}),
                         40, {});
  EXPECT_THAT(text, HasSubstr("  10.000 |     a\n"));
  EXPECT_THAT(text, HasSubstr("   1.000 |           a\n"));
  EXPECT_THAT(text, HasSubstr("       0 |                 a\n"));
  EXPECT_THAT(text, HasSubstr("         +------------------\n"));
  EXPECT_THAT(text, HasSubstr("            2^-1   2^0   2^1\n"));
}

TEST(AnalysisPage, OfManyTestsThoseOfTheBestSeries) {
  std::vector<CellRecord> records;
  for (const char* const name : {"A", "B", "C", "D", "E"})
    records.push_back(cell(some_instance("x", 1000), name, "", {}, {name[0] == 'D' ? 1000 : 900}));
  const Analysis a = analyse(records);
  EXPECT_EQ(test_table(a).rows.size(), 20U);
  const std::string text = cli::analysis_text(a, 200, {});
  EXPECT_THAT(text, HasSubstr("  D       E "));
  EXPECT_THAT(text, Not(HasSubstr("  E       D ")));
}

TEST(AnalysisPage, AWideTableIsCut) {
  const TextTable table{.name = "t",
                        .title = "Title",
                        .notes = {"a note"},
                        .header = {"key", "first", "second"},
                        .rows = {{"k", "1", "2"}}};
  EXPECT_EQ(cli::table_text(table, 40),
            "Title\n\n  key  first  second\n  k        1       2\n\n  a note\n");
  EXPECT_EQ(cli::table_text(table, 15),
            "Title\n\n  key  first\n  k        1\n\n  key  second\n  k         2\n\n  a note\n");
}

}  // namespace
}  // namespace spinsack
