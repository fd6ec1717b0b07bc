// SPDX-License-Identifier: Apache-2.0
#include "statistics/summary.hpp"

#include "core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace spinsack {
namespace {

constexpr double unfinished = std::numeric_limits<double>::infinity();

TEST(Summary, InterpolatesQuantilesBetweenOrderStatistics) {
  // Place 0.25 * 4 = 1 and 0.95 * 4 = 3.8 among 1 2 3 4 10, counted from 0.
  const auto summary = summarise(std::vector<double>{10, 1, 4, 2, 3});
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->count, 5);
  EXPECT_EQ(summary->mean, 4);
  EXPECT_EQ(summary->least, 1);
  EXPECT_EQ(summary->quarter, 2);
  EXPECT_EQ(summary->median, 3);
  EXPECT_EQ(summary->three_quarters, 4);
  EXPECT_NEAR(summary->most_but_five_percent, 8.8, 1e-14);
  EXPECT_EQ(summary->largest, 10);
  EXPECT_EQ(quantile(std::vector<double>{4, 1}, 0.5), 2.5);
  EXPECT_EQ(quantile(std::vector<double>{7}, 0.3), 7);
}

TEST(Summary, CountsFailuresAsInfinite) {
  const std::vector<double> times{1, unfinished, 2, unfinished};
  EXPECT_EQ(quantile(times, 0), 1);
  EXPECT_EQ(quantile(times, 1.0 / 3), 2);
  EXPECT_EQ(quantile(times, 0.5), unfinished);
  EXPECT_EQ(quantile(times, 0.9), unfinished);
  EXPECT_THROW((void)mean(times), UsageError);
  EXPECT_THROW((void)summarise(times), UsageError);
}

TEST(Summary, IsUndefinedWithoutValues) {
  EXPECT_FALSE(mean({}));
  EXPECT_FALSE(quantile({}, 0.5));
  EXPECT_FALSE(summarise({}));
  EXPECT_THROW((void)quantile(std::vector{1.0}, 1.5), UsageError);
  EXPECT_THROW((void)quantile(std::vector{std::nan("")}, 0.5), UsageError);
}

}  // namespace
}  // namespace spinsack
