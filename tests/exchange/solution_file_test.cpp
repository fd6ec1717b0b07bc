// SPDX-License-Identifier: Apache-2.0
#include "exchange/solution_file.hpp"

#include "core/error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace spinsack {
namespace {

using Items = std::vector<Index>;

QkpInstance with_names(std::vector<std::string> names) {
  const std::size_t n = names.size();
  return QkpInstance({.name = "named",
                      .profit = std::vector<Profit>(n, 1),
                      .weight = std::vector<Weight>(n, 1),
                      .pair_profit = SymmetricRowsBuilder(static_cast<Index>(n)).finish(),
                      .capacity = 2,
                      .item_names = std::move(names)});
}

Items read(const std::string& text, const QkpInstance& instance) {
  return read_solution({"f", text}, instance);
}

std::string solution_error(const std::string& text, const QkpInstance& instance) {
  try {
    (void)read(text, instance);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string written(const QkpInstance& instance, const Items& items) {
  const std::array<std::string, 1> notes{"a note"};
  return write_string([&](TextWriter& out) { write_solution(instance, items, notes, out); });
}

TEST(SolutionFile, KeepsNamesBesideNumbers) {
  const QkpInstance trip = with_names({"tent", "sleeping bag", "stove"});
  const std::string text = "# a note\n0\ttent\n1\tsleeping bag\n";
  EXPECT_EQ(written(trip, {0, 1}), text);
  EXPECT_EQ(read(text, trip), (Items{0, 1}));
}

TEST(SolutionFile, TakesNamesNumbersAndDigits) {
  const QkpInstance trip = with_names({"tent", "sleeping bag", "stove"});
  EXPECT_EQ(read("stove\n\n  sleeping bag \r\n", trip), (Items{1, 2}));
  EXPECT_EQ(read("2\n0\n", trip), (Items{0, 2}));
  EXPECT_EQ(read("2 0\nsleeping bag\n", trip), (Items{0, 1, 2}));
  EXPECT_EQ(read("1 sleeping bag", trip), (Items{1}));
  EXPECT_EQ(read("101\n", trip), (Items{0, 2}));
  EXPECT_EQ(read("# nothing\n", trip), Items{});
}

TEST(SolutionFile, NamesThatLookLikeSomethingElseComeBack) {
  const QkpInstance odd = with_names({"1", "0", "#2", "0 1", "2\"", "01010"});
  for (Index i = 0; i < odd.size(); ++i) {
    EXPECT_EQ(read(written(odd, {i}), odd), Items{i});
    EXPECT_EQ(read("# a note\n" + odd.item_names()[at(i)] + "\n", odd), Items{i});
  }
  EXPECT_EQ(read(written(odd, {0, 1, 2, 3, 4, 5}), odd), (Items{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(read("010101\n", odd), (Items{1, 3, 5}));  // six digits are no name here
}

TEST(SolutionFile, RefusesWhatIsNoItemAtItsPlace) {
  const QkpInstance trip = with_names({"tent", "sleeping bag", "stove"});
  EXPECT_EQ(solution_error("tent\nslepping bag\n", trip),
            "f:2:1: expected the name of an item, found 'slepping bag'; did you mean 'sleeping "
            "bag'?");
  EXPECT_EQ(solution_error("0 stove\n", trip),
            "f:1:3: expected 'tent', the name of item 0, found 'stove'");
  EXPECT_EQ(solution_error("tent\n0\n", trip),
            "f:2:1: expected each item once, found item 0, 'tent' again");
  EXPECT_EQ(solution_error("0 1 x\n", trip), "f:1:5: expected an item in 0..2, found 'x'");
  EXPECT_EQ(solution_error("3\n", trip), "f:1:1: expected the name of an item, found '3'");
}

TEST(SolutionFile, WithoutNamesIsAsEver) {
  QkpInstance::Data data = with_names({"a", "b", "c"}).release();
  data.item_names.clear();
  const QkpInstance plain(std::move(data));
  EXPECT_EQ(written(plain, {0, 2}), "# a note\n0\n2\n");
  EXPECT_EQ(read("2 0", plain), (Items{0, 2}));
  EXPECT_EQ(solution_error("0\n0\n", plain), "f:2:1: expected each item once, found item 0 again");
  EXPECT_EQ(solution_error("a\n", plain), "f:1:1: expected an item, found 'a'");
  EXPECT_EQ(solution_error("3\n", plain), "f:1:1: expected an item in 0..2, found 3");
}

}  // namespace
}  // namespace spinsack
