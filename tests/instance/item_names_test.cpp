// SPDX-License-Identifier: Apache-2.0
#include "instance/item_names.hpp"

#include "core/error.hpp"
#include "instance/qkp.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace spinsack {
namespace {

TEST(ItemNames, AreAnyTextThatFitsOnALine) {
  for (const char* const good : {"tent", "a b", "7", "#1", "Köttbullar", "日本", "\"x\", y;z"})
    EXPECT_EQ(broken_name_rule(good), "") << good;
  EXPECT_EQ(broken_name_rule(std::string(200, 'x')), "");
  EXPECT_EQ(broken_name_rule(""), "a name");
  EXPECT_EQ(broken_name_rule(std::string(201, 'x')), "a name of at most 200 bytes");
  EXPECT_EQ(broken_name_rule(" x"), "a name without blanks around it");
  EXPECT_EQ(broken_name_rule("x "), "a name without blanks around it");
  for (const char* const control : {"a\nb", "a\tb", "\x1b[31m", "\x7f", "\xc2\x9b"})
    EXPECT_EQ(broken_name_rule(control), "a name without control characters") << control;
  EXPECT_EQ(broken_name_rule("caf\xe9"), "a name in UTF-8");
}

TEST(ItemNames, AreQuotedAsTheyAreIfTheyAreGood) {
  EXPECT_EQ(quoted_name("Köttbullar"), "'Köttbullar'");
  EXPECT_EQ(quoted_name("a\nb"), "'a\\x0ab'");
}

TEST(ItemNames, AsJson) {
  const std::vector<std::string> names{"a", "b \"c\"", "d"};
  EXPECT_EQ(names_json(names, std::array<Index, 2>{1, 2}), R"(["b \"c\"","d"])");
}

TEST(ItemLookup, FindsItemsAndHints) {
  const std::vector<std::string> names{"tent", "stove", "tent"};
  const ItemLookup lookup(names);
  EXPECT_EQ(lookup.find("stove"), Index{1});
  EXPECT_EQ(lookup.find("Stove"), std::nullopt);
  EXPECT_EQ(lookup.repeated(), Index{2});
  EXPECT_EQ(lookup.unknown("stvoe"),
            "expected the name of an item, found 'stvoe'; did you mean 'stove'?");
  EXPECT_EQ(lookup.unknown("refrigerator"), "expected the name of an item, found 'refrigerator'");
}

std::string error_with_names(std::vector<std::string> names, Weight weight = 1) {
  try {
    (void)QkpInstance({.name = "two",
                       .profit = {1, 2},
                       .weight = {1, weight},
                       .pair_profit = SymmetricRowsBuilder(2).finish(),
                       .capacity = 1,
                       .item_names = std::move(names)});
  } catch (const InvalidInstance& error) {
    return error.what();
  }
  return "no error";
}

TEST(ItemNames, OfAnInstanceAreAsManyAsItemsAndDistinct) {
  EXPECT_EQ(error_with_names({}), "no error");
  EXPECT_EQ(error_with_names({"a", "b"}), "no error");
  EXPECT_EQ(error_with_names({"a"}), "two: 1 names for 2 items");
  EXPECT_EQ(error_with_names({"a", "a"}), "two: two items are called 'a'");
  EXPECT_EQ(error_with_names({"a", "b\n"}),
            "two: expected a name without control characters, found 'b\\x0a'");
  EXPECT_EQ(error_with_names({"a", "b"}, 0), "two: weight of 'b' = 0, must be >= 1");
}

}  // namespace
}  // namespace spinsack
