// SPDX-License-Identifier: Apache-2.0
#include "formulation/linearise.hpp"

#include "core/catalog.hpp"
#include "core/decimal.hpp"
#include "instance/evaluate.hpp"
#include "program/small_instances.hpp"
#include "program/writing.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <set>

namespace spinsack {
namespace {

using program_test::hand_sized;
using program_test::small_instances;

Program build(std::string_view name, const QkpInstance& instance) {
  return find_entry(linearisations(), "linearisation", name).build(instance);
}

// Values of all columns, in units of 10^-decimals: fine enough for every number of the tests.
constexpr int decimals = 6;
std::int64_t in_units(std::int64_t mantissa, int digits) {
  return scale_by_power_of_ten(mantissa, decimals - digits).value();
}
const std::int64_t one = in_units(1, 0);

// The items as given; every other column as large (or, if it costs, as small) as its bounds and the
// rows without any second such column allow. Rows are written so that its coefficient is +-1.
std::vector<std::int64_t> best_completion(const Program& program, BitView x) {
  std::vector<std::int64_t> value(program.columns.size());
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    const Column& column = program.columns[c];
    value[c] = c < x.size() ? x[c] * one
                            : in_units(column.objective > 0 ? column.upper : column.lower,
                                       column.bound_digits);
  }
  for (const Row& row : program.rows) {
    std::int64_t rest = in_units(row.rhs, row.digits);
    std::optional<Entry> only;
    int others = 0;
    for (const Entry& entry : program.entries_of(row)) {
      if (at(entry.column) >= x.size()) {
        only = entry;
        ++others;
      } else if (x[at(entry.column)] != 0) {
        rest -= in_units(entry.value, row.digits);
      }
    }
    if (others != 1) continue;
    EXPECT_EQ(row.sense, RowSense::at_most);
    std::int64_t& limited = value[at(only->column)];
    if (in_units(only->value, row.digits) == one)
      limited = std::min(limited, rest);
    else if (in_units(only->value, row.digits) == -one)
      limited = std::max(limited, -rest);
  }
  return value;
}

bool satisfies_rows_and_bounds(const Program& program, const std::vector<std::int64_t>& value) {
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    const Column& column = program.columns[c];
    if (value[c] < in_units(column.lower, column.bound_digits) ||
        value[c] > in_units(column.upper, column.bound_digits))
      return false;
  }
  for (const Row& row : program.rows) {
    std::int64_t left = 0;  // in units of 10^-(decimals + digits)
    for (const Entry& entry : program.entries_of(row))
      left += entry.value * value[at(entry.column)];
    if (left > row.rhs * one) return false;
  }
  return true;
}

// In units of 10^-(decimals + objective digits).
std::int64_t objective(const Program& program, const std::vector<std::int64_t>& value) {
  std::int64_t sum = 0;
  for (std::size_t c = 0; c < program.columns.size(); ++c)
    sum += program.columns[c].objective * value[c];
  program.pairs.for_each_pair([&](Index i, Index j, auto q) {
    if (value[at(i)] != 0 && value[at(j)] != 0) sum += static_cast<std::int64_t>(q) * one;
  });
  return sum;
}

TEST(Linearise, EveryFormGivesEveryPackingItsProfit) {
  for (const Linearisation& form : linearisations())
    for (const QkpInstance& instance : small_instances()) {
      const Program program = form.build(instance);
      for (unsigned set = 0; set < 1u << instance.size(); ++set) {
        const Bits x = test::bits_of(set, instance.size());
        const Evaluation expected = evaluate(instance, x);
        const auto value = best_completion(program, x);
        ASSERT_EQ(satisfies_rows_and_bounds(program, value), expected.feasible)
            << form.name << ", " << instance.name() << ", set " << set;
        if (expected.feasible) {
          ASSERT_EQ(objective(program, value), expected.profit * one)
              << form.name << ", " << instance.name() << ", set " << set;
        }
      }
    }
}

