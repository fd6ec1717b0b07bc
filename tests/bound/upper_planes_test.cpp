// SPDX-License-Identifier: Apache-2.0
#include "bound/upper_planes.hpp"

#include "bound/continuous_knapsack.hpp"
#include "instance/published.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

TEST(ContinuousKnapsack, FillsByEfficiencyAndRoundsUp) {
  // Efficiencies 3, 2, 1; capacity 4: item 0 (weight 2) whole, half of item 1 (weight 4, value 8): 10.
  const std::vector<Profit> values{6, 8, 5};
  const std::vector<Weight> weights{2, 4, 5};
  EXPECT_EQ(continuous_knapsack(values, weights, 4), 10);
  EXPECT_EQ(continuous_knapsack(values, weights, 0), 0);
  EXPECT_EQ(continuous_knapsack(values, weights, 11), 19);
  EXPECT_EQ(continuous_knapsack(values, weights, 7), 15);
  EXPECT_EQ(continuous_knapsack(values, weights, 8), 16);
  EXPECT_EQ(continuous_knapsack(std::vector<Profit>{7, -2}, std::vector<Weight>{3, 1}, 1), 3);
  EXPECT_EQ(continuous_knapsack({}, {}, 5), 0);
}

TEST(ContinuousKnapsack, HoldsAtTheLargestNumbers) {
  const Profit big = sum_limit / 2;
  EXPECT_EQ(continuous_knapsack(std::vector<Profit>{big, big}, std::vector<Weight>{big, big}, big),
            big);
}

TEST(UpperBoundProperty, IsNeverBelowTheOptimum) {
  Rng rng(11);
  for (int round = 0; round < 400; ++round) {
    const auto n = static_cast<Index>(rng.integer(1, 11));
    const QkpInstance instance = test::random_instance(rng, {.n = n,
                                                             .max_weight = rng.integer(1, 1000),
                                                             .min_profit = round % 3 == 0 ? -50 : 0,
                                                             .density = rng.real(),
                                                             .tightness = rng.real() * 1.1});
    ASSERT_GE(upper_bound(instance), test::brute_force_optimum(instance));
  }
}

TEST(UpperBound, IsNeverBelowThePublishedBest) {
  for (const PublishedInstance& published : published_instances()) {
    if (published.n > 1000) continue;
    const Profit bound = upper_bound(build_published(published));
    EXPECT_GE(bound, published.best_known) << published.name;
    // Far from tight on small capacities, but never absurd.
    EXPECT_LE(bound, 12 * published.best_known) << published.name;
  }
}

}  // namespace
}  // namespace spinsack
