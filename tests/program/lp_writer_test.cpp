// SPDX-License-Identifier: Apache-2.0
#include "program/lp_writer.hpp"

#include "core/catalog.hpp"
#include "core/decimal.hpp"
#include "formulation/linearise.hpp"
#include "program/small_instances.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <utility>

namespace spinsack {
namespace {

std::string lp_of(const Program& program) {
  const std::vector<std::string> notes{"from a test"};
  return write_string([&](TextWriter& out) { write_lp(program, notes, out); });
}

std::string lp_of(std::string_view form, const QkpInstance& instance) {
  return lp_of(find_entry(linearisations(), "linearisation", form).build(instance));
}

TEST(LpWriter, QuadraticTermsAreDoubledInAHalvedBracket) {
  EXPECT_EQ(lp_of("quadratic", program_test::hand_sized()), R"(\ from a test
\ Quadratic knapsack hand, 3 items, 2 pairs with a profit
\ Form: quadratic, not linearised
\ x_i = 1 if item i, counted from 0, is packed
Maximize
 obj: 3 x_0 - 2 x_2 + [ 10 x_0 * x_1 - 8 x_1 * x_2 ] / 2
Subject To
 capacity: 2 x_0 + 3 x_1 + 4 x_2 <= 6
Binaries
 x_0 x_1 x_2
End
)");
}

TEST(LpWriter, GloverWoolseyPutsAColumnBelowBothItemsOrAboveTheirSum) {
  EXPECT_EQ(lp_of("glover-woolsey", program_test::hand_sized()), R"(\ from a test
\ Quadratic knapsack hand, 3 items, 2 pairs with a profit
\ Form: linearised after Glover and Woolsey (1974)
\ x_i = 1 if item i, counted from 0, is packed
\ y_i_j = x_i x_j for every pair with a profit
Maximize
 obj: 3 x_0 - 2 x_2 + 5 y_0_1 - 4 y_1_2
Subject To
 capacity: 2 x_0 + 3 x_1 + 4 x_2 <= 6
 first_0_1: y_0_1 - x_0 <= 0
 second_0_1: y_0_1 - x_1 <= 0
 both_1_2: x_1 + x_2 - y_1_2 <= 1
Bounds
 0 <= y_0_1 <= 1
 0 <= y_1_2 <= 1
Binaries
 x_0 x_1 x_2
End
)");
}

TEST(LpWriter, AdamsSheraliAddsTheCapacityTimesEachItem) {
  // j = 0: 3 y_01 <= (6 - 2) x_0;  j = 1: 2 y_01 + 4 y_12 <= (6 - 3) x_1;  j = 2: 3 y_12 <= (6 - 4) x_2
  const std::string text = lp_of("adams-sherali", program_test::hand_sized());
  EXPECT_NE(text.find(" product_0: 3 y_0_1 - 4 x_0 <= 0\n"
                      " product_1: 2 y_0_1 + 4 y_1_2 - 3 x_1 <= 0\n"
                      " product_2: 3 y_1_2 - 2 x_2 <= 0\n"
                      "Bounds\n"),
            std::string::npos)
      << text;
}

TEST(LpWriter, GloverIsCompact) {
  // z_0: only 5 x_1, which fits beside item 0: U = 5, L = 0.  z_1: only -4 x_2: U = 0, L = -4.
  EXPECT_EQ(lp_of("glover", program_test::hand_sized()), R"(\ from a test
\ Quadratic knapsack hand, 3 items, 2 pairs with a profit
\ Form: linearised after Glover (1975), compact
\ x_i = 1 if item i, counted from 0, is packed
\ z_i = x_i times the profits of item i with the packed items after it
Maximize
 obj: 3 x_0 - 2 x_2 + z_0 + z_1
Subject To
 capacity: 2 x_0 + 3 x_1 + 4 x_2 <= 6
 packed_0: z_0 - 5 x_0 <= 0
 partners_0: z_0 - 5 x_1 <= 0
 packed_1: z_1 <= 0
 partners_1: z_1 + 4 x_1 + 4 x_2 <= 4
Bounds
 0 <= z_0 <= 5
 -4 <= z_1 <= 0
Binaries
 x_0 x_1 x_2
End
)");
}

TEST(LpWriter, DecimalsAreWrittenInTheUnitsOfTheUser) {
  const std::string text = lp_of("glover", program_test::hand_sized("cents", 2, 1));
  EXPECT_NE(text.find("\n obj: 0.03 x_0 - 0.02 x_2 + z_0 + z_1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n capacity: 0.2 x_0 + 0.3 x_1 + 0.4 x_2 <= 0.6\n"), std::string::npos);
  EXPECT_NE(text.find("\n partners_1: z_1 + 0.04 x_1 + 0.04 x_2 <= 0.04\n"), std::string::npos);
  EXPECT_NE(text.find("\n -0.04 <= z_1 <= 0\n"), std::string::npos);
}

TEST(LpWriter, EverySenseHasItsSymbolAndNothingIsLeftEmpty) {
  Program program;
  program.add_column({.name = {"x", 0}});
  program.add_row({"a"}, RowSense::at_least, -1);
  program.add_entry(0, -1);
  program.add_row({"b"}, RowSense::equal, 2);
  EXPECT_EQ(lp_of(program),
            "\\ from a test\nMaximize\n obj: 0 x_0\nSubject To\n"
            " a: - x_0 >= -1\n b: 0 x_0 = 2\nBinaries\n x_0\nEnd\n");
}

// The objective of an LP file, read back: what a test needs and no more.
struct Objective {
  std::map<std::string, Decimal> linear;
  std::map<std::pair<std::string, std::string>, Decimal> product;  // as written inside [ ] / 2
  std::string error;
};

Objective parse_objective(const std::string& text) {
  Objective result;
  std::vector<std::string> tokens;
  std::istringstream lines(text);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 254) result.error = "long line";
    if (line == "Subject To") inside = false;
    std::istringstream words(line);
    for (std::string word; inside && words >> word;) tokens.push_back(word);
    if (line == "Maximize") inside = true;
  }
  bool bracket = false;
  for (std::size_t t = 1; t < tokens.size();) {
    const auto next = [&] { return t < tokens.size() ? tokens[t++] : std::string(); };
    bool negative = false;
    if (tokens[t] == "+" || tokens[t] == "-") negative = next() == "-";
    if (tokens[t] == "[") {
      if (negative || bracket) result.error = "bad bracket";
      bracket = true;
      ++t;
      continue;
    }
    if (tokens[t] == "]") {
      if (t + 3 != tokens.size() || tokens[t + 1] != "/" || tokens[t + 2] != "2")
        result.error = "bad end";
      bracket = false;
      break;
    }
    Decimal factor{1, 0};
    if (const DecimalResult number = parse_decimal(tokens[t]); !number.fault) {
      factor = number.value;
      ++t;
    }
    if (negative) factor.mantissa = -factor.mantissa;
    const std::string first = next();
    if (!bracket) {
      if (!result.linear.emplace(first, factor).second) result.error = "twice: " + first;
      continue;
    }
    if (next() != "*") result.error = "no product after " + first;
    const std::string second = next();
    if (!result.product.emplace(std::pair(first, second), factor).second)
      result.error = "twice: " + first;
  }
  if (bracket) result.error = "bracket left open";
  return result;
}

