// SPDX-License-Identifier: Apache-2.0
#include "solver/dp.hpp"

#include "core/error.hpp"
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace spinsack {
namespace {

SolveOutcome dp(const QkpInstance& instance, const ParameterValues& values = {}) {
  return test::qkp_method("dp").solve(instance, values, {});
}

// Step 2 of the header, literally: sets as sets, each test summed anew.
Profit literal_program(const QkpInstance& instance) {
  const Index n = instance.size();
  std::vector<Profit> total(at(n));
  for (Index i = 0; i < n; ++i) {
    total[at(i)] = instance.profits()[at(i)];
    for (Index j = 0; j < n; ++j)
      if (j != i) total[at(i)] += instance.pair_profits().integer(i, j);
  }
  std::vector<Index> order(at(n));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](Index a, Index b) {
    return Wide{total[at(a)]} * instance.weights()[at(b)] >
           Wide{total[at(b)]} * instance.weights()[at(a)];
  });
  std::map<Weight, Bits, std::greater<>> best{{0, Bits(at(n), 0)}};
  const auto value = [&](const Bits& bits) { return evaluate(instance, bits).profit; };
  for (const Index k : order) {
    const auto before = best;
    for (const auto& [load, bits] : before) {
      const Weight sum = load + instance.weights()[at(k)];
      if (sum > instance.capacity()) continue;
      Bits joined = bits;
      joined[at(k)] = 1;
      const auto there = best.find(sum);
      if (there == best.end() || value(joined) > value(there->second)) best[sum] = joined;
    }
  }
  Profit most = 0;
  for (const auto& [load, bits] : best) most = std::max(most, value(bits));
  return most;
}

TEST(Dp, IsTheLiteralProgram) {
  Rng rng(3);
  for (int round = 0; round < 60; ++round) {
    test::RandomKind kind;
    kind.n = static_cast<Index>(rng.integer(1, 30));
    kind.max_profit = rng.integer(0, 1) == 0 ? 100 : 1'000'000'000'000;
    kind.min_profit = rng.integer(0, 2) == 0 ? -kind.max_profit : 0;
    kind.density = rng.real();
    kind.tightness = 1.2 * rng.real();
    const QkpInstance instance = test::random_instance(rng, kind);
    const Profit literal = literal_program(instance);
    EXPECT_EQ(dp(instance, {{"finish", "none"}}).value, literal);
    EXPECT_GE(dp(instance, {{"finish", "once"}}).value, literal);
    EXPECT_GE(dp(instance, {{"finish", "swaps"}}).value, literal);
  }
}

// Without pair profits the program is the exact one of the linear knapsack.
TEST(Dp, SolvesLinearKnapsacks) {
  Rng rng(4);
  for (int round = 0; round < 50; ++round) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = 14, .density = 0, .tightness = rng.real()});
    EXPECT_EQ(dp(instance).value, test::brute_force_optimum(instance));
  }
}

TEST(Dp, GivesTheSameAnswerInBlocks) {
  const QkpInstance instance = generate("gallo", {{"n", "400"}, {"density", "50"}, {"seed", "5"}});
  const DpPlan whole = DynamicProgram{}.plan(instance);
  EXPECT_EQ(whole.block, instance.size());
  EXPECT_EQ(whole.class_width, 1);
  const SolveOutcome expected = dp(instance);
  for (const std::int64_t memory : {5, 10}) {
    const DynamicProgram frugal{.memory = memory};
    const DpPlan plan = frugal.plan(instance);
    EXPECT_LT(plan.block, instance.size());
    EXPECT_EQ(plan.class_width, 1);
    EXPECT_LE(plan.bytes, 1'000'000 * memory);
    EXPECT_EQ(dp(instance, {{"memory", std::to_string(memory)}}).bits, expected.bits);
  }
}

// Items 0, 1 and 2 of weight 1, of which two fit; item 3 fits never, but brings item 0 to the front of the order.
// Of the sets {0} and {1}, equal in load and profit, only {1} has something in common with item 2.
TEST(Dp, BreaksTiesByTheGainsToComeIfAsked) {
  SymmetricRowsBuilder pairs(4);
  pairs.add(0, 3, std::int64_t{10});
  pairs.add(1, 2, std::int64_t{6});
  QkpInstance::Data data;
  data.name = "tie";
  data.profit = {5, 5, 1, 1};
  data.weight = {1, 1, 1, 100};
  data.capacity = 2;
  data.pair_profit = std::move(pairs).finish();
  const QkpInstance instance(std::move(data));
  EXPECT_EQ(dp(instance, {{"finish", "none"}}).value, 10);
  EXPECT_EQ(dp(instance, {{"finish", "none"}, {"tie", "gains"}}).value, 12);
}

TEST(Dp, TellsHowMuchMemoryItTook) {
  Rng rng(6);
  const QkpInstance instance =
      test::random_instance(rng, {.n = 90, .max_weight = 10'000, .tightness = 0.4});
  for (const std::int64_t memory : {1, 30, 500}) {
    const DpPlan plan = DynamicProgram{.memory = memory}.plan(instance);
    EXPECT_EQ(dp(instance, {{"memory", std::to_string(memory)}}).details,
              (std::vector<Detail>{{"table_bytes", plan.bytes},
                                   {"loads_per_set", plan.class_width},
                                   {"items_at_a_time", plan.block}}));
  }
}

TEST(Dp, KeepsToItsMemoryWhateverTheCapacity) {
  Rng rng(5);
  for (const Weight max_weight : {Weight{50}, Weight{100'000}, Weight{1'000'000'000'000}})
    for (const std::int64_t memory : {1, 30}) {
      const QkpInstance instance = test::random_instance(
          rng, {.n = 90, .max_weight = max_weight, .max_profit = 100, .tightness = 0.4});
      const DpPlan plan = DynamicProgram{.memory = memory}.plan(instance);
      EXPECT_LE(plan.bytes, 1'000'000 * memory);
      EXPECT_GE(plan.classes * plan.class_width, instance.capacity() + 1);
      const SolveOutcome outcome = dp(instance, {{"memory", std::to_string(memory)}});
      const Evaluation judge = evaluate(instance, outcome.bits);
      EXPECT_TRUE(judge.feasible);
      EXPECT_EQ(judge.profit, outcome.value);
      // Classes of loads cost little.
      const Profit reference = test::qkp_method("lha").solve(instance, {}, {.seed = 1}).value;
      EXPECT_GE(outcome.value, reference * 98 / 100);
    }
}

TEST(SlowDp, IsAsGoodAsPublished) {
  const auto judge = [](const char* pattern, int least_best_known, double most_gap) {
    int best_known = 0;
    double gap = 0;
    const auto matches = match_published(pattern);
    for (const PublishedInstance* const published : matches) {
      const Profit value = dp(build_published(*published)).value;
      EXPECT_LE(value, published->best_known);
      best_known += value == published->best_known ? 1 : 0;
      gap += 100 * (1 - static_cast<double>(value) / static_cast<double>(published->best_known));
    }
    EXPECT_GE(best_known, least_best_known) << pattern;
    EXPECT_LT(gap / static_cast<double>(matches.size()), most_gap) << pattern;
  };
  judge("medium:*", 75, 0.03);
  judge("large:1000_*", 6, 0.04);
}

}  // namespace
}  // namespace spinsack
