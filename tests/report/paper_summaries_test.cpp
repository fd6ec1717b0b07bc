// SPDX-License-Identifier: Apache-2.0
#include "report/paper_summaries.hpp"

#include "report/example_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace spinsack::test {
namespace {

std::string cell_of(const TextTable& table, std::size_t row, std::string_view heading) {
  for (std::size_t c = 0; c < table.header.size(); ++c)
    if (table.header[c] == heading) return table.rows.at(row)[c];
  return "no column";
}

const TextTable* find_table(const std::vector<TextTable>& tables, std::string_view name) {
  const auto place = std::ranges::find(tables, name, &TextTable::name);
  return place == tables.end() ? nullptr : &*place;
}

Series series(const char* name, const char* method, const ParameterValues& parameters = {}) {
  Series made;
  made.name = name;
  made.method = method;
  made.parameters = parameters;
  return made;
}

TEST(PaperSummaries, CallSeriesAsThePaperDoes) {
  EXPECT_EQ(published_series(series("SA-RI", "sa")), "SA-RI");
  EXPECT_EQ(published_series(series("M-RI unary", "sa")), "AE-RI unary");
  EXPECT_EQ(published_series(series("M", "sa")), "AE");
  EXPECT_EQ(published_series(series("Mine", "sa")), "Mine");
  EXPECT_EQ(published_series(series("any", "dp")), "DP+FE");
  EXPECT_EQ(published_series(series("greedy", "greedy")), "Greedy");
  EXPECT_EQ(published_series(series("g", "greedy", {{"variant", "relative"}})), "g");
}

TEST(PaperSummaries, TimesStandBesideTimes) {
  const auto tables = paper_summary_tables(example_analysis({.sizes = {100}}));
  const TextTable* const times = find_table(tables, "published_times");
  ASSERT_NE(times, nullptr);
  ASSERT_EQ(times->rows.size(), 1U) << "only SA-RI was timed";
  EXPECT_EQ(cell_of(*times, 0, "n_d"), "100_25");
  EXPECT_EQ(cell_of(*times, 0, "published machine"), "4.40");
  EXPECT_EQ(cell_of(*times, 0, "published repair"), "9.00E-4");
  EXPECT_EQ(cell_of(*times, 0, "published total"), "-");
}

TEST(PaperSummaries, EncodingsStandBesideEncodings) {
  const auto tables = paper_summary_tables(
      example_analysis({.sizes = {200}, .variants = {"M-RI offset", "M-RI lagrange"}}));
  const TextTable* const encodings = find_table(tables, "published_encodings");
  ASSERT_NE(encodings, nullptr);
  ASSERT_EQ(encodings->rows.size(), 1U) << "the paper has no lagrange";
  EXPECT_EQ(cell_of(*encodings, 0, "published of 10"), "9");
  EXPECT_EQ(cell_of(*encodings, 0, "published gap"), "0.034");
}

TEST(PaperSummaries, TestsStandBesideTests) {
  Analyst analyst;
  add_example(analyst, {.variants = {"M-RI"}});
  add_example(analyst, {.variants = {"ihea"}, .change = [](CellRecord& cell) {
                          cell.cell += "i";
                          cell.method = "ihea";
                        }});
  const auto tables = paper_summary_tables(analyst.finish());
  const TextTable* const tests = find_table(tables, "published_tests");
  ASSERT_NE(tests, nullptr);
  ASSERT_EQ(tests->rows.size(), 1U);
  EXPECT_EQ(cell_of(*tests, 0, "published against"), "IHEA");
  EXPECT_EQ(cell_of(*tests, 0, "published worse"), "18");
  EXPECT_EQ(cell_of(*tests, 0, "published p"), ">0.999");
}

TEST(PaperSummaries, OtherSeriesHaveNone) {
  EXPECT_TRUE(paper_summary_tables(example_analysis({.variants = {"Mine", "Yours"}})).empty());
}

}  // namespace
}  // namespace spinsack::test
