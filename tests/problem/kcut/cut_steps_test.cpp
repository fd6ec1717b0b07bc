// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/cut_steps.hpp"

#include "problem/kcut/cut_program.hpp"
#include "problem/kcut/cut_support.hpp"
#include "problem/kcut/repair.hpp"
#include "program/evaluate.hpp"

#include <gtest/gtest.h>

namespace spinsack::kcut::test {
namespace {

Bits random_columns(const Graph& graph, double share, Rng& rng) {
  Bits columns(at(graph.size()) * static_cast<std::size_t>(graph.parts()));
  for (std::uint8_t& bit : columns) bit = rng.real() < share ? 1 : 0;
  return columns;
}

Steps pipeline(std::initializer_list<std::size_t> rows) {
  Steps steps;
  for (const std::size_t row : rows) steps.push_back(&cut_steps()[row]);
  return steps;
}

// A clock that is over: every vertex takes the first part that it names, and improvement hardly begins.
TEST(CutSteps, EndWithTheClock) {
  const Graph graph = small_graph(60, 3, 0.3, -5, 9, 3);
  Rng rng(1);
  const Bits columns = random_columns(graph, 0.3, rng);
  const NamedParts raw(graph, columns);
  Labels first(at(graph.size()), 0);
  for (Index v = 0; v < graph.size(); ++v)
    for (int part = graph.parts(); part-- > 0;)
      if (raw.named(v, part)) first[at(v)] = static_cast<std::uint8_t>(part);
  Stop over(0.0);
  StopCheck watch(over);
  EXPECT_EQ(run_cut_steps(graph, columns, pipeline({0}), {.watch = &watch}).labels,
            canonical(first));
  const Steps all = pipeline({0, 1, 2, 3});
  const Finished whole = run_cut_steps(graph, columns, all, {});
  EXPECT_LT(run_cut_steps(graph, columns, all, {.watch = &watch}).value, whole.value);
  Stop open(std::nullopt);
  StopCheck patient(open);
  EXPECT_EQ(run_cut_steps(graph, columns, all, {.watch = &patient}).labels, whole.labels);
}

TEST(CutProgram, ItsValuesAreTheCuts) {
  for (const int parts : {2, 3, 4}) {
    const Graph graph = small_graph(7, parts, 0.6, -9, 9, 14);
    const Program program = cut_program(graph);
    check_program(program);
    Rng rng(1);
    for (int i = 0; i < 50; ++i) {
      const Labels labels = random_labels(graph, rng);
      const ProgramValue value = evaluate_program(program, columns_of(program, labels));
      EXPECT_TRUE(value.feasible());
      EXPECT_EQ(value.value, cut_value(graph, labels));
    }
  }
}

TEST(CutRepair, RawBitsAreWorthWhatTheProgramSays) {
  const Graph graph = small_graph(15, 3, 0.5, -9, 9, 15);
  const Program program = cut_program(graph);
  Rng rng(2);
  for (int i = 0; i < 50; ++i) {
    const Bits columns = random_columns(graph, 0.4, rng);
    const NamedParts raw(graph, columns);
    const ProgramValue value = evaluate_program(program, columns);
    EXPECT_EQ(value_of_columns(graph, raw), value.value);
    EXPECT_EQ(raw.violation, value.violation);
    EXPECT_EQ(raw.feasible(), value.feasible());
  }
}

TEST(CutRepair, KeepsWhatIsDecidedAndChoosesAmongWhatIsNamed) {
  const Graph graph = small_graph(30, 4, 0.3, -9, 9, 16);
  Rng rng(3);
  for (int i = 0; i < 50; ++i) {
    const Bits columns = random_columns(graph, 0.3, rng);
    const NamedParts raw(graph, columns);
    const Labels labels = repaired(graph, raw);
    for (Index v = 0; v < graph.size(); ++v) {
      int named = 0;
      for (int c = 0; c < 4; ++c) named += raw.named(v, c) ? 1 : 0;
      EXPECT_TRUE(named == 0 || raw.named(v, labels[at(v)]));
      EXPECT_TRUE(named != 1 || labels[at(v)] == raw.labels[at(v)]);
    }
  }
}

// One vertex without a part, neighbours in parts 0 (weight 5) and 1 (weight 2): part 2 of three joins nothing.
TEST(CutRepair, TakesThePartThatJoinsLeast) {
  const Graph graph({.name = "g", .vertices = 3, .parts = 3, .edges = {{0, 2, 5}, {1, 2, 2}}});
  EXPECT_EQ(repaired(graph, NamedParts(graph, Bits{1, 0, 0, 0, 1, 0, 0, 0, 0})), (Labels{0, 1, 2}));
  EXPECT_EQ(repaired(graph, NamedParts(graph, Bits{1, 0, 0, 0, 1, 0, 1, 1, 0})), (Labels{0, 1, 1}));
}

TEST(CutSteps, EachIsNoWorseThanTheOneBefore) {
  const Graph graph = small_graph(80, 3, 0.1, -3, 9, 17);
  Rng rng(4);
  for (std::int64_t read = 0; read < 10; ++read) {
    const Finished finished =
        run_cut_steps(graph, random_columns(graph, 0.33, rng), pipeline({0, 1, 2, 3}),
                      {.seed = 1, .read = read, .judged = true});
    ASSERT_EQ(finished.reports.size(), 5U);
    EXPECT_FALSE(finished.reports[0].after.feasible);
    for (std::size_t r = 2; r < 5; ++r) {
      EXPECT_TRUE(finished.reports[r].after.feasible);
      EXPECT_GE(finished.reports[r].after.value, finished.reports[r - 1].after.value);
    }
    ASSERT_TRUE(finished.labels);
    EXPECT_EQ(finished.value, cut_value(graph, *finished.labels));
    EXPECT_EQ(*finished.labels, canonical(*finished.labels));
  }
}

TEST(CutSteps, WithoutRepairAnUndecidedAnswerStaysNone) {
  const Graph graph = small_graph(10, 3, 0.5, 1, 9, 18);
  const Bits nothing(30, 0);
  const Finished finished = run_cut_steps(graph, nothing, pipeline({1, 3}), {.judged = true});
  EXPECT_FALSE(finished.labels);
  ASSERT_EQ(finished.reports.size(), 3U);
  EXPECT_TRUE(finished.reports[1].skipped);
  EXPECT_EQ(finished.reports[2].after.violation, 10);
  EXPECT_EQ(finished.value, graph.weight());  // nothing joins anything
}

TEST(CutSteps, ReadsDrawFromStreamsOfTheirOwn) {
  const Graph graph = small_graph(60, 3, 0.3, -9, 9, 19);
  Rng rng(5);
  const Bits columns = random_columns(graph, 0.33, rng);
  const auto labels = [&](std::int64_t read) {
    return *run_cut_steps(graph, columns, pipeline({0, 3}), {.seed = 7, .read = read}).labels;
  };
  EXPECT_EQ(labels(3), labels(3));
  EXPECT_NE(labels(3), labels(4));
}

}  // namespace
}  // namespace spinsack::kcut::test
