// SPDX-License-Identifier: Apache-2.0
#include "program/program.hpp"

#include "core/catalog.hpp"
#include "formulation/linearise.hpp"
#include "program/small_instances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spinsack {
namespace {

using program_test::small_instances;

double decimal(std::int64_t mantissa, int digits) {
  return static_cast<double>(mantissa) / std::pow(10.0, digits);
}

// The numbers 2000 and 30 over ten thousand, the column of 0..700 in thousands.
TEST(Program, ScalesRowsAndColumnsDown) {
  Program program;
  program.add_column({.name = {"x", 0}, .objective = 5000});
  program.add_column({.name = {"z", 0},
                      .kind = ColumnKind::continuous,
                      .objective = 1,
                      .lower = -5,
                      .upper = 700});
  program.add_row({"wide"}, RowSense::at_most, 2500);
  program.add_entry(0, 2000);
  program.add_entry(1, 30);
  program.add_row({"narrow"}, RowSense::at_most, 1, 1);
  program.add_entry(0, -1);
  program.scale_down();

  EXPECT_EQ(program.columns[0].objective, 5000);
  EXPECT_EQ(program.columns[0].bound_digits, 0);
  EXPECT_EQ(program.columns[1].objective, 1000);
  EXPECT_EQ(program.columns[1].bound_digits, 3);
  EXPECT_EQ(program.columns[1].upper, 700);
  EXPECT_EQ(program.entries[0].value, 2000);
  EXPECT_EQ(program.entries[1].value, 30'000);
  EXPECT_EQ(program.rows[0].digits, 5);
  EXPECT_EQ(program.rows[0].rhs, 2500);
  EXPECT_EQ(program.rows[1].digits, 1);
}

TEST(Program, ScaledDownIsSmallAndStaysBelowTheLimit) {
  Program program;
  const std::int64_t most = sum_limit;
  program.add_column(
      {.name = {"z", 0}, .kind = ColumnKind::continuous, .objective = 1000, .upper = most});
  program.add_column({.name = {"z", 1}, .kind = ColumnKind::continuous, .upper = most});
  program.add_row({"row"}, RowSense::at_most, most);
  program.add_entry(0, most / 100);
  program.scale_down();
  EXPECT_EQ(program.columns[0].bound_digits, 2);
  EXPECT_EQ(program.columns[0].objective, 100'000);
  EXPECT_LE(program.entries[0].value, most);
  EXPECT_LE(decimal(program.entries[0].value, program.rows[0].digits), 1);
}

// Solutions satisfy the same rows by the same share, and have the same value.
TEST(Program, ScaledDownIsTheSameProgram) {
  for (const QkpInstance& instance : small_instances())
    for (const Linearisation& form : linearisations()) {
      const Program before = form.build(instance);
      Program after = before;
      after.scale_down();
      const Bits all(at(instance.size()), 1);
      const std::vector<double> old_values = column_values(before, instance, all);
      const std::vector<double> new_values = column_values(after, instance, all);
      for (std::size_t c = 0; c < before.columns.size(); ++c)
        EXPECT_NEAR(static_cast<double>(after.columns[c].objective) * new_values[c],
                    static_cast<double>(before.columns[c].objective) * old_values[c], 1e-9);
      for (std::size_t r = 0; r < before.rows.size(); ++r) {
        const Row& old_row = before.rows[r];
        const Row& new_row = after.rows[r];
        const double shrunk = std::pow(10.0, new_row.digits - old_row.digits);
        EXPECT_EQ(new_row.rhs, old_row.rhs);
        double old_sum = 0;
        double new_sum = 0;
        for (const Entry& entry : before.entries_of(old_row))
          old_sum += decimal(entry.value, old_row.digits) * old_values[at(entry.column)];
        for (const Entry& entry : after.entries_of(new_row)) {
          const double value = decimal(entry.value, new_row.digits);
          EXPECT_LE(std::abs(value), 1);
          new_sum += value * new_values[at(entry.column)];
        }
        EXPECT_NEAR(new_sum * shrunk, old_sum, 1e-6);
      }
    }
}

}  // namespace
}  // namespace spinsack
