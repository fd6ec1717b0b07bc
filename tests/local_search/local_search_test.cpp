// SPDX-License-Identifier: Apache-2.0
// Exchanges to a local optimum, the hyperplane finish, and what they are made of.
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/hyperplane.hpp"
#include "local_search/landscape.hpp"
#include "local_search/reduced_gain.hpp"
#include "postprocess/step.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

QkpInstance odd_instance(Rng& rng, Index n) {
  test::RandomKind kind{.n = n};
  if (rng.integer(0, 1) == 0) kind.max_weight = rng.integer(1, 1'000'000);
  if (rng.integer(0, 1) == 0) kind.max_profit = rng.integer(0, 10'000'000'000);
  if (rng.integer(0, 1) == 0) kind.min_profit = -kind.max_profit;
  kind.density = rng.real();
  kind.tightness = 1.1 * rng.real();
  return test::random_instance(rng, kind);
}

KnapsackState feasible_state(Rng& rng, const QkpInstance& instance) {
  KnapsackState state(instance, test::random_bits(rng, instance.size()));
  drop_to_fit(state, marginal_price(state));
  return state;
}

// The best swap by trying all; 0 if none gains.
Profit best_gain(const KnapsackState& state) {
  Profit best = 0;
  const auto weights = state.instance().weights();
  for (Index i = 0; i < state.size(); ++i)
    for (Index j = 0; j < state.size(); ++j)
      if (state.holds(i) && !state.holds(j) && weights[at(j)] - weights[at(i)] <= state.room())
        best = std::max(
            best, state.gain(j) - state.gain(i) - state.instance().pair_profits().integer(i, j));
  return best;
}

TEST(BestSwap, IsTheBestOfAllWhateverThePrice) {
  Rng rng(21);
  for (int round = 0; round < 500; ++round) {
    const QkpInstance instance = odd_instance(rng, static_cast<Index>(rng.integer(1, 30)));
    const KnapsackState state = feasible_state(rng, instance);
    const Profit smallest = smallest_pair_profit(instance);
    const double price = marginal_price(state) * 2 * rng.real();
    const Profit expected = best_gain(state);
    const auto by_gain = best_swap(state, price, smallest, SwapRule::gain);
    const auto by_price = best_swap(state, price, smallest, SwapRule::reduced_gain);
    ASSERT_EQ(by_gain.has_value(), expected > 0);
    ASSERT_EQ(by_price.has_value(), expected > 0);
    if (!by_gain) continue;
    const auto gain_of = [&](const Swap& swap) {
      return state.gain(swap.enters) - state.gain(swap.leaves) -
             instance.pair_profits().integer(swap.leaves, swap.enters);
    };
    ASSERT_EQ(gain_of(*by_gain), expected);
    ASSERT_GT(gain_of(*by_price), 0);
  }
}

// One item far better than all others, left out, once made capacity seem ten times as dear as it is.
TEST(MarginalPrice, IsThatOfTheMostWhereProfitsMayBeNegative) {
  QkpInstance::Data data;
  for (const Profit profit : {300, 9, 8, 7, 6, 5, 4, 3, 2, -1}) {
    data.profit.push_back(profit);
    data.weight.push_back(1);
  }
  data.pair_profit = SymmetricRowsBuilder(10).finish();
  data.capacity = 5;
  const QkpInstance instance(std::move(data));
  const KnapsackState state(instance, Bits{0, 1, 1, 1, 1, 1, 0, 0, 0, 0});
  EXPECT_DOUBLE_EQ(marginal_price(state), 5);
}

TEST(LocalSearch, StepsEndFeasibleAndNoWorse) {
  Rng rng(22);
  for (int round = 0; round < 200; ++round) {
    const QkpInstance instance = odd_instance(rng, static_cast<Index>(rng.integer(1, 40)));
    const KnapsackState start = feasible_state(rng, instance);
    for (const char* step : {"gain-exchange", "price-exchange", "hyperplane"}) {
      SCOPED_TRACE(step);
      KnapsackState state = start;
      run_pipeline(parse_pipeline(step), state);
      const Evaluation judge = evaluate(instance, state.bits());
      ASSERT_TRUE(judge.feasible);
      ASSERT_EQ(judge.profit, state.profit());
      ASSERT_EQ(judge.load, state.load());
      ASSERT_GE(state.profit(), start.profit());
      if (step != std::string_view("hyperplane")) {
        ASSERT_EQ(best_gain(state), 0);
      }
    }
  }
}

TEST(Hyperplane, ClosesTheGapThatSingleSwapsLeave) {
  // The best solution has one item more than where swaps end.
  const PublishedInstance& published = *match_published("large:1000_75_5").front();
  const QkpInstance instance = build_published(published);
  KnapsackState state(instance, Bits(at(instance.size()), 1));
  run_pipeline(parse_pipeline("repair+fill+exchange+gain-exchange"), state);
  const Profit by_swaps = state.profit();
  const Index count = state.count();
  EXPECT_LT(by_swaps, published.best_known);
  run_pipeline(parse_pipeline("hyperplane"), state);
  EXPECT_GT(state.profit(), by_swaps);
  EXPECT_EQ(state.count(), count + 1);
  EXPECT_GT(state.profit(), published.best_known * 99999 / 100000);
}

TEST(Hyperplane, KeepsTheNumberOfItems) {
  Rng rng(23);
  for (int round = 0; round < 50; ++round) {
    const QkpInstance instance = odd_instance(rng, 150);
    KnapsackState state = feasible_state(rng, instance);
    const Landscape land = survey(state);
    const auto k = static_cast<Index>(rng.integer(0, land.most_items));
    RandomLanes random(1, static_cast<std::uint64_t>(round));
    Stop stop;
    StopCheck watch(stop);
    Work work;
    if (!anneal_on_hyperplane(state, k, land, {}, random, watch, work)) continue;
    EXPECT_EQ(state.count(), k);
    const Evaluation judge = evaluate(instance, state.bits());
    EXPECT_TRUE(judge.feasible);
    EXPECT_EQ(judge.profit, state.profit());
  }
}

TEST(Landscape, CountsTheMostItemsThatFit) {
  QkpInstance::Data data;
  data.profit = {1, 1, 1, 1};
  data.weight = {5, 1, 3, 2};
  data.pair_profit = SymmetricRowsBuilder(4).finish();
  for (const auto& [capacity, most] :
       std::vector<std::pair<Weight, Index>>{{0, 0}, {1, 1}, {5, 2}, {6, 3}, {10, 3}, {11, 4}}) {
    data.capacity = capacity;
    const QkpInstance instance(data);
    EXPECT_EQ(survey(KnapsackState(instance, Bits(4, 0))).most_items, most);
  }
}

TEST(QuickRemoval, EndsFeasibleAndStopsWhenAsked) {
  const QkpInstance instance = generate("gallo", {{"n", "300"}, {"tightness", "0.3"}});
  KnapsackState state(instance, Bits(300, 1));
  EXPECT_TRUE(quick_removal(state, 8));
  EXPECT_TRUE(state.feasible());
  EXPECT_EQ(evaluate(instance, state.bits()).profit, state.profit());
  KnapsackState stopped(instance, Bits(300, 1));
  Stop at_once(0.0);
  StopCheck watch(at_once);
  EXPECT_FALSE(quick_removal(stopped, 8, &watch));
}

}  // namespace
}  // namespace spinsack
