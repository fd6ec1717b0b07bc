// SPDX-License-Identifier: Apache-2.0
// What GRASP is made of, the randomised construction and the memory, and what it finds.
#include "solver/grasp.hpp"

#include "instance/published.hpp"
#include "solver/elite.hpp"
#include "solver/random_greedy.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace spinsack {
namespace {

TEST(RandomGreedy, WithOneChoiceTakesTheMostAppealingItemThatFitsEachTime) {
  Rng rng(1);
  for (int round = 0; round < 50; ++round) {
    const QkpInstance instance = test::random_instance(rng, {.n = 30, .tightness = 0.4});
    const std::vector<double> factor = per_weight(instance);
    const Bits none(30, 0);
    KnapsackState state(instance, none);
    KnapsackState literal(instance, none);
    Stop stop;
    StopCheck watch(stop);
    random_greedy(state, factor, 1, rng, watch);
    for (;;) {
      Index best = -1;
      const auto appeal = [&](Index i) {
        return static_cast<double>(literal.gain(i)) * factor[at(i)];
      };
      for (Index i = 0; i < 30; ++i)
        if (!literal.holds(i) && instance.weights()[at(i)] <= literal.room() &&
            (best < 0 || appeal(i) > appeal(best)))
          best = i;
      if (best < 0) break;
      literal.add(best);
    }
    EXPECT_TRUE(std::ranges::equal(state.bits(), literal.bits()));
  }
}

TEST(RandomGreedy, WithManyChoicesFillsTheKnapsackInManyWays) {
  Rng rng(2);
  const QkpInstance instance = test::random_instance(rng, {.n = 60});
  const std::vector<double> factor = per_weight(instance);
  EliteList found(100);
  for (int round = 0; round < 20; ++round) {
    KnapsackState state(instance, Bits(60, 0));
    Stop stop;
    StopCheck watch(stop);
    random_greedy(state, factor, 10, rng, watch);
    EXPECT_TRUE(state.feasible());
    for (Index i = 0; i < 60; ++i)
      EXPECT_TRUE(state.holds(i) || instance.weights()[at(i)] > state.room());
    found.insert(ranked(state));
  }
  EXPECT_GT(found.all().size(), 10U);
}

TEST(EliteList, KeepsTheBestFewWithoutDoublesAndCountsTheirItems) {
  EliteList elite(2);
  EXPECT_EQ(elite.frequencies(2), (std::vector<double>{0, 0}));
  EXPECT_TRUE(elite.insert({5, {1, 0}}));
  EXPECT_FALSE(elite.insert({5, {1, 0}}));
  EXPECT_FALSE(elite.insert({3, {0, 1}}));
  EXPECT_EQ(elite.frequencies(2), (std::vector<double>{0.5, 0.5}));
  EXPECT_TRUE(elite.insert({9, {1, 1}}));
  ASSERT_EQ(elite.all().size(), 2U);
  EXPECT_EQ(elite.all()[1].value, 5);
  EXPECT_EQ(elite.frequencies(2), (std::vector<double>{1, 0.5}));
}

TEST(GraspTabu, FindsOptimaOfSmallInstances) {
  Rng rng(5);
  for (int round = 0; round < 40; ++round) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = 14, .min_profit = round % 2 == 0 ? 0 : -20});
    const SolveOutcome outcome = test::qkp_method("grasp").solve(
        instance, {{"choices", "3"}, {"iterations", "8"}}, {.seed = 1});
    EXPECT_EQ(outcome.value, test::brute_force_optimum(instance));
  }
}

// The best set of medium:100_100_4 has one item more than any that swaps by gain lead to.
TEST(GraspTabu, FindsOptimaOfMediumInstances) {
  for (const char* const name : {"medium:100_25_1", "medium:100_100_4", "medium:200_50_6"}) {
    const PublishedInstance& published = *match_published(name).front();
    const SolveOutcome outcome = test::qkp_method("grasp").solve(
        build_published(published), {{"iterations", "8"}}, {.seed = 1});
    EXPECT_EQ(outcome.value, published.best_known) << name;
    EXPECT_GT(outcome.work.sweeps, 8 * published.n);
    EXPECT_GT(outcome.work.visits, outcome.work.sweeps);
    EXPECT_GT(outcome.work.flips, 0);
  }
}

// Without patience an iteration is a construction and a descent.
TEST(GraspTabu, GainsByItsTabuSearch) {
  const QkpInstance instance = build_published(*match_published("medium:200_25_3").front());
  const auto value = [&](const char* patience) {
    return test::qkp_method("grasp")
        .solve(instance, {{"iterations", "4"}, {"patience", patience}}, {.seed = 2})
        .value;
  };
  EXPECT_GT(value("5"), value("0"));
}

}  // namespace
}  // namespace spinsack
