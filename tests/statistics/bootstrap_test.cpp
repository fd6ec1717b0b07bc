// SPDX-License-Identifier: Apache-2.0
#include "statistics/bootstrap.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "statistics/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace spinsack {
namespace {

IndexStatistic mean_of(const std::vector<double>& values) {
  return [&values](std::span<const std::size_t> indices) {
    std::vector<double> chosen;
    for (const std::size_t i : indices) chosen.push_back(values[i]);
    return mean(chosen);
  };
}

// 0 or 1 with equal weight: the mean of a resample of n is binomial, so the 2.5 % and 97.5 % points are known.
// For n = 40 they are 14 / 40 and 26 / 40 (binomial quantiles by scipy, 0.0192 below 14 and 0.0192 above 26).
TEST(Bootstrap, GivesThePercentilesOfTheResampledStatistic) {
  std::vector<double> values(40, 0);
  for (std::size_t i = 0; i < 20; ++i) values[i] = 1;
  const auto result = bootstrap(values.size(), mean_of(values), {.resamples = 20000});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->estimate, 0.5);
  EXPECT_NEAR(result->interval.low, 14 / 40.0, 1e-12);
  EXPECT_NEAR(result->interval.high, 26 / 40.0, 1e-12);
  EXPECT_EQ(result->undefined, 0);
}

TEST(Bootstrap, DependsOnTheSeedAlone) {
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) values.push_back(std::sqrt(i));
  const auto interval = [&](std::uint64_t seed) {
    return bootstrap(values.size(), mean_of(values), {.resamples = 200, .seed = seed})->interval;
  };
  EXPECT_EQ(interval(1), interval(1));
  EXPECT_NE(interval(1), interval(2));
}

TEST(Bootstrap, LeavesOutResamplesWithoutValue) {
  // Defined only if member 0 is drawn: missing from a resample of 3 with probability (2/3)^3 = 0.296.
  const IndexStatistic first = [](std::span<const std::size_t> indices) -> std::optional<double> {
    for (const std::size_t i : indices)
      if (i == 0) return 7;
    return std::nullopt;
  };
  const auto result = bootstrap(3, first, {.resamples = 10000});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->interval, (Interval{7, 7}));
  EXPECT_NEAR(static_cast<double>(result->undefined), 10000 * 8 / 27.0, 250);
  const IndexStatistic never = [](std::span<const std::size_t>) { return std::nullopt; };
  EXPECT_FALSE(bootstrap(3, never));
  const IndexStatistic nan = [](std::span<const std::size_t>) { return std::nan(""); };
  EXPECT_FALSE(bootstrap(3, nan));
  EXPECT_FALSE(bootstrap(0, first));
  EXPECT_THROW((void)bootstrap(3, first, {.resamples = 0}), UsageError);
  EXPECT_THROW((void)bootstrap(3, first, {.level = 1}), UsageError);
}

TEST(BootstrapMeanRatio, KeepsPairsTogether) {
  // a = 3 b: whatever is drawn, the ratio is 3.
  const std::vector<double> b{1, 2, 4, 8};
  const std::vector<double> a{3, 6, 12, 24};
  const auto exact = bootstrap_mean_ratio(a, b);
  ASSERT_TRUE(exact);
  EXPECT_EQ(exact->estimate, 3);
  EXPECT_EQ(exact->interval, (Interval{3, 3}));
  EXPECT_FALSE(bootstrap_mean_ratio({}, {}));
  EXPECT_FALSE(bootstrap_mean_ratio(std::vector{1.0}, std::vector{0.0}));
  EXPECT_THROW((void)bootstrap_mean_ratio(a, std::vector{1.0}), UsageError);
}

// Both exponential, with means 2 and 1: of 200 intervals at 90 % about 180 hold the true ratio.
TEST(BootstrapMeanRatio, CoversTheTrueRatio) {
  Rng rng(3);
  int covered = 0;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    std::vector<double> a;
    std::vector<double> b;
    for (int i = 0; i < 60; ++i) {
      a.push_back(-2 * std::log1p(-rng.real()));
      b.push_back(-std::log1p(-rng.real()));
    }
    const auto ratio = bootstrap_mean_ratio(a, b, {.resamples = 300, .level = 0.9, .seed = trial});
    covered += ratio->interval.low <= 2 && 2 <= ratio->interval.high ? 1 : 0;
  }
  // Four standard deviations of a binomial, and a little for the few resamples.
  EXPECT_GE(covered, 180 - 20);
  EXPECT_LE(covered, 180 + 17);
}

}  // namespace
}  // namespace spinsack
