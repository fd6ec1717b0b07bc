// SPDX-License-Identifier: Apache-2.0
#include "instance/knapsack_state.hpp"

#include "core/simd_target.hpp"
#include "instance/arbitrary.hpp"
#include "instance/evaluate.hpp"
#include "support/property.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace spinsack::test {
namespace {

TEST(KnapsackState, FollowsASmallExampleByHand) {
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{10});
  pairs.add(1, 2, std::int64_t{30});
  const QkpInstance instance({.name = "small",
                              .profit = {1, 2, 4},
                              .weight = {2, 4, 8},
                              .pair_profit = std::move(pairs).finish(),
                              .capacity = 6});
  KnapsackState state(instance, Bits{1, 0, 1});
  EXPECT_EQ(state.profit(), 5);
  EXPECT_EQ(state.load(), 10);
  EXPECT_EQ(state.room(), -4);
  EXPECT_FALSE(state.feasible());
  EXPECT_EQ(state.gain(1), 42);  // 2 + 10 + 30
  EXPECT_EQ(state.efficiency(1), 10.5);

  state.remove(2);
  EXPECT_EQ(state.profit(), 1);
  EXPECT_TRUE(state.feasible());
  EXPECT_EQ(state.gain(1), 12);

  state.add(1);
  EXPECT_EQ(state.profit(), 13);
  EXPECT_EQ(state.room(), 0);
  EXPECT_TRUE(state.feasible());
  EXPECT_TRUE(std::ranges::equal(state.bits(), Bits{1, 1, 0}));
  EXPECT_EQ(state.gain(0), 11);
  EXPECT_EQ(state.gain(2), 34);
}

TEST(KnapsackState, FindsTheFirstOfTheLeastEfficientOnEveryInstructionSet) {
  Rng rng(9);
  for (int round = 0; round < 50; ++round) {
    // Few different profits, hence many ties.
    const QkpInstance instance =
        test::random_instance(rng, {.n = 200, .max_weight = 2, .max_profit = 2, .density = 0.02});
    Bits bits = test::random_bits(rng, 200);
    bits[at(static_cast<Index>(rng.integer(0, 199)))] = 1;
    const KnapsackState state(instance, bits);
    Index expected = -1;
    for (Index i = 0; i < 200; ++i)
      if (state.holds(i) && (expected < 0 || state.efficiency(i) < state.efficiency(expected)))
        expected = i;
    for (const std::string& target : simd_targets()) {
      use_simd_target(target);
      EXPECT_EQ(state.least_efficient(), expected) << target;
    }
    use_simd_target("auto");
  }
}

TEST(KnapsackState, AfterAnyMovesEqualsOneBuiltAfresh) {
  EXPECT_TRUE(always("incremental == rebuilt == evaluate", [] {
    const QkpInstance instance = test::arbitrary_instance("random");
    const Index n = instance.size();
    Bits start(at(n));
    for (auto& bit : start) bit = any_of<std::uint8_t>({0, 1});
    KnapsackState state(instance, start);
    for (int moves = any_in(0, 60); moves > 0; --moves) {
      const Index i = any_in<Index>(0, n);
      if (state.holds(i))
        state.remove(i);
      else
        state.add(i);
    }
    const KnapsackState rebuilt(instance, state.bits());
    const Evaluation judge = evaluate(instance, state.bits());
    must(state.profit() == judge.profit);
    must(state.load() == judge.load);
    must(state.feasible() == judge.feasible);
    must(rebuilt.profit() == judge.profit);
    must(rebuilt.load() == judge.load);
    must(state.count() == std::ranges::count(state.bits(), 1));
    // Without efficiencies, and by way of another candidate: the same.
    KnapsackState lean(instance, start, KnapsackState::Efficiencies::left_out);
    lean.move_to(state.bits());
    must(std::ranges::equal(lean.bits(), state.bits()));
    must(lean.profit() == state.profit());
    for (Index i = 0; i < n; ++i) {
      must(state.gain(i) == rebuilt.gain(i));
      must(state.gain(i) == lean.gain(i));
      // The efficiency is kept in doubles and may carry rounding of the whole path.
      const double exact =
          static_cast<double>(state.gain(i)) / static_cast<double>(instance.weights()[at(i)]);
      must(std::fabs(state.efficiency(i) - exact) <=
           1e-12 * static_cast<double>(instance.total_profit() + 1));
      // A gain is what adding or removing the item changes.
      Bits flipped(state.bits().begin(), state.bits().end());
      flipped[at(i)] ^= 1;
      const Profit change = evaluate(instance, flipped).profit - judge.profit;
      must(state.gain(i) == (state.holds(i) ? -change : change));
    }
  }));
}

// What a swap brings is the sum of three of them.
TEST(KnapsackState, GainsLeaveRoomForThoseOfSwaps) {
  const auto bytes_of_gains = [](Profit profit) {
    QkpInstance::Data data;
    data.profit = {profit, -profit};
    data.weight = {1, 1};
    data.capacity = 1;
    data.pair_profit = SymmetricRowsBuilder(2).finish();
    const QkpInstance instance(std::move(data));
    const KnapsackState state(instance, Bits{1, 0});
    return state.visit_gains([]<class Gain>(const Gain*) { return sizeof(Gain); });
  };
  EXPECT_EQ(bytes_of_gains(INT32_MAX / 8), 4U);
  EXPECT_EQ(bytes_of_gains(INT32_MAX / 2), 8U);
}

}  // namespace
}  // namespace spinsack::test
