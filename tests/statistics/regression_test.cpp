// SPDX-License-Identifier: Apache-2.0
#include "statistics/regression.hpp"

#include "core/error.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spinsack::test {
namespace {

using Rows = std::vector<std::vector<double>>;

// Longley's data (1967), made to break programs; expected: the certified values of NIST (StRD, Longley).
TEST(LeastSquares, AgreesWithTheCertifiedValuesForLongley) {
  const Rows x{
      {83.0, 234289, 2356, 1590, 107608, 1947},  {88.5, 259426, 2325, 1456, 108632, 1948},
      {88.2, 258054, 3682, 1616, 109773, 1949},  {89.5, 284599, 3351, 1650, 110929, 1950},
      {96.2, 328975, 2099, 3099, 112075, 1951},  {98.1, 346999, 1932, 3594, 113270, 1952},
      {99.0, 365385, 1870, 3547, 115094, 1953},  {100.0, 363112, 3578, 3350, 116219, 1954},
      {101.2, 397469, 2904, 3048, 117388, 1955}, {104.6, 419180, 2822, 2857, 118734, 1956},
      {108.4, 442769, 2936, 2798, 120445, 1957}, {110.8, 444546, 4681, 2637, 121950, 1958},
      {112.6, 482704, 3813, 2552, 123366, 1959}, {114.2, 502601, 3931, 2514, 125368, 1960},
      {115.7, 518173, 4806, 2572, 127852, 1961}, {116.9, 554894, 4007, 2827, 130081, 1962}};
  const std::vector<double> y{60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761,
                              66019, 67857, 68169, 66513, 68655, 69564, 69331, 70551};
  const std::vector<double> values{-3482258.63459582, 15.0618722713733,  -0.0358191792925910,
                                   -2.02022980381683, -1.03322686717359, -0.0511041056535807,
                                   1829.15146461355};
  const std::vector<double> errors{890420.383607373,  84.9149257747669,  0.0334910077722432,
                                   0.488399681651699, 0.214274163161675, 0.226073200069370,
                                   455.478499142212};
  const auto fit = least_squares(x, y);
  ASSERT_TRUE(fit);
  ASSERT_EQ(fit->coefficients.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(fit->coefficients[i].value / values[i], 1, 1e-8) << i;
    EXPECT_NEAR(fit->coefficients[i].standard_error / errors[i], 1, 1e-8) << i;
  }
  EXPECT_NEAR(fit->residual_error, 304.854073561965, 1e-7);
  EXPECT_NEAR(*fit->r_squared, 0.995479004577296, 1e-11);
  EXPECT_EQ(fit->degrees_of_freedom, 9);
}

// Expected: numpy by the normal equations. The 97.5 % point of Student with 5 degrees solves
// 2/pi (a + sin a (cos a + 2/3 cos^3 a)) = 0.95 for tan a = t / sqrt 5, by bisection.
TEST(LeastSquares, GivesIntervalsAfterStudent) {
  const Rows x{{1, 2}, {2, 1}, {3, 5}, {4, 3}, {5, 8}, {6, 4}, {7, 9}, {8, 6}};
  const std::vector<double> y{3.1, 3.9, 8.2, 8.1, 14.3, 11.8, 18.9, 17.2};
  const auto fit = least_squares(x, y);
  ASSERT_TRUE(fit);
  const std::vector<double> values{-0.467179023508132, 1.48806509945751, 0.938607594936711};
  const std::vector<double> errors{0.359610649045008, 0.100295638317989, 0.0872489482376256};
  for (std::size_t i = 0; i < 3; ++i) {
    const Coefficient& c = fit->coefficients[i];
    EXPECT_NEAR(c.value, values[i], 1e-12);
    EXPECT_NEAR(c.standard_error, errors[i], 1e-12);
    EXPECT_NEAR(c.interval.low, values[i] - 2.5705818356363124 * errors[i], 1e-12);
    EXPECT_NEAR(c.interval.high, values[i] + 2.5705818356363124 * errors[i], 1e-12);
  }
  EXPECT_NEAR(*fit->r_squared, 0.995835368886923, 1e-12);
  EXPECT_NEAR(fit->residual_error, 0.447726828366426, 1e-12);
}

TEST(LeastSquares, IsUndefinedWithoutEnoughData) {
  EXPECT_FALSE(least_squares({}, {}));
  EXPECT_FALSE(least_squares(Rows{{1}, {2}}, std::vector<double>{1, 2}));
  // A constant feature, one twice another, one the sum of two others.
  const std::vector<double> y{1, 2, 4, 3, 5};
  EXPECT_FALSE(least_squares(Rows{{7}, {7}, {7}, {7}, {7}}, y));
  EXPECT_FALSE(least_squares(Rows{{0}, {0}, {0}, {0}, {0}}, y));
  EXPECT_FALSE(least_squares(Rows{{1, 2}, {2, 4}, {3, 6}, {4, 8}, {5, 10}}, y));
  EXPECT_FALSE(least_squares(
      Rows{{.1, .2, .3}, {.7, .1, .8}, {.3, .9, 1.2}, {.4, .4, .8}, {.5, .7, 1.2}}, y));
}

TEST(LeastSquares, GivesNothingRatherThanInfinity) {
  const Rows x{{1}, {2}, {4}, {8}};
  EXPECT_FALSE(least_squares(x, std::vector<double>{1e300, -1e300, 1e300, 1e300}));
  EXPECT_FALSE(least_squares(Rows{{1e200}, {2e200}, {4e200}, {8e200}}, std::vector<double>(4, 1)));
  const auto tiny = least_squares(x, std::vector<double>{1e-200, 3e-200, 2e-200, 1e-200});
  ASSERT_TRUE(tiny);
  EXPECT_FALSE(tiny->r_squared);
}

TEST(LeastSquares, HasNoShareExplainedOfAConstant) {
  const auto fit = least_squares(Rows{{1}, {2}, {4}, {8}}, std::vector<double>(4, 0.1));
  ASSERT_TRUE(fit);
  EXPECT_FALSE(fit->r_squared);
  EXPECT_NEAR(fit->coefficients[0].value, 0.1, 1e-15);
  EXPECT_NEAR(fit->coefficients[1].value, 0, 1e-15);
  // The mean alone: its standard error is the deviation over the root of n.
  const auto mean = least_squares(Rows(4), std::vector<double>{1, 2, 3, 6});
  ASSERT_TRUE(mean);
  EXPECT_NEAR(mean->coefficients[0].value, 3, 1e-14);
  EXPECT_NEAR(mean->coefficients[0].standard_error, std::sqrt(14.0 / 3 / 4), 1e-14);
  EXPECT_NEAR(*mean->r_squared, 0, 1e-14);
}

TEST(LeastSquares, RefusesUnevenOrInfiniteData) {
  EXPECT_THROW((void)least_squares(Rows{{1}, {2}}, std::vector<double>{1}), UsageError);
  EXPECT_THROW((void)least_squares(Rows{{1}, {2, 3}}, std::vector<double>{1, 2}), UsageError);
  EXPECT_THROW((void)least_squares(Rows{{1}, {INFINITY}}, std::vector<double>{1, 2}), UsageError);
  EXPECT_THROW((void)least_squares(Rows{{1}}, std::vector<double>{std::nan("")}), UsageError);
  EXPECT_THROW((void)least_squares(Rows{{1}}, std::vector<double>{1}, 0), UsageError);
}

TEST(LeastSquares, FindsAPlaneWithoutNoiseAgain) {
  EXPECT_TRUE(always("exact plane", [] {
    const auto value = [] { return static_cast<double>(any_in(-50, 51)); };
    const double b0 = value();
    const double b1 = value();
    const double b2 = value();
    Rows x{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    for (int more = any_in(0, 20); more > 0; --more) x.push_back({value(), value()});
    std::vector<double> y;
    for (const auto& row : x) y.push_back(b0 + b1 * row[0] + b2 * row[1]);
    const auto fit = least_squares(x, y);
    must(fit.has_value());
    must(std::fabs(fit->coefficients[0].value - b0) < 1e-9);
    must(std::fabs(fit->coefficients[1].value - b1) < 1e-9);
    must(std::fabs(fit->coefficients[2].value - b2) < 1e-9);
    must(fit->residual_error < 1e-9);
  }));
}

}  // namespace
}  // namespace spinsack::test
