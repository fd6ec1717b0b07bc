// SPDX-License-Identifier: Apache-2.0
#include "statistics/proportion.hpp"

#include "core/error.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spinsack::test {
namespace {

// Expected: quantiles of the beta distribution by scipy 1.10, scipy.stats.beta.ppf.
TEST(Proportion, HasTheIntervalOfClopperAndPearson) {
  const auto three = proportion(3, 10);
  ASSERT_TRUE(three);
  EXPECT_EQ(three->rate, 0.3);
  EXPECT_NEAR(three->interval.low, 0.0667395111777345, 1e-13);
  EXPECT_NEAR(three->interval.high, 0.652452850059997, 1e-13);
  const Interval ninety = clopper_pearson(7, 10, 0.9);
  EXPECT_NEAR(ninety.low, 0.393375783894588, 1e-13);
  EXPECT_NEAR(ninety.high, 0.91273556608585, 1e-13);
  // The example of Newcombe (Statistics in Medicine 17, 1998, Table I, method 5) prints .2527 and .3676.
  const Interval newcombe = clopper_pearson(81, 263);
  EXPECT_NEAR(newcombe.low, 0.252736745585271, 1e-13);
  EXPECT_NEAR(newcombe.high, 0.367621922601351, 1e-13);
}

TEST(Proportion, EndsAtZeroAndOne) {
  // No success in n trials: the upper limit solves (1 - p)^n = 0.025.
  EXPECT_EQ(clopper_pearson(0, 10).low, 0);
  EXPECT_NEAR(clopper_pearson(0, 10).high, 1 - std::pow(0.025, 0.1), 1e-14);
  EXPECT_NEAR(clopper_pearson(10, 10).low, std::pow(0.025, 0.1), 1e-14);
  EXPECT_EQ(clopper_pearson(10, 10).high, 1);
}

TEST(Proportion, IsUndefinedWithoutTrials) {
  EXPECT_FALSE(proportion(0, 0));
  EXPECT_EQ(clopper_pearson(0, 0), (Interval{0, 1}));
}

TEST(Proportion, RefusesImpossibleArguments) {
  EXPECT_THROW((void)proportion(11, 10), UsageError);
  EXPECT_THROW((void)proportion(-1, 10), UsageError);
  EXPECT_THROW((void)proportion(0, -1), UsageError);
  EXPECT_THROW((void)proportion(1, 10, 1), UsageError);
  EXPECT_THROW((void)proportion(1, 10, std::nan("")), UsageError);
}

double binomial(int n, int s, double p) {
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(s + 1.0) - std::lgamma(n - s + 1.0) +
                  s * std::log(p) + (n - s) * std::log1p(-p));
}

TEST(Proportion, CoversTheTruthAsOftenAsItSays) {
  EXPECT_TRUE(always("coverage >= level", [] {
    const int n = any_in(1, 60);
    const double p = any_in(1, 1000) / 1000.0;
    const double level = any_of({0.5, 0.9, 0.95, 0.99});
    double covered = 0;
    for (int s = 0; s <= n; ++s) {
      const Interval interval = clopper_pearson(s, n, level);
      if (interval.low <= p && p <= interval.high) covered += binomial(n, s, p);
    }
    must(covered >= level - 1e-9);
  }));
}

}  // namespace
}  // namespace spinsack::test
