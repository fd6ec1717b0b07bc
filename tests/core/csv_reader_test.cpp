// SPDX-License-Identifier: Apache-2.0
#include "core/csv_reader.hpp"

#include "core/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spinsack {
namespace {

using Records = std::vector<std::vector<std::string>>;

Records records_of(const std::string& text) {
  CsvReader csv("f", text);
  Records records;
  while (csv.next()) {
    records.emplace_back();
    for (const CsvReader::Cell& cell : csv.cells()) records.back().push_back(cell.text);
  }
  return records;
}

std::string csv_error(const std::string& text) {
  try {
    (void)records_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CsvReader, SplitsRecordsIntoCells) {
  EXPECT_EQ(records_of("a,b\n1,2\n"), (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records_of("a,b\r\n1,2"), (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records_of(""), Records{});
  EXPECT_EQ(records_of("one\ntwo\r"), (Records{{"one"}, {"two"}}));
}

TEST(CsvReader, TakesTheFirstSeparatorThatIsNotQuoted) {
  EXPECT_EQ(records_of("a;b,c\n"), (Records{{"a", "b,c"}}));
  EXPECT_EQ(records_of("a\tb;c\n1\t2\n"), (Records{{"a", "b;c"}, {"1", "2"}}));
  EXPECT_EQ(records_of("\"a;b\",c\n"), (Records{{"a;b", "c"}}));
}

TEST(CsvReader, ReadsQuotesAsTheStandardSays) {
  EXPECT_EQ(records_of("\"a, \"\"b\"\"\",c\n"), (Records{{"a, \"b\"", "c"}}));
  EXPECT_EQ(records_of("\"two\r\nlines\",c\n"), (Records{{"two\r\nlines", "c"}}));
  EXPECT_EQ(records_of("\" x \" , y \n"), (Records{{" x ", "y"}}));
  EXPECT_EQ(records_of("5\" nail,c\n"), (Records{{"5\" nail", "c"}}));
}

TEST(CsvReader, PassesOverWhatSpreadsheetsPadWith) {
  EXPECT_EQ(records_of("a,1,,\n,,,\n\n  \n b , ,2\n"), (Records{{"a", "1"}, {"b", "", "2"}}));
}

TEST(CsvReader, KnowsWhereCellsStand) {
  CsvReader csv("f", "a,b\n\n x, \"y\"\n");
  ASSERT_TRUE(csv.next());
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.start(), 6U);
  EXPECT_EQ(csv.cells()[0].offset, 6U);
  EXPECT_EQ(csv.cells()[1].offset, 9U);
  EXPECT_FALSE(csv.next());
  EXPECT_TRUE(csv.cells().empty());
  EXPECT_EQ(csv.start(), 13U);
}

TEST(CsvReader, RefusesQuotesThatDoNotMatch) {
  EXPECT_EQ(csv_error("a,b\n\"x,y\n"),
            "f:2:1: expected a closing quote, found the end of the file");
  EXPECT_EQ(csv_error("\"a\"b,c\n"),
            "f:1:4: expected ',' or the end of the line after a quoted cell, found 'b'");
}

}  // namespace
}  // namespace spinsack
