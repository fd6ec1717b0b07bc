// SPDX-License-Identifier: Apache-2.0
#include "instance/csv_instance.hpp"

#include "core/error.hpp"
#include "instance/arbitrary.hpp"
#include "support/property.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace spinsack::test {
namespace {

const std::string items_only = "name,weight,profit\ntent,3,5\nstove,1.5,-2\n";
const std::string whole = "capacity,10\n" + items_only + "\na,b,profit\ntent,stove,4.25\n";

QkpInstance read_csv(std::string text, const ReadOptions& options = {}) {
  auto instances = read_instances({"folder/trip.csv", std::move(text)}, options);
  EXPECT_EQ(instances.size(), 1U);
  return std::move(instances.front());
}

std::string csv_instance_error(std::string text, const ReadOptions& options = {}) {
  try {
    (void)read_instances({"f", std::move(text)}, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string csv_items_error(const std::string& rows) {
  return csv_instance_error("capacity,9\nname,weight,profit\n" + rows);
}

std::string csv_pairs_error(const std::string& rows) { return csv_instance_error(whole + rows); }

std::string csv_text(const QkpInstance& instance) {
  return write_string([&](TextWriter& out) { write_csv_instance({&instance, 1}, out); });
}

void expect_the_two_items(const QkpInstance& instance) {
  EXPECT_TRUE(std::ranges::equal(instance.item_names(), std::vector<std::string>{"tent", "stove"}));
  EXPECT_EQ(instance.weight_digits(), 1);
  EXPECT_TRUE(std::ranges::equal(instance.weights(), std::vector<Weight>{30, 15}));
  EXPECT_EQ(instance.capacity(), 100);
  EXPECT_EQ(instance.profit_digits(), 2);
  EXPECT_TRUE(std::ranges::equal(instance.profits(), std::vector<Profit>{500, -200}));
  EXPECT_EQ(instance.pair_profits().integer(0, 1), 425);
}

TEST(CsvInstance, ReadsCapacityItemsAndPairs) {
  const QkpInstance instance = read_csv(whole);
  EXPECT_EQ(instance.name(), "trip");
  expect_the_two_items(instance);
}

TEST(CsvInstance, ReadsWhatSpreadsheetsOfOtherCountriesWrite) {
  expect_the_two_items(
      read_csv("Capacity;10;\r\n;;\r\nProfit;Weight;Name\r\n5;3;tent\r\n-2;1.5;\"stove\"\r\n;;\r\n"
               "b;a;profit\r\ntent;stove;4.25\r\n"));
  expect_the_two_items(
      read_csv("capacity\t10\nname\tweight\tprofit\ntent\t3\t5\nstove\t1.5\t-"
               "2\na\tb\tprofit\nstove\ttent\t4.25"));
}

TEST(CsvInstance, PairsMayBeAFileOfTheirOwn) {
  const test::TemporaryDirectory directory;
  directory.write("pairs.csv", "profit;a;b\n4.25;stove;tent\n");
  const ReadOptions options{.pairs = directory.file("pairs.csv"), .capacity = Decimal{10}};
  expect_the_two_items(read_csv(items_only, options));
  EXPECT_EQ(csv_instance_error(whole, options),
            "f:6:1: expected the pairs in " + options.pairs +
                ", as --pairs says, found a table of pairs here too");
  EXPECT_EQ(csv_instance_error("2 1 int\n0 1 3\n4 6\n5\n", options),
            "--pairs: expected a table of items (format csv) beside it, found f in format edges");

  directory.write("pairs.csv", "a,b,profit\ntent,stvoe,4\n");
  EXPECT_EQ(
      csv_instance_error(items_only, options),
      options.pairs + ":2:6: expected the name of an item, found 'stvoe'; did you mean 'stove'?");
  directory.write("pairs.csv", "a,b,profit\ntent,stove,4\n\nstove,tent,4\n");
  EXPECT_EQ(csv_instance_error(items_only, options),
            options.pairs + ":4:1: expected each pair once, found 'tent' and 'stove' again");
  directory.write("pairs.csv", "a,b,value\ntent,stove,4\n");
  EXPECT_EQ(csv_instance_error(items_only, options),
            options.pairs + ":1:5: unknown column 'value'; known: a, b, profit");
  directory.write("pairs.csv", "a,b\ntent,stove\n");
  EXPECT_EQ(csv_instance_error(items_only, options),
            options.pairs + ":1:1: expected a column 'profit', found none");
  directory.write("pairs.csv", "\n");
  EXPECT_EQ(csv_instance_error(items_only, options),
            options.pairs + ":1:1: expected the heading a,b,profit, found an empty file");
  EXPECT_THROW(
      (void)read_csv(items_only, {.pairs = directory.file("none"), .capacity = Decimal{1}}),
      FileError);
}

TEST(CsvInstance, ItemsWithoutNamesAreNumberedFromZero) {
  const QkpInstance instance = read_csv("capacity,5\nweight,profit\n1,2\n3,4\na,b,profit\n1,0,7\n");
  EXPECT_TRUE(instance.item_names().empty());
  EXPECT_EQ(instance.pair_profits().integer(0, 1), 7);
  EXPECT_EQ(csv_instance_error("capacity,5\nweight,profit\n1,2\n3,4\na,b,profit\n1,2,7\n"),
            "f:6:3: expected an item in 0..1, found '2'");
}

TEST(CsvInstance, ACapacityGivenApartCountsMore) {
  EXPECT_EQ(read_csv(items_only, {.capacity = Decimal{4}}).capacity(), 40);
  EXPECT_EQ(read_csv(whole, {.capacity = Decimal{4}}).capacity(), 40);
}

TEST(CsvInstance, HeadingsThatCannotBeMeantAreRefusedAtTheirPlace) {
  EXPECT_EQ(csv_instance_error(items_only),
            "f:1:1: expected a line 'capacity,NUMBER' before the heading, or --capacity, found "
            "neither");
  EXPECT_EQ(csv_instance_error("capacity,1\ncapacity,2\n" + items_only),
            "f:2:1: expected one capacity, found another");
  EXPECT_EQ(csv_instance_error("capacity,\n" + items_only),
            "f:1:9: expected a capacity, found nothing");
  EXPECT_EQ(csv_instance_error("capacity,-2\n" + items_only),
            "f:1:10: expected a capacity of at least 0, found -2");
  EXPECT_EQ(csv_instance_error("capacity,1\n"),
            "f:2:1: expected the heading name,weight,profit, found the end of the file");
  EXPECT_EQ(
      csv_instance_error("a,b,profit\nx,y,1\n"),
      "f:1:1: expected a table of items with the heading name,weight,profit, found a table of "
      "pairs, which --pairs takes");
  EXPECT_EQ(csv_instance_error("name,wieght,profit\nx,1,1\n"),
            "f:1:6: unknown column 'wieght'; did you mean 'weight'? known: name, weight, profit");
  EXPECT_EQ(csv_instance_error("name,weight\nx,1\n"),
            "f:1:1: expected a column 'profit', found none");
  EXPECT_EQ(csv_instance_error("name,weight,profit,weight\nx,1,1,1\n"),
            "f:1:20: expected each column once, found 'weight' again");
  EXPECT_EQ(csv_items_error(""), "f:3:1: expected at least one item, found none");
}

TEST(CsvInstance, ItemsThatCannotBeMeantAreRefusedAtTheirPlace) {
  EXPECT_EQ(csv_items_error("tent,3\n"), "f:3:7: expected profit after '3', found nothing");
  EXPECT_EQ(csv_items_error("tent,,5\n"), "f:3:6: expected a weight, found nothing");
  EXPECT_EQ(csv_items_error(",3,5\n"), "f:3:1: expected a name, found nothing");
  EXPECT_EQ(csv_items_error("tent,3,5,7\n"), "f:3:10: expected 3 cells as in the heading, found 4");
  EXPECT_EQ(csv_items_error("tent,heavy,5\n"), "f:3:6: expected a weight, found 'heavy'");
  EXPECT_EQ(csv_items_error("tent,-3,5\n"), "f:3:6: expected a positive weight, found -3");
  EXPECT_EQ(csv_items_error("tent,0,5\n"), "f:3:6: expected a positive weight, found 0");
  EXPECT_EQ(csv_items_error("tent,\"2,5\",5\n"),
            "f:3:6: expected a weight, found '2,5'; decimals have a point");
  EXPECT_EQ(csv_items_error("tent,3,5\ntent,4,5\n"),
            "f:4:1: expected each name once, found 'tent' again");
  EXPECT_EQ(csv_items_error("\"two\nlines\",3,5\n"),
            "f:3:1: expected a name without control characters, found 'two\\x0alines'");
  EXPECT_EQ(csv_items_error("caf\xe9,3,5\n"), "f:3:1: expected a name in UTF-8, found 'caf\\xe9'");
  EXPECT_EQ(csv_items_error("\"tent,3,5\n"),
            "f:3:1: expected a closing quote, found the end of the file");
}

TEST(CsvInstance, PairsThatCannotBeMeantAreRefusedAtTheirPlace) {
  EXPECT_EQ(csv_pairs_error("tent,tent,1\n"),
            "f:8:1: expected two different items, found 'tent' twice");
  EXPECT_EQ(csv_pairs_error("stove,tent,1\n"),
            "f:8:1: expected each pair once, found 'tent' and 'stove' again");
  EXPECT_EQ(csv_pairs_error("tnet,stove,1\n"),
            "f:8:1: expected the name of an item, found 'tnet'; did you mean 'tent'?");
  EXPECT_EQ(csv_pairs_error("tent,0,1\n"), "f:8:6: expected the name of an item, found '0'");
  EXPECT_EQ(csv_pairs_error("tent,stove\n"),
            "f:8:11: expected profit after 'stove', found nothing");
  EXPECT_EQ(csv_pairs_error("tent,stove,x\n"), "f:8:12: expected a profit, found 'x'");
}

TEST(CsvInstance, IsDetectedByAHeading) {
  EXPECT_TRUE(detect_csv_instance(items_only));
  EXPECT_TRUE(detect_csv_instance("\n Capacity ; 3\n"));
  EXPECT_TRUE(detect_csv_instance("\"name\"\t\"wieght\"\n"));
  EXPECT_FALSE(detect_csv_instance("name,weight,profit\n3\n1 2 3\n"));  // a name of an old format
  EXPECT_FALSE(detect_csv_instance("name weight profit\n"));
  EXPECT_FALSE(detect_csv_instance("x,y\n1,2\n"));
  EXPECT_FALSE(detect_csv_instance(""));
}

TEST(CsvInstance, WritesWhatItReads) {
  EXPECT_EQ(csv_text(read_csv(whole)), whole);
  const std::string quoted = "capacity,1\nname,weight,profit\n\"5\"\" nail, long\",1,2\n";
  EXPECT_EQ(csv_text(read_csv(quoted)), quoted);
  const std::string numbered = "capacity,1\nweight,profit\n1,2\n3,4\n\na,b,profit\n0,1,5\n";
  EXPECT_EQ(csv_text(read_csv(numbered)), numbered);
}

TEST(CsvInstance, WrittenInstancesReadBackEqual) {
  EXPECT_TRUE(always("read(write(x)) == x", [] {
    const QkpInstance instance = test::arbitrary_named_instance("f");
    const auto again = read_instances({"f", csv_text(instance)});
    must(again.size() == 1U);
    must(test::same_numbers(again.front(), instance));
    must(std::ranges::equal(again.front().item_names(), instance.item_names()));
  }));
}

}  // namespace
}  // namespace spinsack::test
