// SPDX-License-Identifier: Apache-2.0
#include "postprocess/set_exchange.hpp"

#include "instance/critical_price.hpp"
#include "local_search/candidates.hpp"
#include "postprocess/step.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

struct SetExchange {
  std::string_view step;
  std::size_t leave;
  std::size_t enter;
};
constexpr std::array all_exchanges{SetExchange{"exchange-1-2", 1, 2},
                                   SetExchange{"exchange-2-1", 2, 1},
                                   SetExchange{"exchange-2-2", 2, 2}};

void apply(std::string_view step, KnapsackState& state) {
  run_pipeline(parse_pipeline(step), state);
}

std::vector<std::vector<Index>> subsets(const std::vector<Index>& list, std::size_t size) {
  std::vector<std::vector<Index>> sets;
  for (std::size_t a = 0; a < list.size(); ++a) {
    if (size == 1) sets.push_back({list[a]});
    for (std::size_t b = a + 1; size == 2 && b < list.size(); ++b)
      sets.push_back({list[a], list[b]});
  }
  return sets;
}

// The largest value that a move within the lists leads to, judged by the literal evaluator.
Profit best_neighbour(const KnapsackState& state, const Candidates& lists,
                      const SetExchange& kind) {
  Bits bits(state.bits().begin(), state.bits().end());
  const auto flip = [&](const std::vector<Index>& items) {
    for (const Index i : items) bits[at(i)] ^= 1;
  };
  Profit best = state.profit();
  for (const auto& out : subsets(lists.leaving, kind.leave))
    for (const auto& in : subsets(lists.entering, kind.enter)) {
      flip(out);
      flip(in);
      const Evaluation e = evaluate(state.instance(), bits);
      if (e.feasible) best = std::max(best, e.profit);
      flip(in);
      flip(out);
    }
  return best;
}

QkpInstance without_pairs(std::vector<Profit> profit, std::vector<Weight> weight, Weight capacity) {
  const auto n = static_cast<Index>(profit.size());
  return QkpInstance({.name = "linear",
                      .profit = std::move(profit),
                      .weight = std::move(weight),
                      .pair_profit = SymmetricRowsBuilder(n).finish(),
                      .capacity = capacity});
}

TEST(SetExchange, OneMakesRoomForTwo) {
  // Item 0 fills the capacity; 1 and 2 together weigh as much and earn 6 + 5 > 10, neither alone does.
  const QkpInstance instance = without_pairs({10, 6, 5}, {4, 2, 2}, 4);
  KnapsackState state(instance, Bits{1, 0, 0});
  apply("exchange-2-1+exchange-2-2", state);
  EXPECT_EQ(state.profit(), 10);
  apply("exchange-1-2", state);
  EXPECT_EQ(Bits(state.bits().begin(), state.bits().end()), (Bits{0, 1, 1}));
}

TEST(SetExchange, TwoMakeRoomForOne) {
  const QkpInstance instance = without_pairs({10, 4, 5}, {4, 2, 2}, 4);
  KnapsackState state(instance, Bits{0, 1, 1});
  apply("exchange-1-2+exchange-2-2", state);
  EXPECT_EQ(state.profit(), 9);
  apply("exchange-2-1", state);
  EXPECT_EQ(Bits(state.bits().begin(), state.bits().end()), (Bits{1, 0, 0}));
}

TEST(SetExchange, TwoMakeRoomForTwo) {
  // {0, 1} weighs 3 + 3 and earns 12. Item 2 is too heavy for either place, but with 3 it fits: 5 + 1
  // for 10 + 3.
  const QkpInstance instance = without_pairs({6, 6, 10, 3}, {3, 3, 5, 1}, 6);
  KnapsackState state(instance, Bits{1, 1, 0, 0});
  apply("exchange", state);
  EXPECT_EQ(state.profit(), 12);
  apply("exchange-2-2", state);
  EXPECT_EQ(Bits(state.bits().begin(), state.bits().end()), (Bits{0, 0, 1, 1}));
}

TEST(SetExchange, CountsThePairsWithinAndBetween) {
  // {0, 1} earns 2 + 2 + 5 = 9; {2, 3} earns 3 + 3 + 4 = 10; the pairs across would count against it twice
  // if the gain forgot that they are lost as well.
  SymmetricRowsBuilder pairs(4);
  pairs.add(0, 1, std::int64_t{5});
  pairs.add(2, 3, std::int64_t{4});
  for (const Index i : {0, 1})
    for (const Index j : {2, 3}) pairs.add(i, j, std::int64_t{7});
  const QkpInstance instance({.name = "pairs",
                              .profit = {2, 2, 3, 3},
                              .weight = {9, 1, 5, 5},
                              .pair_profit = std::move(pairs).finish(),
                              .capacity = 10});
  KnapsackState state(instance, Bits{1, 1, 0, 0});
  ASSERT_EQ(state.profit(), 9);
  apply("exchange-2-2", state);
  EXPECT_EQ(state.profit(), 10);
  EXPECT_EQ(state.load(), 10);
}

