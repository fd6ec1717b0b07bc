// SPDX-License-Identifier: Apache-2.0
#include "program/evaluate.hpp"

#include "core/error.hpp"
#include "instance/evaluate.hpp"
#include "instance/quadratic_program.hpp"
#include "program/small_instances.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

// x_0, a group of three, x_4; a row of each sense.
Program mixed() {
  Program program;
  program.name = "mixed";
  program.objective_constant = 100;
  for (Index c = 0; c < 5; ++c) program.add_column({.name = {"x", c}, .objective = 1 + c});
  program.groups = {{1, 3}};
  SymmetricRowsBuilder pairs(5);
  pairs.add(0, 4, std::int64_t{10});
  pairs.add(1, 4, std::int64_t{-3});
  program.pairs = std::move(pairs).finish();
  program.add_row({"most"}, RowSense::at_most, 4);
  program.add_entry(0, 3);
  program.add_entry(4, 3);
  program.add_row({"least"}, RowSense::at_least, 1);
  program.add_entry(0, 1);
  program.add_row({"just"}, RowSense::equal, 1);
  program.add_entry(3, 1);
  program.add_entry(4, 1);
  return program;
}

TEST(EvaluateProgram, CountsEveryTermAndEveryViolation) {
  const Program program = mixed();
  EXPECT_EQ(evaluate_program(program, Bits{1, 0, 0, 1, 0}), (ProgramValue{100 + 1 + 4, 0}));
  // most: 6 - 4, group: 2 - 1, just: 2 - 1
  EXPECT_EQ(evaluate_program(program, Bits{1, 1, 0, 1, 1}),
            (ProgramValue{100 + 1 + 2 + 4 + 5 + 10 - 3, 4}));
  // least: 1, group: 1, just: 1
  EXPECT_EQ(evaluate_program(program, Bits{0, 0, 0, 0, 0}), (ProgramValue{100, 3}));
}

TEST(EvaluateProgram, LabelsAndColumnsAreTheSameAnswer) {
  const Program program = mixed();
  EXPECT_EQ(number_of_elements(program), 3);
  EXPECT_EQ(labels_of(program, Bits{1, 0, 0, 1, 0}), (Bits{1, 2, 0}));
  EXPECT_EQ(columns_of(program, Bits{1, 2, 0}), (Bits{1, 0, 0, 1, 0}));
  for (std::uint8_t a = 0; a < 2; ++a)
    for (std::uint8_t b = 0; b < 3; ++b)
      for (std::uint8_t c = 0; c < 2; ++c)
        EXPECT_EQ(labels_of(program, columns_of(program, Bits{a, b, c})), (Bits{a, b, c}));
  EXPECT_EQ(labels_of(program, Bits{0, 0, 1, 1, 0}), (Bits{0, 1, 0}));  // several: the first
  EXPECT_EQ(labels_of(program, Bits{0, 0, 0, 0, 1}), (Bits{0, 0, 1}));  // none: 0
}

TEST(EvaluateProgram, AgreesWithTheKnapsackItself) {
  for (const QkpInstance& instance : program_test::small_instances()) {
    const Program program = quadratic_program(instance);
    for (std::uint64_t code = 0; code < std::uint64_t{1} << instance.size(); ++code) {
      const Bits bits = test::bits_of(code, instance.size());
      const Evaluation expected = evaluate(instance, bits);
      const ProgramValue value = evaluate_program(program, bits);
      ASSERT_EQ(value.value, expected.profit);
      ASSERT_EQ(value.feasible(), expected.feasible);
    }
  }
}

TEST(EvaluateProgram, RefusesWhatHasNoExactValue) {
  EXPECT_NO_THROW(check_program(mixed()));
  const auto refused = [](const auto& change) {
    Program program = mixed();
    change(program);
    EXPECT_THROW(check_program(program), InvalidInstance);
  };
  refused([](Program& p) { p.columns[0].kind = ColumnKind::continuous; });
  refused([](Program& p) { p.columns[0].objective = sum_limit; });
  refused([](Program& p) { p.entries[0].value = -sum_limit; });
  refused([](Program& p) { p.groups.push_back({3, 2}); });
  refused([](Program& p) { p.pairs = SymmetricRowsBuilder(6).finish(); });
  refused([](Program& p) { p.columns.clear(); });
}

TEST(Program, FindsTheRowsThatSayNotBoth) {
  Program program;
  for (Index c = 0; c < 3; ++c) program.add_column({.name = {"x", c}});
  const auto add = [&](RowSense sense, std::int64_t a, std::int64_t b, std::int64_t rhs) {
    program.add_row({"r"}, sense, rhs);
    program.add_entry(0, a);
    program.add_entry(2, b);
  };
  add(RowSense::at_most, 1, 1, 1);
  add(RowSense::at_most, 3, 4, 6);
  add(RowSense::at_least, -1, -1, -1);
  add(RowSense::at_most, 1, 1, 2);   // both
  add(RowSense::at_most, 3, 4, 3);   // the second never
  add(RowSense::at_most, 1, -1, 0);  // the first only with the second
  add(RowSense::at_least, 1, 1, 1);  // at least one
  add(RowSense::equal, 1, 1, 1);
  find_conflicts(program);
  std::vector<RowKind> kinds;
  for (const Row& row : program.rows) kinds.push_back(row.kind);
  using enum RowKind;
  EXPECT_EQ(kinds, (std::vector{conflict, conflict, conflict, capacity, capacity, capacity,
                                capacity, equation}));
}

}  // namespace
}  // namespace spinsack
