// SPDX-License-Identifier: Apache-2.0
#include "formulation/program_formulation.hpp"

#include "core/error.hpp"
#include "formulation/formulation.hpp"
#include "formulation/small_programs.hpp"
#include "formulation/strengths.hpp"
#include "instance/quadratic_program.hpp"
#include "program/small_instances.hpp"
#include "qubo/flip_state.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace spinsack {
namespace {

using program_test::best_value;
using program_test::cut_program;
using program_test::Edge;
using program_test::random_edges;

ProgramFormulation formulated(const Program& program, std::string_view groups, double strength,
                              StrengthScale scale = StrengthScale::safe) {
  return formulate(program, {.strength = strength,
                             .bound = whole_slack,
                             .scale = scale,
                             .group_encoding = std::string(groups)});
}

// Over all states, one flip from each to the next.
double least_energy(const QuboModel& model) {
  FlipState state(model, Bits(at(model.size())));
  double least = state.energy();
  for (std::uint64_t code = 1; code < std::uint64_t{1} << model.size(); ++code) {
    state.flip(std::countr_zero(code));
    least = std::min(least, state.energy());
  }
  return least;
}

// --- cuts ----------------------------------------------------------------------------------------

TEST(ProgramFormulation, EveryCutHasItsEnergyInEveryGroupEncoding) {
  Rng rng(4);
  for (const Index parts : {2, 3, 4}) {
    const Index vertices = 4;
    const Program program = cut_program(vertices, parts, random_edges(rng, vertices));
    for (const GroupEncoding& encoding : group_encodings()) {
      const ProgramFormulation made = formulated(program, encoding.name, 1);
      EXPECT_EQ(made.model.size(), vertices * encoding.bits(parts));
      EXPECT_EQ(made.model.groups().size(), encoding.of_columns ? 4U : 0U);
      int valid = 0;
      for (std::uint64_t code = 0; code < std::uint64_t{1} << made.model.size(); ++code) {
        const Bits sample = test::bits_of(code, made.model.size());
        const Bits columns = made.decode(sample);
        ASSERT_EQ(columns.size(), at(program.size()));
        const ProgramValue value = evaluate_program(program, columns);
        if (!value.feasible()) continue;
        ASSERT_NEAR(made.model.energy(sample), -static_cast<double>(value.value), 1e-9)
            << encoding.name;
        ++valid;
      }
      EXPECT_EQ(valid, std::pow(parts, vertices)) << encoding.name << " " << parts;
    }
  }
}

TEST(ProgramFormulation, SafeStrengthsKeepTheOptimumOfEveryCut) {
  Rng rng(1);
  int lost_below = 0;
  for (int graph = 0; graph < 300; ++graph) {
    const Index parts = graph % 10 == 9 ? 4 : 2 + graph % 2;
    const Index vertices = parts == 2 ? 5 : parts == 3 ? 4 : 3;
    const Program program = cut_program(vertices, parts, random_edges(rng, vertices));
    const double optimum = -static_cast<double>(best_value(program).value());
    EXPECT_NEAR(least_energy(formulated(program, "onehot", 1).model), optimum, 1e-9) << graph;
    EXPECT_NEAR(least_energy(formulated(program, "reduced", 1).model), optimum, 1e-9) << graph;
    EXPECT_NEAR(least_energy(formulated(program, "wall", 1).model), optimum, 1e-9) << graph;
    if (least_energy(formulated(program, "onehot", 0.98).model) < optimum - 1e-9) ++lost_below;
  }
  EXPECT_GT(lost_below, 30);  // the strength of one-hot is tight
}

TEST(ProgramFormulation, StrengthsOfACutAreThoseOfTheTheorem) {
  // Vertex 1 has weights 3 and -4, vertex 0 has 3, vertex 2 has -4, vertex 3 none.
  const Program program = cut_program(4, 3, {Edge{0, 1, 3}, Edge{1, 2, -4}});
  const auto strengths = [&](std::string_view name, StrengthScale scale) {
    return penalty_strengths(program, find_group_encoding(name), scale).groups;
  };
  EXPECT_EQ(strengths("onehot", StrengthScale::safe), (std::vector<double>{1, 2, 2, 1}));
  EXPECT_EQ(strengths("reduced", StrengthScale::safe), (std::vector<double>{3, 11, 8, 1}));
  EXPECT_EQ(strengths("wall", StrengthScale::safe), (std::vector<double>{6, 14, 8, 1}));
  EXPECT_EQ(strengths("onehot", StrengthScale::automatic),
            (std::vector<double>{0.75, 1.5, 1.5, 1}));
  EXPECT_EQ(strengths("onehot", StrengthScale::absolute), (std::vector<double>{1, 1, 1, 1}));
}

TEST(ProgramFormulation, ASampleNamesWhatItsBitsName) {
  const Program program = cut_program(1, 4, {});
  const auto decoded = [&](std::string_view name, const Bits& sample) {
    return formulated(program, name, 1).decode(sample);
  };
  for (const char* const name : {"onehot", "native"}) {
    EXPECT_EQ(decoded(name, {0, 0, 0, 0}), (Bits{0, 0, 0, 0}));
    EXPECT_EQ(decoded(name, {0, 1, 0, 1}), (Bits{0, 1, 0, 1}));
  }
  EXPECT_EQ(decoded("reduced", {0, 0, 0}), (Bits{0, 0, 0, 1}));
  EXPECT_EQ(decoded("reduced", {0, 1, 0}), (Bits{0, 1, 0, 0}));
  EXPECT_EQ(decoded("reduced", {1, 1, 0}), (Bits{1, 1, 0, 0}));
  EXPECT_EQ(decoded("wall", {0, 0, 0}), (Bits{1, 0, 0, 0}));
  EXPECT_EQ(decoded("wall", {1, 1, 0}), (Bits{0, 0, 1, 0}));
  EXPECT_EQ(decoded("wall", {1, 1, 1}), (Bits{0, 0, 0, 1}));
  EXPECT_EQ(decoded("wall", {0, 1, 0}), (Bits{1, 0, 1, 0}));
}

// --- rows and groups -----------------------------------------------------------------------------

// Two groups, two columns of their own, one row of each kind.
Program mixed_program(Rng& rng) {
  Program program;
  program.name = "mixed";
  for (Index c = 0; c < 7; ++c)
    program.add_column({.name = {"x", c}, .objective = rng.integer(-9, 12)});
  program.objective_constant = 5;
  program.groups = {{1, 2}, {4, 3}};
  SymmetricRowsBuilder pairs(6);  // the last column has no pairs
  for (Index i = 0; i < 6; ++i)
    for (Index j = i + 1; j < 6; ++j)
      if (rng.real() < 0.5) pairs.add(i, j, rng.integer(-6, 6));
  program.pairs = std::move(pairs).finish();
  program.add_row({"load"}, RowSense::at_most, 4);
  program.add_entry(0, 2);
  program.add_entry(2, -1);
  program.add_entry(6, 3);
  program.add_row({"need"}, RowSense::at_least, 1);
  program.add_entry(0, 1);
  program.add_entry(3, 1);
  program.add_entry(5, 2);
  program.add_row({"even"}, RowSense::equal, 1);
  program.add_entry(1, 1);
  program.add_entry(4, 1);
  program.add_conflict({"not_both"}, 0, 3);
  return program;
}

TEST(ProgramFormulation, SafeStrengthsKeepTheOptimumOfAnyProgram) {
  Rng rng(9);
  int feasible = 0;
  for (int k = 0; k < 6; ++k) {
    const Program program = mixed_program(rng);
    const auto best = best_value(program);
    if (!best) continue;
    ++feasible;
    for (const char* const name : {"onehot", "reduced", "wall"}) {
      const ProgramFormulation made = formulated(program, name, 1);
      double least = std::numeric_limits<double>::infinity();
      Bits best_sample;
      for (std::uint64_t code = 0; code < std::uint64_t{1} << made.model.size(); ++code) {
        const Bits sample = test::bits_of(code, made.model.size());
        if (const double energy = made.model.energy(sample); energy < least) {
          least = energy;
          best_sample = sample;
        }
      }
      EXPECT_EQ(least, -static_cast<double>(*best)) << name;
      EXPECT_EQ(evaluate_program(program, made.decode(best_sample)), (ProgramValue{*best, 0}));
    }
  }
  EXPECT_GT(feasible, 2);
}

TEST(ProgramFormulation, SeveralCapacitiesHaveASlackEach) {
  Rng rng(2);
  const ProgramFormulation made = formulated(mixed_program(rng), "onehot", 1);
  ASSERT_EQ(made.slacks.size(), 2U);
  EXPECT_EQ(made.slacks[0].row, 0U);
  EXPECT_EQ(made.slacks[0].first, 7);
  EXPECT_EQ(made.slacks[0].slack.coefficients, (std::vector<Weight>{1, 2, 2}));  // up to 5
  EXPECT_EQ(made.slacks[1].row, 1U);
  EXPECT_EQ(made.slacks[1].first, 10);
  EXPECT_EQ(made.slacks[1].slack.coefficients, (std::vector<Weight>{1, 2}));  // up to 3
  EXPECT_EQ(made.model.size(), 12);
}

TEST(ProgramFormulation, ConflictsAloneNeedTheLesserGain) {
  Program program;
  for (Index c = 0; c < 4; ++c) program.add_column({.name = {"x", c}, .objective = 5 + c});
  program.pairs = SymmetricRowsBuilder(4).finish();
  program.add_conflict({"a"}, 0, 1);
  program.add_conflict({"b"}, 2, 3);
  EXPECT_EQ(penalty_strengths(program, find_group_encoding("onehot"), StrengthScale::safe).rows,
            (std::vector<double>{5, 7}));
  EXPECT_EQ(least_energy(formulated(program, "onehot", 1).model), -14);
  EXPECT_LT(least_energy(formulated(program, "onehot", 0.9).model), -14);
}

TEST(ProgramFormulation, NativeGroupsAreListedAndCostNothing) {
  const Program program = cut_program(3, 3, {Edge{0, 1, 2}, Edge{1, 2, 2}});
  const ProgramFormulation made = formulated(program, "native", 1);
  EXPECT_TRUE(made.model.penalties().empty());
  EXPECT_EQ(made.model.groups().size(), 3U);
  EXPECT_EQ(made.model.groups()[2], (Group{6, 3}));
}

TEST(ProgramFormulation, RefusesWhatItCannotSay) {
  Rng rng(2);
  const Program program = mixed_program(rng);
  const auto message = [&](const FormulationRequest& request) -> std::string {
    try {
      static_cast<void>(formulate(program, request));
    } catch (const UsageError& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(message({.encoding = "native", .bound = whole_slack}).find("has 2 that need a slack"),
            std::string::npos);
  EXPECT_NE(message({.encoding = "hyperplane", .bound = whole_slack}).find("only a knapsack has"),
            std::string::npos);
  EXPECT_NE(message({.group_encoding = "one-hot"}).find("onehot"), std::string::npos);
  EXPECT_NE(message({.strength = -1}).find("--lambda"), std::string::npos);
  Program never = program;
  never.rows[0].rhs = -2;
  EXPECT_THROW(static_cast<void>(formulate(never, {.bound = whole_slack})), InvalidInstance);
}

// --- texts ---------------------------------------------------------------------------------------

TEST(ProgramStrengths, AreReadAsTheyAreWritten) {
  using Choices = std::vector<StrengthChoice>;
  EXPECT_EQ(parse_program_strengths("2.5"), (Choices{{2.5, StrengthScale::absolute}}));
  EXPECT_EQ(parse_program_strengths("2^-1..2^1"), (Choices{{0.5}, {1}, {2}}));
  EXPECT_EQ(parse_program_strengths("safe"), (Choices{{1, StrengthScale::safe}}));
  EXPECT_EQ(parse_program_strengths("scale:0.75"), (Choices{{0.75, StrengthScale::safe}}));
  EXPECT_EQ(parse_program_strengths("scale:1..2"),
            (Choices{{1, StrengthScale::safe}, {2, StrengthScale::safe}}));
  EXPECT_EQ(parse_program_strengths("auto"), (Choices{{1, StrengthScale::automatic}}));
  for (const char* const text : {"", "0", "-1", "nan", "inf", "scale:", "scale:0", "regression"})
    EXPECT_THROW(static_cast<void>(parse_program_strengths(text)), UsageError) << text;
  EXPECT_EQ(parse_program_bound("auto"), whole_slack);
  EXPECT_EQ(parse_program_bound("12"), 12);
  EXPECT_THROW(static_cast<void>(parse_program_bound("-1")), UsageError);
}

// --- the knapsack --------------------------------------------------------------------------------

TEST(ProgramFormulation, AKnapsackSharesItsPairs) {
  for (const QkpInstance& instance : program_test::small_instances()) {
    const Formulation made = formulate(instance);
    // Same entries at the same place: nothing was copied.
    const auto place = [](const SymmetricRows& rows) {
      return rows.visit([](const auto& held) -> const void* { return &held; });
    };
    EXPECT_EQ(place(made.model.objective().pairs), place(instance.pair_profits()));
    EXPECT_EQ(place(quadratic_program(instance).pairs), place(instance.pair_profits()));
  }
}

}  // namespace
}  // namespace spinsack
