// SPDX-License-Identifier: Apache-2.0
#include "instance/json_instance.hpp"

#include "core/error.hpp"
#include "instance/arbitrary.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace spinsack::test {
namespace {

const std::string two_named = R"({
  "name": "hike",
  "capacity": 10,
  "items": [
    {"name": "tent", "weight": 3, "profit": 5},
    {"name": "stove", "weight": 1.5, "profit": -2}
  ],
  "pairs": [
    ["tent", "stove", 4.25]
  ]
}
)";

QkpInstance read_json(std::string text, const ReadOptions& options = {}) {
  auto instances = read_instances({"folder/trip.json", std::move(text)}, options);
  EXPECT_EQ(instances.size(), 1U);
  return std::move(instances.front());
}

std::string json_error(std::string text) {
  try {
    (void)read_instances({"f", std::move(text)});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// One item list, and what else there is.
std::string json_items_error(const std::string& items, const std::string& more = "") {
  return json_error("{\"capacity\": 9,\n\"items\": [" + items + "]" + more + "}");
}

std::string json_pairs_error(const std::string& pairs) {
  return json_items_error(R"({"name": "tent", "weight": 1, "profit": 1}, )"
                          R"({"name": "stove", "weight": 1, "profit": 1})",
                          ",\n\"pairs\": [" + pairs + "]");
}

std::string json_text_of(const QkpInstance& instance) {
  return write_string([&](TextWriter& out) { write_json_instance({&instance, 1}, out); });
}

TEST(JsonInstance, ReadsNamesNumbersAndPairs) {
  const QkpInstance instance = read_json(two_named);
  EXPECT_EQ(instance.name(), "hike");
  EXPECT_TRUE(std::ranges::equal(instance.item_names(), std::vector<std::string>{"tent", "stove"}));
  EXPECT_EQ(instance.weight_digits(), 1);
  EXPECT_TRUE(std::ranges::equal(instance.weights(), std::vector<Weight>{30, 15}));
  EXPECT_EQ(instance.capacity(), 100);
  EXPECT_EQ(instance.profit_digits(), 2);
  EXPECT_TRUE(std::ranges::equal(instance.profits(), std::vector<Profit>{500, -200}));
  EXPECT_EQ(instance.pair_profits().integer(0, 1), 425);
}

TEST(JsonInstance, FieldsComeInAnyOrderAndSomeMayBeMissing) {
  const QkpInstance instance = read_json(
      R"({"pairs":[[1,0,7]],"items":[{"profit":1,"weight":2},{"weight":3,"profit":4}],"capacity":0})");
  EXPECT_EQ(instance.name(), "trip");
  EXPECT_TRUE(instance.item_names().empty());
  EXPECT_EQ(instance.pair_profits().integer(0, 1), 7);
  EXPECT_EQ(read_json(R"({"capacity":1,"items":[{"weight":2,"profit":1}]})").size(), 1);
}

TEST(JsonInstance, TheCapacityMayBeGivenApart) {
  const std::string text = R"({"items":[{"weight":2,"profit":1}]})";
  const QkpInstance instance = read_json(text, {.capacity = Decimal{25, 1}});
  EXPECT_EQ(instance.weight_digits(), 1);
  EXPECT_EQ(instance.capacity(), 25);
  EXPECT_EQ(instance.weights()[0], 20);
  EXPECT_EQ(json_error(text), "f:1:1: expected the field 'capacity', or --capacity, found neither");
}

TEST(JsonInstance, WhatIsMissingOrUnknownIsNamedWithItsPlace) {
  EXPECT_EQ(json_error("{}"), "f:1:1: expected the field 'capacity', or --capacity, found neither");
  EXPECT_EQ(json_error(R"({"capacity": 1})"), "f:1:1: expected the field 'items', found none");
  EXPECT_EQ(
      json_error(R"({"capcity": 1})"),
      "f:1:2: unknown field 'capcity'; did you mean 'capacity'? known: name, capacity, items, "
      "pairs");
  EXPECT_EQ(json_error(R"({"capacity": 1, "capacity": 2})"),
            "f:1:17: expected each field once, found 'capacity' again");
  EXPECT_EQ(json_items_error(R"({"weigth": 1})"),
            "f:2:12: unknown field 'weigth'; did you mean 'weight'? known: name, weight, profit");
  EXPECT_EQ(json_items_error(R"({"name": "tent", "profit": 1})"),
            "f:2:11: expected the field 'weight' of 'tent', found none");
  EXPECT_EQ(json_items_error(R"({"weight": 1})"),
            "f:2:11: expected the field 'profit' of an item, found none");
  EXPECT_EQ(json_items_error(""), "f:2:11: expected at least one item, found none");
  EXPECT_EQ(json_items_error("3"),
            "f:2:11: expected an item such as {\"name\": \"tent\", \"weight\": 3, \"profit\": 5}, "
            "found '3'");
  EXPECT_EQ(json_error(R"({"capacity": 1, "items": 7})"),
            "f:1:26: expected a list of items, found '7'");
  EXPECT_EQ(json_error(two_named + "x"),
            "f:12:1: expected the end of the file after the instance, found 'x'");
  EXPECT_EQ(json_error(two_named.substr(0, 60)),
            "f:5:6: expected a closing quote, found the end of the file");
}

TEST(JsonInstance, NumbersOutOfRangeAreNamedWithTheirPlace) {
  const auto weight_error = [](const std::string& weight) {
    return json_items_error("{\"weight\": " + weight + ", \"profit\": 1}");
  };
  EXPECT_EQ(weight_error("-3"), "f:2:22: expected a positive weight, found -3");
  EXPECT_EQ(weight_error("0.0"), "f:2:22: expected a positive weight, found 0.0");
  EXPECT_EQ(weight_error("\"3\""), "f:2:22: expected a weight, found the text '3'");
  EXPECT_EQ(weight_error("null"), "f:2:22: expected a weight, found 'null'");
  EXPECT_EQ(weight_error("[3]"), "f:2:22: expected a weight, found '['");
  EXPECT_EQ(weight_error("03"), "f:2:22: expected a weight, found '03'");
  EXPECT_EQ(weight_error("1e30"), "f:2:22: expected a weight with at most 18 digits, found '1e30'");
  EXPECT_EQ(json_error(R"({"capacity": 10, "items": [{"weight": 1e-18, "profit": 1}]})"),
            "f:1:39: cannot scale the numbers to integers exactly: times 10^18 they do not fit 64 "
            "bits; round them first");
  EXPECT_EQ(weight_error("4e18"),
            "f: the sum of all weights exceeds 2^61, beyond which sums could overflow");
  EXPECT_EQ(json_error(R"({"capacity": -1})"),
            "f:1:14: expected a capacity of at least 0, found -1");
  EXPECT_EQ(json_items_error(R"({"weight": 1, "profit": "much"})"),
            "f:2:35: expected a profit, found the text 'much'");
}

TEST(JsonInstance, NamesThatCannotBeMeantAreRefusedAtTheirPlace) {
  EXPECT_EQ(json_items_error("{\"name\": \"x\", \"weight\": 1, \"profit\": 1},\n"
                             "{\"name\": \"x\", \"weight\": 1, \"profit\": 1}"),
            "f:3:10: expected each name once, found 'x' again");
  EXPECT_EQ(json_items_error("{\"name\": \"x\", \"weight\": 1, \"profit\": 1},\n"
                             "{\"weight\": 1, \"profit\": 1}"),
            "f:3:1: expected a name, as the items before have one, found none");
  EXPECT_EQ(json_items_error("{\"weight\": 1, \"profit\": 1},\n"
                             "{\"name\": \"x\", \"weight\": 1, \"profit\": 1}"),
            "f:3:10: expected no name, as the items before have none, found 'x'");
  EXPECT_EQ(json_items_error(R"({"name": "", "weight": 1, "profit": 1})"),
            "f:2:20: expected a name, found nothing");
  EXPECT_EQ(json_items_error(R"({"name": "a\u001b[2J", "weight": 1, "profit": 1})"),
            "f:2:20: expected a name without control characters, found 'a\\x1b[2J'");
  EXPECT_EQ(json_items_error(R"({"name": 7, "weight": 1, "profit": 1})"),
            "f:2:20: expected a name in quotes, found '7'");
  EXPECT_EQ(json_error(R"({"name": "a\nb"})"),
            "f:1:10: expected a name without control characters, found 'a\\x0ab'");
}

TEST(JsonInstance, PairsThatCannotBeMeantAreRefusedAtTheirPlace) {
  EXPECT_EQ(json_pairs_error(R"(["tnet", "stove", 4])"),
            "f:3:12: expected the name of an item, found 'tnet'; did you mean 'tent'?");
  EXPECT_EQ(json_pairs_error(R"(["tent", 1, 4])"),
            "f:3:20: expected the name of an item in quotes, found '1'");
  EXPECT_EQ(json_pairs_error(R"(["tent", "tent", 4])"),
            "f:3:11: expected two different items, found 'tent' twice");
  EXPECT_EQ(json_pairs_error("[\"tent\", \"stove\", 4],\n[\"stove\", \"tent\", 4]"),
            "f:4:1: expected each pair once, found 'tent' and 'stove' again");
  EXPECT_EQ(json_pairs_error(R"(["tent", "stove"])"),
            "f:3:27: expected a profit, found the end of the pair");
  EXPECT_EQ(json_pairs_error(R"([])"), "f:3:12: expected an item, found the end of the pair");
  EXPECT_EQ(json_pairs_error(R"(["tent", "stove", 4, 5])"),
            "f:3:30: expected ']' after the profit of a pair, found ','");
  EXPECT_EQ(json_pairs_error(R"({"tent": 4})"),
            "f:3:11: expected a pair such as [\"tent\", \"stove\", 4], found '{'");
  const auto numbered = [](const std::string& pair) {
    return json_items_error(R"({"weight": 1, "profit": 1}, {"weight": 1, "profit": 1})",
                            ",\n\"pairs\": [" + pair + "]");
  };
  EXPECT_EQ(numbered("[0, 2, 4]"), "f:3:15: expected an item in 0..1, found '2'");
  EXPECT_EQ(numbered("[-1, 1, 4]"), "f:3:12: expected an item in 0..1, found '-1'");
  EXPECT_EQ(numbered("[0, 0.5, 4]"), "f:3:15: expected an item in 0..1, found '0.5'");
  EXPECT_EQ(numbered(R"(["tent", 0, 4])"),
            "f:3:12: expected an item, by number since items have no names, found the text 'tent'");
}

TEST(JsonInstance, IsDetectedByItsBeginning) {
  EXPECT_TRUE(detect_json_instance(" \n{ \"capacity\""));
  EXPECT_TRUE(detect_json_instance("{}"));
  EXPECT_FALSE(detect_json_instance("{a name}\n3\n"));
  EXPECT_FALSE(detect_json_instance("{"));
  EXPECT_FALSE(detect_json_instance(""));
  EXPECT_FALSE(detect_json_instance("[1]"));
}

TEST(JsonInstance, WritesWhatItReads) {
  EXPECT_EQ(json_text_of(read_json(two_named)), two_named);
  const std::string numbered =
      "{\n  \"name\": \"x\",\n  \"capacity\": 1,\n  \"items\": [\n    {\"weight\": 2, \"profit\": "
      "1}\n  ],\n  \"pairs\": []\n}\n";
  EXPECT_EQ(json_text_of(read_json(numbered)), numbered);
}

TEST(JsonInstance, HoldsOneInstance) {
  const QkpInstance one = read_json(two_named);
  const std::vector<QkpInstance> two{one, one};
  EXPECT_THROW((void)write_string([&](TextWriter& out) { write_json_instance(two, out); }),
               UsageError);
}

TEST(JsonInstance, WrittenInstancesReadBackEqual) {
  EXPECT_TRUE(always("read(write(x)) == x", [] {
    const QkpInstance instance = test::arbitrary_named_instance("f");
    const auto again = read_instances({"f", json_text_of(instance)});
    must(again.size() == 1U);
    must(again.front().name() == "f");
    must(test::same_numbers(again.front(), instance));
    must(std::ranges::equal(again.front().item_names(), instance.item_names()));
  }));
}

}  // namespace
}  // namespace spinsack::test
