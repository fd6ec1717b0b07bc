// SPDX-License-Identifier: Apache-2.0
#include "statistics/power_law.hpp"

#include "core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spinsack {
namespace {

// Expected: scipy.stats.linregress on logarithms.
TEST(PowerLaw, FitsTimesOverSizes) {
  const std::vector<double> sizes{100, 200, 300, 1000, 2000};
  const std::vector<double> times{0.011, 0.043, 0.105, 0.98, 4.4};
  const auto law = fit_power_law(sizes, times);
  ASSERT_TRUE(law);
  ASSERT_EQ(law->exponents.size(), 1U);
  EXPECT_NEAR(law->exponents[0].value, 1.98235010276395, 1e-12);
  EXPECT_NEAR(law->exponents[0].standard_error, 0.0283241365885641, 1e-12);
  EXPECT_NEAR(law->factor, 1.20404461853785e-06, 1e-17);
  EXPECT_NEAR(*law->r_squared, 0.999387920273002, 1e-12);
  EXPECT_EQ(law->degrees_of_freedom, 3);
  EXPECT_NEAR((*law)(std::vector<double>{100}),
              1.20404461853785e-06 * std::pow(100, 1.98235010276395), 1e-13);
}

TEST(PowerLaw, IsUndefinedForOneSize) {
  EXPECT_FALSE(fit_power_law(std::vector<double>{5, 5, 5, 5}, std::vector<double>{1, 2, 3, 4}));
  EXPECT_THROW((void)fit_power_law(std::vector<double>{0, 1, 2}, std::vector<double>{1, 2, 3}),
               UsageError);
  EXPECT_THROW((void)fit_power_law(std::vector<double>{1, 2, 3}, std::vector<double>{1, -2, 3}),
               UsageError);
}

}  // namespace
}  // namespace spinsack
