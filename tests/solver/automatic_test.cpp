// SPDX-License-Identifier: Apache-2.0
// What a user gets without flags: right and proven on everything small, the same for any number of threads, and an
// answer whenever it is stopped.
#include "solver/automatic.hpp"

#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "problem/qkp/qkp_source.hpp"
#include "problem/qkp/solve_qkp.hpp"
#include "solver/exact.hpp"
#include "solver/lha.hpp"
#include "solver/qkbp.hpp"
#include "solver/qkp_methods.hpp"
#include "solver/window_ils.hpp"
#include "support/optimum_by_flips.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string_view>
#include <utility>

namespace spinsack {
namespace {

// Plain, negative and all negative profits; unit, plain and huge weights; from nothing fits to everything does.
QkpInstance odd_instance(Rng& rng, Index most) {
  const auto one_of = [&](const auto& list) {
    return list[static_cast<std::size_t>(
        rng.integer(0, static_cast<std::int64_t>(list.size()) - 1))];
  };
  constexpr std::array<Weight, 4> heaviest{1, 40, 1'000'000, 1'000'000'000'000'000};
  constexpr std::array<Profit, 3> most_profit{3, 100, 1'000'000'000};
  constexpr std::array<double, 5> densities{0, 0.1, 0.25, 0.5, 1};
  test::RandomKind kind;
  kind.n = static_cast<Index>(rng.integer(1, most));
  kind.max_weight = one_of(heaviest);
  kind.max_profit = one_of(most_profit);
  switch (rng.integer(0, 3)) {
    case 0:
      kind.min_profit = -2 * kind.max_profit;
      break;
    case 1:
      kind.min_profit = -kind.max_profit;
      kind.max_profit = rng.integer(0, 4) == 0 ? 0 : kind.max_profit / 2;
      break;
    default:
      break;
  }
  kind.density = one_of(densities);
  kind.tightness = 0.1 * static_cast<double>(rng.integer(0, 12));
  return test::random_instance(rng, kind);
}

void expect_right_and_proven(int count, Index most, std::uint64_t seed) {
  Rng rng(seed);
  for (int round = 0; round < count; ++round) {
    const QkpInstance instance = odd_instance(rng, most);
    const SolveResult result = solve(instance, "auto", {}, {.seed = 1});
    const Profit optimum = test::optimum_by_flips(instance);
    ASSERT_EQ(result.value(), optimum) << "round " << round;
    ASSERT_EQ(result.upper_bound, optimum) << "round " << round;
  }
}

TEST(Automatic, IsRightAndProvesItOnFiveHundredSmallInstances) {
  expect_right_and_proven(450, 14, 2024);
  expect_right_and_proven(50, 18, 2025);
}

TEST(SlowAutomatic, IsRightAndProvesItOnFiveThousandSmallInstances) {
  expect_right_and_proven(5000, 20, 7);
}

// A poor one to begin with led to 3988 regions here.
TEST(Automatic, BeginsTheProofOfFewItemsWithAGoodSolution) {
  const QkpInstance instance =
      generate("related", {{"n", "30"}, {"negative", "50"}, {"tightness", "1"}, {"seed", "101"}});
  const SolveOutcome outcome = test::qkp_method("auto").solve(instance, {}, {.seed = 0});
  EXPECT_EQ(outcome.upper_bound, outcome.value);
  for (const Detail& detail : outcome.details) {
    if (detail.name == "regions") {
      EXPECT_LT(detail.value, 500);
    }
  }
}

TEST(Automatic, GivesTheSameAnswerForAnyNumberOfThreads) {
  for (const auto& [family, parameters] : std::vector<std::pair<std::string, ParameterValues>>{
           {"gallo", {{"n", "60"}, {"density", "25"}}},
           {"sparse", {{"n", "300"}}},
           {"related", {{"n", "80"}}},
           {"gallo", {{"n", "36"}, {"negative", "60"}, {"tightness", "1"}}}}) {
    const QkpInstance instance = generate(family, parameters);
    const SolveOutcome alone =
        test::qkp_method("auto").solve(instance, {}, {.seed = 3, .threads = 1});
    const SolveOutcome shared =
        test::qkp_method("auto").solve(instance, {}, {.seed = 3, .threads = 3});
    EXPECT_EQ(alone.bits, shared.bits) << family;
    EXPECT_EQ(alone.upper_bound, shared.upper_bound) << family;
    EXPECT_EQ(alone.work, shared.work) << family;
  }
}

// An end that was asked for before anything began is the hardest: there is an answer, and a bound that holds.
// Of the reads of lha not the first alone may reach it: bounds and proofs, which come after them, are then of no use.
TEST(Automatic, EndsWithWhicheverReadReachesTheTarget) {
  const QkpInstance instance = generate("gallo", {{"n", "300"}, {"density", "25"}, {"seed", "4"}});
  const Profit best = test::qkp_method("auto").solve(instance, {}, {}).value;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    const SolveOutcome outcome =
        test::qkp_method("auto").solve(instance, {}, {.seed = seed, .target = best});
    EXPECT_EQ(outcome.stopped_by, StopReason::target);
    EXPECT_EQ(outcome.value, best);
    EXPECT_FALSE(outcome.upper_bound);
  }
}

// The first solutions of lha are no optima here, and a proof would take ten times as long as the way to it.
TEST(Automatic, ProvesNothingWhileItIsOnItsWayToTheTarget) {
  const LoadedInstance loaded = load_instance("medium:200_50_2");
  const SolveRequest request{.seed = 101, .target = loaded.best_known()};
  const SolveOutcome alone = test::qkp_method("lha").solve(loaded.instance, {}, request);
  const SolveOutcome outcome = test::qkp_method("auto").solve(loaded.instance, {}, request);
  EXPECT_EQ(outcome.stopped_by, StopReason::target);
  EXPECT_EQ(alone.stopped_by, StopReason::target);
  EXPECT_FALSE(outcome.upper_bound);
}

TEST(Automatic, AnswersWhenItIsStoppedAtOnce) {
  const LoadedInstance loaded = load_instance("medium:200_25_1");
  std::atomic<bool> interrupted = true;
  const SolveResult result = solve(loaded.instance, "auto", {}, {.interrupted = &interrupted});
  EXPECT_TRUE(evaluate(loaded.instance, result.outcome.bits).feasible);
  EXPECT_GE(result.upper_bound, *loaded.best_known());
}

// Likewise where everything takes longer than a limit may be. The empty knapsack is no answer then.
TEST(Automatic, AnswersForVeryManyItemsHoweverSoonItIsStopped) {
  const QkpInstance instance = generate("sparse", {{"n", "60000"}});
  Profit everything = 0;
  for (const Profit p : instance.profits()) everything += p;
  const auto expect_an_answer = [&](std::string_view method, SolveOutcome outcome) {
    EXPECT_GT(outcome.value, everything / 4) << method;
    EXPECT_TRUE(evaluate(instance, outcome.bits).feasible) << method;
  };
  std::atomic<bool> interrupted = true;
  const SolveRequest request{.time_limit = 1000, .interrupted = &interrupted};
  const auto begin = [&](const auto& method) {
    Incumbent incumbent(empty_knapsack(instance), request);
    method.solve(instance, incumbent);
    expect_an_answer(method.name, std::move(incumbent).outcome());
  };
  begin(Automatic());
  begin(LagrangianHyperplaneAnnealing());
  begin(Exact());
  begin(BreakpointGreedy());
  begin(WindowSearch());
  expect_an_answer("sa", test::qkp_method("sa").solve(instance, {}, request));
}

// Where capacity is left free it is worth nothing: a price on it led away from the optimum.
TEST(Automatic, LeavesCapacityFreeWhereThatIsBest) {
  for (const char* seed : {"1", "2", "3"}) {
    const QkpInstance instance = generate("gallo", {{"n", "32"},
                                                    {"density", "50"},
                                                    {"profit-min", "-100"},
                                                    {"profit-max", "50"},
                                                    {"tightness", "1"},
                                                    {"seed", seed}});
    const SolveOutcome exact = test::qkp_method("exact").solve(instance, {}, {.seed = 1});
    const SolveOutcome ours = test::qkp_method("auto").solve(instance, {}, {.seed = 1});
    EXPECT_EQ(ours.value, exact.value) << seed;
    EXPECT_EQ(exact.upper_bound, exact.value) << seed;
  }
}

}  // namespace
}  // namespace spinsack