TEST(SetExchange, LeavesEdgesAlone) {
  for (const SetExchange& kind : all_exchanges)
    for (const Bits& bits : {Bits{0, 0}, Bits{1, 0}, Bits{1, 1}}) {
      const QkpInstance instance = without_pairs({3, 4}, {1, 1}, 2);
      KnapsackState state(instance, bits);
      apply(kind.step, state);
      EXPECT_EQ(Bits(state.bits().begin(), state.bits().end()), bits) << kind.step;
    }
}

TEST(Candidates, AreThoseNearestTheBorder) {
  // At price 2 the reduced gains are 8, 1, -3 (in) and 0, 2, -9 (out); item 6 never fits.
  const QkpInstance instance = without_pairs({10, 5, 1, 4, 6, 1, 100}, {1, 2, 2, 2, 2, 5, 40}, 20);
  const KnapsackState state(instance, Bits{1, 1, 1, 0, 0, 0, 0});
  const Candidates two = candidates(state, 2, 2);
  EXPECT_EQ(two.leaving, (std::vector<Index>{2, 1}));
  EXPECT_EQ(two.entering, (std::vector<Index>{4, 3}));
  const Candidates all = candidates(state, 2, 9);
  EXPECT_EQ(all.leaving, (std::vector<Index>{2, 1, 0}));
  EXPECT_EQ(all.entering, (std::vector<Index>{4, 3, 5}));
}

// Small instances, where the lists hold every item, and some larger ones; a third has negative profits.
TEST(SetExchangeProperty, EndsWhereNoMoveWithinTheListsGains) {
  Rng rng(11);
  for (int round = 0; round < 240; ++round) {
    const SetExchange& kind = all_exchanges[static_cast<std::size_t>(round % 3)];
    const bool large = round % 80 == 0;
    const auto n = static_cast<Index>(large ? rng.integer(66, 80) : rng.integer(1, 14));
    const QkpInstance instance = test::random_instance(rng, {.n = n,
                                                             .min_profit = round % 9 < 3 ? -20 : 0,
                                                             .density = rng.real(),
                                                             .tightness = rng.real()});
    KnapsackState state(instance, test::random_bits(rng, n));
    apply("repair", state);
    const Profit before = state.profit();
    apply(kind.step, state);
    SCOPED_TRACE(testing::Message() << kind.step << ", round " << round << ", n " << n);
    ASSERT_TRUE(state.feasible());
    ASSERT_GE(state.profit(), before);
    const Evaluation e = evaluate(instance, state.bits());
    ASSERT_EQ(e.profit, state.profit());
    ASSERT_EQ(e.load, state.load());
    const Candidates lists = candidates(state, critical_price(instance), post::exchange_candidates);
    if (!large) {
      ASSERT_EQ(
          lists.leaving.size() + lists.entering.size(),
          at(n) - static_cast<std::size_t>(std::ranges::count_if(
                      instance.weights(), [&](Weight w) { return w > instance.capacity(); })));
    }
    ASSERT_EQ(best_neighbour(state, lists, kind), state.profit());
  }
}

// Whatever the catalog holds: a step that needs a feasible candidate keeps it feasible and loses nothing.
TEST(StepProperty, ImprovementsImprove) {
  Rng rng(12);
  for (int round = 0; round < 200; ++round) {
    const auto n = static_cast<Index>(rng.integer(1, 60));
    const QkpInstance instance = test::random_instance(
        rng, {.n = n, .min_profit = round % 3 == 0 ? -20 : 0, .tightness = rng.real()});
    KnapsackState repaired(instance, test::random_bits(rng, n));
    apply("repair", repaired);
    for (const Step& step : steps()) {
      if (!step.needs_feasible) continue;
      KnapsackState state = repaired;
      step.apply(state, nullptr);
      ASSERT_TRUE(state.feasible()) << step.name;
      ASSERT_GE(state.profit(), repaired.profit()) << step.name;
      ASSERT_EQ(evaluate(instance, state.bits()).profit, state.profit()) << step.name;
    }
  }
}

}  // namespace
}  // namespace spinsack