TEST(Linearise, EveryFormStartsWithTheItemsAndHasDistinctNamesAndNoZeros) {
  for (const Linearisation& form : linearisations())
    for (const QkpInstance& instance : small_instances()) {
      const Program program = form.build(instance);
      EXPECT_EQ(program.name, instance.name());
      std::set<std::string> names;
      const auto add_name = [&](const Label& label) {
        std::string name;
        append_label(name, label);
        EXPECT_TRUE(names.insert(name).second) << name;
      };
      for (std::size_t c = 0; c < program.columns.size(); ++c) {
        const bool item = c < at(instance.size());
        EXPECT_EQ(program.columns[c].kind, item ? ColumnKind::binary : ColumnKind::continuous);
        EXPECT_LE(program.columns[c].lower, program.columns[c].upper);
        add_name(program.columns[c].name);
      }
      std::size_t covered = 0;
      for (const Row& row : program.rows) {
        add_name(row.name);
        EXPECT_EQ(row.begin, covered);
        covered = row.end;
        std::set<Index> columns;
        for (const Entry& entry : program.entries_of(row)) {
          EXPECT_NE(entry.value, 0);
          EXPECT_TRUE(columns.insert(entry.column).second);
        }
      }
      EXPECT_EQ(covered, program.entries.size());
    }
}

TEST(Linearise, SizesAreThoseOfTheLiterature) {
  const QkpInstance instance = program_test::make_instance(
      {.name = "dense", .items = 8, .low = 1, .high = 9, .density = 1}, 3);
  const std::size_t n = 8;
  const std::size_t pairs = n * (n - 1) / 2;
  const Program quadratic = build("quadratic", instance);
  EXPECT_EQ(quadratic.columns.size(), n);
  EXPECT_EQ(quadratic.pairs.pairs(), static_cast<std::int64_t>(pairs));
  EXPECT_EQ(quadratic.rows.size(), 1u);
  const Program glover_woolsey = build("glover-woolsey", instance);
  EXPECT_EQ(glover_woolsey.columns.size(), n + pairs);
  EXPECT_EQ(glover_woolsey.rows.size(), 1 + 2 * pairs);
  const Program adams_sherali = build("adams-sherali", instance);
  EXPECT_EQ(adams_sherali.columns.size(), n + pairs);
  EXPECT_EQ(adams_sherali.rows.size(), 1 + 2 * pairs + n);
  const Program glover = build("glover", instance);
  EXPECT_EQ(glover.columns.size(), n + (n - 1));  // the last item has no item after it
  EXPECT_EQ(glover.rows.size(), 1 + 2 * (n - 1));
}

TEST(Linearise, GloverBoundsComeFromTheKnapsackWithDivisibleItems) {
  // Item 0 weighs 2 of a capacity of 8 and is worth 7, 9, 90 and -3 with items that weigh 3, 4, 7, 5.
  // U_0, in the 6 that are left: 7 for 3, and 3/4 of 9: 13.75, rounded up; 7 is too heavy.
  // L_0: -3, as the last item fits.
  SymmetricRowsBuilder pairs(5);
  pairs.add(0, 1, std::int64_t{7});
  pairs.add(0, 2, std::int64_t{9});
  pairs.add(0, 3, std::int64_t{90});
  pairs.add(0, 4, std::int64_t{-3});
  const QkpInstance instance({.name = "bounds",
                              .profit = {0, 0, 0, 0, 0},
                              .weight = {2, 3, 4, 7, 5},
                              .pair_profit = std::move(pairs).finish(),
                              .capacity = 8});
  const Program program = build("glover", instance);
  ASSERT_EQ(program.columns.size(), 6u);
  EXPECT_EQ(program.columns[5].upper, 14);
  EXPECT_EQ(program.columns[5].lower, -3);
}

TEST(Linearise, GloverCountsAPartnerThatFitsExactlyAndNoneBesideAnItemThatDoesNotFit) {
  for (const Weight capacity : {8, 7, 1}) {
    SymmetricRowsBuilder pairs(2);
    pairs.add(0, 1, std::int64_t{5});
    const QkpInstance instance({.name = "exact",
                                .profit = {0, 0},
                                .weight = {2, 6},
                                .pair_profit = std::move(pairs).finish(),
                                .capacity = capacity});
    const Program program = build("glover", instance);
    ASSERT_EQ(program.columns.size(), capacity == 8 ? 3u : 2u);
    if (capacity == 8) {
      EXPECT_EQ(program.columns.back().upper, 5);
    }
  }
}

TEST(Linearise, GloverRefusesDecimalsThatNoIntegerCanScale) {
  EXPECT_NO_THROW((void)build("glover", hand_sized("fine", 18)));
  EXPECT_THROW((void)build("glover", hand_sized("finer", 19)), UsageError);
}

TEST(Linearise, UnknownNameIsAnsweredWithTheNearest) {
  try {
    (void)build("glover-wolsey", hand_sized());
    FAIL() << "no exception";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("glover-woolsey"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace spinsack
