// SPDX-License-Identifier: Apache-2.0
#include "solver/program_exchange.hpp"

#include "core/error.hpp"
#include "program/evaluate.hpp"
#include "program/linear_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace spinsack {
namespace {

// Maximise 3 a - b + 5 ab - 4 bc where one of a and c is set, and 2 b + c <= 2.
Program three_columns() {
  Program program;
  program.name = "three";
  program.objective_constant = 10;
  for (const std::int64_t objective : {3, 0, -1})
    program.add_column({.name = {"x", program.size()}, .objective = objective});
  program.add_row({"capacity"}, RowSense::at_most, 2);
  program.add_entry(2, 2);
  program.add_entry(1, 1);
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 2, std::int64_t{5});
  pairs.add(1, 2, std::int64_t{-4});
  program.pairs = std::move(pairs).finish();
  program.groups = {{.first = 0, .size = 2}};
  return program;
}

std::string text_of(const ProgramTask& task) {
  return write_string([&](TextWriter& out) { write_program_task(task, out); });
}

TEST(LinearProgram, HasTheValueOfTheProgramAtEveryAnswer) {
  const Program program = three_columns();
  const Program linear = linear_program(program);
  EXPECT_EQ(linear.size(), 5) << "two products";
  EXPECT_TRUE(linear.groups.empty());
  EXPECT_EQ(linear.pairs.pairs(), 0);
  for (int code = 0; code < 8; ++code) {
    const Bits columns{static_cast<std::uint8_t>(code & 1),
                       static_cast<std::uint8_t>(code >> 1 & 1),
                       static_cast<std::uint8_t>(code >> 2)};
    const std::vector<double> values = linear_values(program, columns);
    ASSERT_EQ(values.size(), 5U);
    double objective = 10;
    for (std::size_t c = 0; c < values.size(); ++c)
      objective += values[c] * static_cast<double>(linear.columns[c].objective);
    bool feasible = true;
    for (const Row& row : linear.rows) {
      double sum = 0;
      for (const Entry& entry : linear.entries_of(row))
        sum += values[at(entry.column)] * static_cast<double>(entry.value);
      const auto rhs = static_cast<double>(row.rhs);
      feasible = feasible && (row.sense == RowSense::equal ? sum == rhs : sum <= rhs);
    }
    const ProgramValue literal = evaluate_program(program, columns);
    EXPECT_EQ(feasible, literal.feasible()) << code;
    EXPECT_EQ(objective, static_cast<double>(literal.value)) << code;
  }
}

TEST(ProgramExchange, ComesBackAsItWas) {
  const ProgramTask task{.program = linear_program(three_columns()),
                         .decided = 3,
                         .seed = 7,
                         .nodes = 100,
                         .cut_rounds = 2};
  const std::string text = text_of(task);
  EXPECT_TRUE(is_program_task({"task", text}));
  EXPECT_FALSE(is_program_task({"task", "spinsack-mip 1\n"}));
  const ProgramTask again = read_program_task({"task", text});
  EXPECT_EQ(again.decided, 3);
  EXPECT_EQ(text_of(again), text);
}

TEST(ProgramExchange, NamesThePlaceOfAFault) {
  std::string text = text_of({.program = linear_program(three_columns()), .decided = 3});
  text.resize(text.size() - 4);  // without its end
  EXPECT_THROW((void)read_program_task({"task", text}), InputError);
  EXPECT_THROW((void)read_program_task({"task", "spinsack-mip-program 2\n"}), InputError);
}

}  // namespace
}  // namespace spinsack
