// SPDX-License-Identifier: Apache-2.0
// What every problem of the catalog promises.
#include "problem/problem.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "problem/named_instances.hpp"
#include "program/evaluate.hpp"
#include "program/program.hpp"
#include "solver/method.hpp"
#include "verify/recompute.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace spinsack {
namespace {

Bits random_columns(const Program& program, Rng& rng) {
  Bits columns(at(program.size()));
  for (std::uint8_t& bit : columns) bit = static_cast<std::uint8_t>(rng.integer(0, 1));
  return columns;
}

TEST(Problems, HaveDifferentNamesAndTheKnapsackIsTheFirst) {
  std::set<std::string_view> names;
  for (const Problem* const problem : problems()) {
    EXPECT_TRUE(names.insert(problem->name).second) << problem->name;
    EXPECT_FALSE(problem->help.empty());
    EXPECT_EQ(&find_problem(problem->name), problem);
  }
  EXPECT_EQ(problems().front()->name, "qkp");
  EXPECT_THROW((void)find_problem("qkpp"), UsageError);
}

TEST(Problems, HaveFormatsThatNobodyElseHas) {
  std::set<std::string_view> names;
  for (const Problem* const problem : problems())
    for (const FormatRow& format : problem->formats())
      EXPECT_TRUE(names.insert(format.name).second) << format.name;
}

TEST(Problems, DescribeTheirExample) {
  for (const Problem* const problem : problems()) {
    const Instance example = problem->example();
    EXPECT_EQ(&example.problem(), problem);
    EXPECT_EQ(example.digest().size(), 64U);
    ASSERT_FALSE(example.facts().empty());
    EXPECT_EQ(example.facts().front().name, "n");
    EXPECT_EQ(example.facts().front().number(), example.elements());
    EXPECT_GE(example.facts().size(), 2U) << "tables group by the second: " << problem->name;
    EXPECT_EQ(number_of_elements(example.program()), example.elements());
  }
}

// Two readings of the definition: the evaluator's, and the program's.
TEST(Problems, HaveProgramsThatSayWhatTheEvaluatorSays) {
  Rng rng(1);
  for (const Problem* const problem : problems()) {
    const Instance example = problem->example();
    const Program& program = example.program();
    for (int round = 0; round < 20; ++round) {
      Labels labels = labels_of(program, random_columns(program, rng));
      const Judgement judged = problem->evaluate(example, labels);
      const ProgramValue value = evaluate_program(program, columns_of(program, labels));
      EXPECT_EQ(judged.feasible, value.feasible()) << problem->name;
      EXPECT_EQ(judged.feasible, judged.violation == 0) << problem->name;
      if (!judged.feasible) continue;
      EXPECT_EQ(judged.value, value.value) << problem->name;
      EXPECT_EQ(recompute(example, labels), judged) << problem->name;
    }
  }
}

TEST(Problems, HaveStepsThatEndInWhatTheySay) {
  Rng rng(2);
  for (const Problem* const problem : problems()) {
    const Instance example = problem->example();
    const Steps steps = parse_steps(*problem, problem->default_steps);
    for (int round = 0; round < 20; ++round) {
      const Bits columns = random_columns(example.program(), rng);
      const StepRequest request{.seed = 3, .read = round, .judged = true};
      const Finished finished = problem->run_steps(example, columns, steps, request);
      ASSERT_EQ(finished.reports.size(), steps.size() + 1) << problem->name;
      EXPECT_EQ(finished.reports.front().step, "raw");
      if (finished.labels) {
        const Judgement judged = problem->evaluate(example, *finished.labels);
        EXPECT_TRUE(judged.feasible) << problem->name;
        EXPECT_EQ(judged.value, finished.value) << problem->name;
        EXPECT_EQ(finished.reports.back().after, judged) << problem->name;
      }
      EXPECT_EQ(problem->run_steps(example, columns, steps, request).labels, finished.labels)
          << problem->name << ": same seed, same labels";
    }
  }
}

TEST(Problems, WithoutStepsTakeOnlyWhatIsFeasible) {
  Rng rng(3);
  for (const Problem* const problem : problems()) {
    const Instance example = problem->example();
    for (int round = 0; round < 20; ++round) {
      const Bits columns = random_columns(example.program(), rng);
      const bool feasible = evaluate_program(example.program(), columns).feasible();
      EXPECT_EQ(problem->run_steps(example, columns, {}, {}).labels.has_value(), feasible)
          << problem->name;
    }
  }
}

TEST(Problems, HaveATrivialAnswerThatHolds) {
  for (const Problem* const problem : problems()) {
    if (problem->trivial == nullptr) continue;
    const Instance example = problem->example();
    const TrivialAnswer answer = problem->trivial(example);
    EXPECT_EQ(problem->evaluate(example, answer.labels),
              (Judgement{.value = answer.value, .violation = 0, .feasible = true}));
  }
}

TEST(Problems, HaveMethodsOfDifferentNames) {
  for (const Problem* const problem : problems()) {
    std::set<std::string_view> names;
    for (const Method& method : methods(*problem))
      EXPECT_TRUE(names.insert(method.name).second) << problem->name << ' ' << method.name;
    EXPECT_TRUE(names.contains("mip"));
    EXPECT_TRUE(names.contains("sa"));
  }
}

// Small enough that every machine finds what the problem's first method finds.
TEST(Problems, AreSolvedByAMachine) {
  for (const Problem* const problem : problems()) {
    const Instance example = problem->example();
    const SolveOutcome first = methods(*problem).front().solve(example, {}, {.seed = 1});
    const SolveOutcome machine =
        find_method(*problem, "sa")
            .solve(example, {{"reads", "20"}, {"sweeps", "50"}}, {.seed = 1});
    ASSERT_TRUE(machine.found()) << problem->name;
    EXPECT_EQ(machine.value, first.value) << problem->name;
    EXPECT_EQ(problem->evaluate(example, machine.bits).value, machine.value);
  }
}

TEST(Problems, KeepTheirTypeToThemselves) {
  const Instance example = problems().front()->example();
  EXPECT_FALSE(example.is<std::string>());
  EXPECT_THROW((void)example.as<std::string>(), UsageError);
}

}  // namespace
}  // namespace spinsack
