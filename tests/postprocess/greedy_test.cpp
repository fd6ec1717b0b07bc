// SPDX-License-Identifier: Apache-2.0
// The paper's Greedy is deterministic: 180 of 180 published scores.
#include "postprocess/greedy.hpp"

#include "core/error.hpp"
#include "instance/evaluate.hpp"
#include "instance/published.hpp"
#include "postprocess/step.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

TEST(Greedy, ReproducesAllPublishedScores) {
  for (const PublishedInstance& published : published_instances()) {
    const QkpInstance instance = build_published(published);
    const Evaluation e = evaluate(instance, post::greedy(instance));
    EXPECT_TRUE(e.feasible) << published.name;
    EXPECT_EQ(e.profit, published.paper_greedy) << published.suite << ":" << published.name;
  }
}

TEST(Greedy, AnswersTheExtremes) {
  QkpInstance::Data data;
  data.profit = {5, -3, 2};
  data.weight = {4, 4, 4};
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 2, std::int64_t{1});
  data.pair_profit = std::move(pairs).finish();
  data.capacity = 3;  // below the smallest weight: nothing
  EXPECT_EQ(post::greedy(QkpInstance(data)), (Bits{0, 0, 0}));
  data.capacity = 100;  // above the sum: everything that pays
  EXPECT_EQ(post::greedy(QkpInstance(data)), (Bits{1, 0, 1}));
  data.capacity = 0;
  EXPECT_EQ(post::greedy(QkpInstance(data)), (Bits{0, 0, 0}));
}

TEST(GreedyProperty, StepsKeepTheirPromises) {
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    const auto n = static_cast<Index>(rng.integer(1, 40));
    const QkpInstance instance = test::random_instance(
        rng, {.n = n, .min_profit = round % 3 == 0 ? -20 : 0, .tightness = rng.real()});
    KnapsackState state(instance, test::random_bits(rng, n));
    parse_pipeline("repair").front()->apply(state, nullptr);
    ASSERT_TRUE(state.feasible());
    const Profit repaired = state.profit();
    parse_pipeline("fill").front()->apply(state, nullptr);
    ASSERT_TRUE(state.feasible());
    ASSERT_GE(state.profit(), repaired);
    const Profit filled = state.profit();
    parse_pipeline("exchange").front()->apply(state, nullptr);
    ASSERT_TRUE(state.feasible());
    ASSERT_GE(state.profit(), filled);
    const Evaluation e = evaluate(instance, state.bits());
    ASSERT_EQ(e.profit, state.profit());
    ASSERT_EQ(e.load, state.load());
  }
}

TEST(Pipeline, IsText) {
  EXPECT_TRUE(parse_pipeline("none").empty());
  ASSERT_EQ(parse_pipeline("repair+fill").size(), 2U);
  EXPECT_EQ(parse_pipeline("repair+fill")[1]->name, "fill");
  for (const char* bad : {"", "repair+", "+fill", "repiar", "none+fill"})
    EXPECT_THROW((void)parse_pipeline(bad), UsageError) << bad;
}

TEST(Pipeline, PassesOverStepsThatNeedAFeasibleCandidate) {
  Rng rng(4);
  const QkpInstance instance = test::random_instance(rng, {.n = 10, .tightness = 0.3});
  KnapsackState state(instance, Bits(10, 1));
  run_pipeline(parse_pipeline("fill+exchange"), state);
  EXPECT_FALSE(state.feasible());
  EXPECT_EQ(state.bits().size(), 10U);
}

// Whatever the catalog holds: a step that has no time loses nothing, and does not go on until it is done.
TEST(Pipeline, EndsWhenTheTimeIsOver) {
  Rng rng(5);
  for (const bool sparse : {false, true}) {
    const Index n = sparse ? 400 : 40;
    const QkpInstance instance = test::random_instance(
        rng, {.n = n, .min_profit = -5, .density = sparse ? 0.01 : 0.5, .tightness = 0.3});
    KnapsackState overloaded(instance, Bits(at(n), 1));
    KnapsackState repaired = overloaded;
    run_pipeline(parse_pipeline("repair"), repaired);
    for (const Step& step : steps()) {
      SCOPED_TRACE(step.name);
      Stop over(0);
      StopCheck watch(over);
      KnapsackState state = step.needs_feasible ? repaired : overloaded;
      const KnapsackState before = state;
      run_pipeline({&step}, state, &watch);
      EXPECT_EQ(state.feasible(), before.feasible());
      if (step.needs_feasible) {
        EXPECT_GE(state.profit(), before.profit());
      }
    }
  }
}

}  // namespace
}  // namespace spinsack
