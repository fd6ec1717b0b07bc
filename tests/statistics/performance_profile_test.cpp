// SPDX-License-Identifier: Apache-2.0
#include "statistics/performance_profile.hpp"

#include "core/error.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinsack::test {
namespace {

constexpr double never_solved = std::numeric_limits<double>::infinity();
using Times = std::vector<std::vector<double>>;

TEST(PerformanceProfile, FollowsASmallExampleByHand) {
  // Fastest: 1, 2, 4, nobody. Ratios of the first method 1 2 - -, of the second 3 1 1 -.
  const auto profiles =
      performance_profiles(Times{{1, 4, never_solved, never_solved}, {3, 2, 4, never_solved}});
  ASSERT_EQ(profiles.size(), 2U);
  EXPECT_EQ(share_within(profiles[0], 1), 0.25);
  EXPECT_EQ(share_within(profiles[0], 1.99), 0.25);
  EXPECT_EQ(share_within(profiles[0], 2), 0.5);
  EXPECT_EQ(share_within(profiles[0], never_solved), 0.5);
  EXPECT_EQ(share_within(profiles[1], 1), 0.5);
  EXPECT_EQ(share_within(profiles[1], 3), 0.75);
  EXPECT_EQ(profiles[1].size(), 2U);
}

TEST(PerformanceProfile, CountsTimesBelowTheFloorAsTheFloor) {
  const auto profiles = performance_profiles(Times{{1e-6, 0}, {9e-4, 2e-3}});
  EXPECT_EQ(share_within(profiles[0], 1), 1);
  EXPECT_EQ(share_within(profiles[1], 1), 0.5);
  EXPECT_EQ(share_within(profiles[1], 2), 1);
}

TEST(PerformanceProfile, HandlesTheEnds) {
  EXPECT_TRUE(performance_profiles({}).empty());
  const auto failed = performance_profiles(Times{{never_solved, never_solved}});
  EXPECT_TRUE(failed[0].empty());
  EXPECT_EQ(share_within(failed[0], 100), 0);
  EXPECT_TRUE(performance_profiles(Times{{}, {}})[1].empty());
  EXPECT_THROW((void)performance_profiles(Times{{1, 2}, {1}}), UsageError);
  EXPECT_THROW((void)performance_profiles(Times{{-1}}), UsageError);
  EXPECT_THROW((void)performance_profiles(Times{{std::nan("")}}), UsageError);
  EXPECT_THROW((void)performance_profiles(Times{{1}}, 0), UsageError);
  EXPECT_THROW((void)share_within(failed[0], 0.5), UsageError);
}

TEST(PerformanceProfile, IsTheShareOfInstancesWithinTheRatio) {
  EXPECT_TRUE(always("literal definition", [] {
    const auto methods = any_in<std::size_t>(1, 5);
    const auto instances = any_in<std::size_t>(1, 8);
    Times times(methods);
    for (auto& method : times)
      for (std::size_t i = 0; i < instances; ++i)
        method.push_back(any_of({0.001, 0.002, 0.004, 0.008, 0.016, never_solved}));
    const auto profiles = performance_profiles(times);
    for (const double ratio : {1.0, 1.5, 2.0, 4.0, 8.0, 1e9})
      for (std::size_t m = 0; m < methods; ++m) {
        double within = 0;
        for (std::size_t i = 0; i < instances; ++i) {
          double fastest = never_solved;
          for (const auto& other : times) fastest = std::min(fastest, other[i]);
          if (std::isfinite(times[m][i]) && times[m][i] <= ratio * fastest) within += 1;
        }
        must(share_within(profiles[m], ratio) == within / static_cast<double>(instances));
      }
  }));
}

}  // namespace
}  // namespace spinsack::test
