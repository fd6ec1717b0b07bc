// SPDX-License-Identifier: Apache-2.0
#include "problem/program01/program_steps.hpp"

#include "core/rng.hpp"
#include "formulation/small_programs.hpp"
#include "program/evaluate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace spinsack {
namespace {

Bits random_columns(Rng& rng, Index size) {
  Bits bits(at(size));
  for (auto& bit : bits) bit = static_cast<std::uint8_t>(rng.integer(0, 1));
  return bits;
}

// Columns of their own and in groups, two capacities, a demand, a conflict.
Program packing(Rng& rng, Index size) {
  Program program;
  program.name = "packing";
  SymmetricRowsBuilder pairs(size);
  for (Index c = 0; c < size; ++c) {
    program.add_column({.name = {"x", c}, .objective = rng.integer(-3, 20)});
    for (Index d = 0; d < c; ++d)
      if (rng.real() < 0.3) pairs.add(c, d, rng.integer(-5, 9));
  }
  program.pairs = std::move(pairs).finish();
  program.groups = {{0, 3}, {3, 3}};
  for (int r = 0; r < 2; ++r) {
    program.add_row({"capacity", r}, RowSense::at_most, 2 * size);
    for (Index c = 0; c < size; ++c) program.add_entry(c, rng.integer(1, 9));
  }
  program.add_row({"demand"}, RowSense::at_least, 2);
  for (Index c = size / 2; c < size; ++c) program.add_entry(c, 1);
  program.add_conflict({"clash"}, size - 1, size - 2);
  return program;
}

TEST(ProgramState, KeepsItsBooks) {
  Rng rng(3);
  const Program program = packing(rng, 14);
  const ProgramTables tables(program);
  ProgramState state(tables, random_columns(rng, 14));
  for (int k = 0; k < 300; ++k) {
    const auto a = static_cast<Index>(rng.integer(0, 13));
    const auto b = static_cast<Index>((a + rng.integer(1, 13)) % 14);
    const std::array<Index, 2> flips{a, b};
    const std::int64_t expected = state.value() + state.change(flips);
    std::int64_t moved = 0;
    state.for_each_moved_row(
        flips, [&](Index, std::int64_t before, std::int64_t after) { moved += after - before; });
    const std::int64_t before = [&] {
      std::int64_t sum = 0;
      for (Index r = 0; r < 4; ++r) sum += state.violation(r);
      return sum;
    }();
    state.flip(a);
    state.flip(b);
    EXPECT_EQ(state.value(), expected);
    EXPECT_EQ(state.value(), evaluate_program(program, state.columns()).value);
    std::int64_t after = 0;
    std::size_t violated = 0;
    for (Index r = 0; r < 4; ++r) {
      after += state.violation(r);
      violated += state.violation(r) > 0 ? 1U : 0U;
    }
    EXPECT_EQ(after - before, moved);
    EXPECT_EQ(state.violated().size(), violated);
    EXPECT_EQ(is_feasible(state), evaluate_program(program, state.columns()).feasible());
  }
}

TEST(ProgramSteps, RepairMakesFeasibleAndImprovementNeverLoses) {
  Rng rng(8);
  int repaired = 0;
  int optimal = 0;
  const int tries = 60;
  for (int k = 0; k < tries; ++k) {
    const Program program = packing(rng, 12);
    const ProgramTables tables(program);
    ProgramState state(tables, random_columns(rng, 12));
    repair_program(state);
    if (!is_feasible(state)) continue;
    ++repaired;
    const std::int64_t as_repaired = state.value();
    improve_by_flips(state);
    const std::int64_t flipped = state.value();
    improve_by_swaps(state, 4'000'000);
    EXPECT_TRUE(is_feasible(state));
    EXPECT_TRUE(evaluate_program(program, state.columns()).feasible());
    EXPECT_GE(flipped, as_repaired);
    EXPECT_GE(state.value(), flipped);
    const auto best = program_test::best_value(program);
    ASSERT_TRUE(best);
    EXPECT_LE(state.value(), *best);
    optimal += state.value() == *best ? 1 : 0;
  }
  EXPECT_GE(repaired, tries * 9 / 10);
  EXPECT_GE(optimal, tries / 4);
}

// Every row and column exactly once: a permutation, which only pairs of moves keep.
TEST(ProgramSteps, RepairFindsPermutationsAndSwapsImproveThem) {
  Rng rng(5);
  const Index n = 6;
  Program program;
  program.name = "assignment";
  for (Index i = 0; i < n; ++i) {
    program.groups.push_back({i * n, n});
    for (Index j = 0; j < n; ++j)
      program.add_column({.name = {"x", i, j}, .objective = rng.integer(0, 50)});
  }
  program.pairs = SymmetricRowsBuilder(n * n).finish();
  for (Index j = 0; j < n; ++j) {
    program.add_row({"once", j}, RowSense::equal, 1);
    for (Index i = 0; i < n; ++i) program.add_entry(i * n + j, 1);
  }
  const ProgramTables tables(program);
  for (int k = 0; k < 20; ++k) {
    ProgramState state(tables, random_columns(rng, n * n));
    repair_program(state);
    ASSERT_TRUE(is_feasible(state));
    const std::int64_t before = state.value();
    improve_by_swaps(state, 4'000'000);
    EXPECT_TRUE(is_feasible(state));
    EXPECT_GE(state.value(), before);
  }
}

TEST(ProgramSteps, RepairEndsWhereNothingIsFeasible) {
  Program program;
  program.name = "impossible";
  for (Index c = 0; c < 4; ++c) program.add_column({.name = {"x", c}});
  program.pairs = SymmetricRowsBuilder(4).finish();
  program.add_row({"three"}, RowSense::at_least, 3);
  for (Index c = 0; c < 4; ++c) program.add_entry(c, 1);
  program.add_row({"one"}, RowSense::at_most, 1);
  for (Index c = 0; c < 4; ++c) program.add_entry(c, 1);
  program.add_row({"empty"}, RowSense::equal, 1);
  const ProgramTables tables(program);
  ProgramState state(tables, Bits(4));
  repair_program(state);
  EXPECT_FALSE(is_feasible(state));
}

// A clock that is over leaves everything as it is; one that is not changes nothing.
TEST(ProgramSteps, EndWithTheClock) {
  Rng rng(5);
  const Program program = packing(rng, 14);
  const ProgramTables tables(program);
  Stop over(0.0);
  Stop open(std::nullopt);
  for (int round = 0; round < 20; ++round) {
    const Bits start = random_columns(rng, 14);
    const auto finished = [&](StopCheck* watch) {
      ProgramState state(tables, start);
      repair_program(state, watch);
      improve_by_flips(state, watch);
      improve_by_swaps(state, 100'000, watch);
      return Bits(state.columns().begin(), state.columns().end());
    };
    StopCheck ended(over);
    EXPECT_EQ(finished(&ended), start);
    StopCheck patient(open);
    EXPECT_EQ(finished(&patient), finished(nullptr));
  }
}

}  // namespace
}  // namespace spinsack
