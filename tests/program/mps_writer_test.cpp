// SPDX-License-Identifier: Apache-2.0
#include "program/mps_writer.hpp"

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

std::string mps_of(const Program& program) {
  const std::vector<std::string> notes{"from a test"};
  return write_string([&](TextWriter& out) { write_mps(program, notes, out); });
}

std::string mps_of(std::string_view form, const QkpInstance& instance) {
  return mps_of(find_entry(linearisations(), "linearisation", form).build(instance));
}

TEST(MpsWriter, QuadraticObjectiveIsOneTriangleOfTheNegatedProfits) {
  EXPECT_EQ(mps_of("quadratic", program_test::hand_sized("hand sized")), R"(* from a test
* Quadratic knapsack hand sized, 3 items, 2 pairs with a profit
* Form: quadratic, not linearised
* x_i = 1 if item i, counted from 0, is packed
* Objective negated, to be minimised: profit = -obj
NAME hand_sized FREE
ROWS
 N obj
 L capacity
COLUMNS
 x_0 obj -3
 x_0 capacity 2
 x_1 capacity 3
 x_2 obj 2
 x_2 capacity 4
RHS
 RHS capacity 6
BOUNDS
 BV BND x_0
 BV BND x_1
 BV BND x_2
QUADOBJ
 x_0 x_1 -5
 x_1 x_2 4
ENDATA
)");
}

TEST(MpsWriter, GloverHoldsTheSameNumbersAsItsLpFile) {
  EXPECT_EQ(mps_of("glover", program_test::hand_sized("cents", 2, 1)), R"(* from a test
* Quadratic knapsack cents, 3 items, 2 pairs with a profit
* Form: linearised after Glover (1975), compact
* x_i = 1 if item i, counted from 0, is packed
* z_i = x_i times the profits of item i with the packed items after it
* Objective negated, to be minimised: profit = -obj
NAME cents FREE
ROWS
 N obj
 L capacity
 L packed_0
 L partners_0
 L packed_1
 L partners_1
COLUMNS
 x_0 obj -0.03
 x_0 capacity 0.2
 x_0 packed_0 -0.05
 x_1 capacity 0.3
 x_1 partners_0 -0.05
 x_1 partners_1 0.04
 x_2 obj 0.02
 x_2 capacity 0.4
 x_2 partners_1 0.04
 z_0 obj -1
 z_0 packed_0 1
 z_0 partners_0 1
 z_1 obj -1
 z_1 packed_1 1
 z_1 partners_1 1
RHS
 RHS capacity 0.6
 RHS partners_1 0.04
BOUNDS
 BV BND x_0
 BV BND x_1
 BV BND x_2
 UP BND z_0 0.05
 LO BND z_1 -0.04
 UP BND z_1 0
ENDATA
)");
}

TEST(MpsWriter, EverySenseHasItsLetterAndEveryColumnIsMentioned) {
  Program program;
  program.add_column({.name = {"x", 0}});
  program.add_column({.name = {"z", 0}, .kind = ColumnKind::continuous, .lower = 0, .upper = 0});
  program.add_row({"a"}, RowSense::at_least, -1);
  program.add_entry(0, -1);
  program.add_row({"b"}, RowSense::equal, 0);
  EXPECT_EQ(mps_of(program), R"(* from a test
* Objective negated, to be minimised: profit = -obj
NAME program FREE
ROWS
 N obj
 G a
 E b
COLUMNS
 x_0 a -1
 z_0 obj 0
RHS
 RHS a -1
BOUNDS
 BV BND x_0
 FX BND z_0 0
ENDATA
)");
}

TEST(MpsWriter, EveryPairOfAQuadraticObjectiveCanBeReadBackOnce) {
  std::vector<QkpInstance> instances = program_test::small_instances();
  instances.push_back(program_test::make_instance(
      {.name = "medium", .items = 100, .low = -30, .high = 100, .density = 0.5}, 1));
  for (const QkpInstance& instance : instances) {
    std::istringstream lines(mps_of("quadratic", instance));
    std::map<std::pair<std::string, std::string>, std::string> read;
    std::map<std::pair<std::string, std::string>, std::string> expected;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
      ASSERT_LE(line.size(), 254u);
      if (line[0] != ' ') {
        inside = line == "QUADOBJ";
        continue;
      }
      std::istringstream words(line);
      std::string first, second, value;
      if (!inside) continue;
      ASSERT_TRUE(words >> first >> second >> value) << line;
      ASSERT_TRUE(read.emplace(std::pair(first, second), value).second) << line;
    }
    instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
      expected[{fmt::format("x_{}", i), fmt::format("x_{}", j)}] =
          format_decimal(-static_cast<Profit>(value), instance.profit_digits());
    });
    EXPECT_EQ(read, expected) << instance.name();
  }
}

}  // namespace
}  // namespace spinsack
