// SPDX-License-Identifier: Apache-2.0
#include "core/portable_math.hpp"

#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace spinsack {
namespace {

TEST(PortableMath, IsCloseToTheSystem) {
  Rng rng(3);
  for (int round = 0; round < 20'000; ++round) {
    const double x = std::ldexp(1 + rng.real(), static_cast<int>(rng.integer(-1000, 1000)));
    const double y = 2 * rng.real() - 1;
    EXPECT_NEAR(portable_log(x), std::log(x), 1e-14 * std::fabs(std::log(x)) + 1e-16) << x;
    EXPECT_NEAR(portable_exp(700 * y) / std::exp(700 * y), 1, 1e-12) << y;
    const double near_one = std::ldexp(1 + rng.real(), static_cast<int>(rng.integer(-10, 10)));
    EXPECT_NEAR(portable_pow(near_one, y) / std::pow(near_one, y), 1, 1e-14)
        << near_one << ' ' << y;
  }
}

TEST(PortableMath, KnowsItsLimits) {
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-1000), 0);
  EXPECT_EQ(portable_exp(1000), std::numeric_limits<double>::infinity());
  EXPECT_EQ(portable_pow(7, 0), 1);
  EXPECT_EQ(portable_pow(1, 0.3), 1);
}

// These bits are the same on every machine; strengths and temperatures are made of them.
TEST(PortableMath, HasTheSameBitsEverywhere) {
  EXPECT_EQ(portable_log(10), 0x1.26bb1bbb55515p+1);
  EXPECT_EQ(portable_exp(-1.25), 0x1.25618372a584fp-2);
  EXPECT_EQ(portable_pow(100, 0.09), 0x1.8378bffe86c52p+0);
  EXPECT_EQ(portable_pow(0.25, 0.84), 0x1.3f9297422151bp-2);
  EXPECT_EQ(portable_pow(0.26, -0.21), 0x1.53b333fcdf681p+0);
}

}  // namespace
}  // namespace spinsack