Decimal reduced(std::int64_t value, int digits) {
  return parse_decimal(format_decimal(value, digits)).value;
}

TEST(LpWriter, EveryTermOfAQuadraticObjectiveCanBeReadBack) {
  std::vector<QkpInstance> instances = program_test::small_instances();
  instances.push_back(program_test::make_instance(
      {.name = "medium", .items = 100, .low = -30, .high = 100, .density = 0.5}, 1));
  instances.push_back(program_test::make_instance(
      {.name = "fine", .items = 30, .low = -3'000'000, .high = 100'000'000, .digits = 7}, 1));
  for (const QkpInstance& instance : instances) {
    const std::string text = lp_of("quadratic", instance);
    EXPECT_EQ(text.find("- ["), std::string::npos);
    const Objective objective = parse_objective(text);
    ASSERT_EQ(objective.error, "") << instance.name();
    const int digits = instance.profit_digits();
    std::map<std::string, Decimal> linear;
    std::map<std::pair<std::string, std::string>, Decimal> product;
    for (Index i = 0; i < instance.size(); ++i)
      if (instance.profits()[at(i)] != 0)
        linear[fmt::format("x_{}", i)] = reduced(instance.profits()[at(i)], digits);
    if (linear.empty()) linear["x_0"] = {0, 0};
    instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
      product[{fmt::format("x_{}", i), fmt::format("x_{}", j)}] =
          reduced(2 * static_cast<Profit>(value), digits);
    });
    EXPECT_EQ(objective.linear, linear) << instance.name();
    EXPECT_EQ(objective.product, product) << instance.name();
  }
}

}  // namespace
}  // namespace spinsack
