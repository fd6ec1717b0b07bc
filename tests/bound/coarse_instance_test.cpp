// SPDX-License-Identifier: Apache-2.0
#include "bound/coarse_instance.hpp"

#include "support/random_instance.hpp"
#include "support/scaled_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace spinsack {
namespace {

using test::random_instance;
using test::scaled_instance;

constexpr CoarseLimits limits{.row = 10'000, .total = 30'000, .weight = 2'000};

QkpInstance coarse_of(const QkpInstance& instance, Profit* profit_unit = nullptr) {
  Stop endless;
  StopCheck watch(endless);
  auto coarse = coarse_instance(instance, limits, watch);
  EXPECT_TRUE(coarse);
  if (profit_unit != nullptr) *profit_unit = coarse->profit_unit;
  return std::move(coarse->instance);
}

TEST(CoarseInstance, DividesByWhatIsCommon) {
  Rng rng(1);
  const QkpInstance small = random_instance(rng, {.n = 9, .min_profit = -30});
  Profit unit = 0;
  const QkpInstance coarse =
      coarse_of(scaled_instance(small, {.profit = 1'000'000'007, .weight = 998'244'353}), &unit);
  EXPECT_EQ(unit, 1'000'000'007);
  EXPECT_TRUE(std::ranges::equal(coarse.profits(), small.profits()));
  EXPECT_TRUE(std::ranges::equal(coarse.weights(), small.weights()));
  EXPECT_EQ(coarse.pair_profits(), small.pair_profits());
  EXPECT_EQ(coarse.capacity(), std::min(small.capacity(), small.total_weight()));
}

// Dense and sparse, any capacity.
TEST(CoarseInstanceProperty, KeepsSetsFeasibleAndRoundsProfitsUp) {
  Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    const QkpInstance small =
        random_instance(rng, {.n = static_cast<Index>(round % 10 == 0 ? 90 : rng.integer(1, 10)),
                              .max_weight = round % 2 == 0 ? 5 : 100'000'000,
                              .min_profit = round % 3 == 0 ? -1000 : 0,
                              .max_profit = 1000,
                              .density = round % 20 == 0 ? 0.02 : 0.7,
                              .tightness = 1.2 * rng.real()});
    const QkpInstance instance =
        scaled_instance(small, {.profit = 1'000'000'000, .profit_noise = 999'999'999});
    Profit unit = 0;
    const QkpInstance coarse = coarse_of(instance, &unit);
    ASSERT_LT(coarse.total_profit(), limits.total);
    ASSERT_LT(coarse.total_weight(), limits.weight + coarse.size());
    ASSERT_GE(std::ranges::min(coarse.weights()), 1);
    for (int set = 0; set < 50; ++set) {
      const Bits bits = test::random_bits(rng, instance.size());
      const Evaluation e = evaluate(instance, bits);
      const Evaluation rounded = evaluate(coarse, bits);
      ASSERT_GE(rounded.profit * unit, e.profit);
      ASSERT_LE(rounded.profit * unit,
                e.profit + unit * (instance.size() + instance.pair_profits().pairs()));
      ASSERT_TRUE(rounded.feasible || !e.feasible);
    }
  }
}

// Items far below a unit, and a capacity that some set fills to the last bit.
TEST(CoarseInstanceProperty, KeepsLightItemsAmongHeavyOnes) {
  Rng rng(4);
  for (int round = 0; round < 200; ++round) {
    const Index n = 12;
    QkpInstance::Data data;
    data.name = "mixed";
    data.profit.assign(at(n), 1);
    for (Index i = 0; i < n; ++i)
      data.weight.push_back(rng.integer(1, Weight{1} << (i % 2 == 0 ? 3 : 50)));
    data.pair_profit = SymmetricRowsBuilder(n).finish();
    const Bits full = test::random_bits(rng, n);
    for (std::size_t i = 0; i < full.size(); ++i) data.capacity += full[i] * data.weight[i];
    const QkpInstance instance(std::move(data));
    ASSERT_TRUE(evaluate(instance, full).feasible);
    ASSERT_TRUE(evaluate(coarse_of(instance), full).feasible) << round;
  }
}

TEST(CoarseInstance, ObeysAStop) {
  Rng rng(3);
  const std::atomic<bool> interrupted{true};
  Stop at_once({}, &interrupted);
  StopCheck watch(at_once);
  EXPECT_FALSE(coarse_instance(random_instance(rng, {}), limits, watch));
}

}  // namespace
}  // namespace spinsack
