// SPDX-License-Identifier: Apache-2.0
#include "statistics/penalty_fit.hpp"

#include "instance/published.hpp"
#include "report/paper.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {
namespace {

TEST(PenaltyFit, FindsTheLawThatMadeTheData) {
  std::vector<PenaltyPoint> points;
  for (const double n : {100, 200, 300})
    for (const double density : {0.25, 0.5, 1.0})
      for (const double tightness : {0.1, 0.4, 0.9})
        points.push_back(
            {n, density, tightness,
             1.14 * std::pow(n, 0.09) * std::pow(density, 0.84) * std::pow(tightness, -0.21)});
  const auto fit = fit_penalty(points);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->factor, 1.14, 1e-11);
  EXPECT_NEAR(fit->n.value, 0.09, 1e-12);
  EXPECT_NEAR(fit->density.value, 0.84, 1e-12);
  EXPECT_NEAR(fit->tightness.value, -0.21, 1e-12);
  EXPECT_NEAR(*fit->r_squared, 1, 1e-12);
  for (PenaltyPoint& point : points) point.n = 100;
  EXPECT_FALSE(fit_penalty(points));
}

// The strengths that the paper prints for SA-RI, without the 35 instances that Greedy solves. Table VII prints
// other coefficients; these data do not give them. Expected: numpy.
TEST(PenaltyFit, OfThePublishedStrengths) {
  std::vector<PenaltyPoint> points;
  for (const PublishedInstance* const instance : match_published("medium:*")) {
    if (instance->paper_greedy == instance->best_known) continue;
    const std::string_view strength =
        find_paper_result("SA-RI", instance->full_name())->strength;  // 2^k
    points.push_back({.n = static_cast<double>(instance->n),
                      .density = instance->density / 100.0,
                      .tightness = static_cast<double>(instance->capacity) /
                                   static_cast<double>(instance->sum_weights),
                      .lambda = std::exp2(std::stod(std::string(strength.substr(2))))});
  }
  ASSERT_EQ(points.size(), 65U);
  const auto fit = fit_penalty(points);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->factor, 15.191795746049472, 1e-9);
  EXPECT_NEAR(fit->n.value, -0.29245581, 1e-8);
  EXPECT_NEAR(fit->n.standard_error, 0.50006877, 1e-8);
  EXPECT_NEAR(fit->density.value, 1.0218193, 1e-7);
  EXPECT_NEAR(fit->density.standard_error, 0.39354399, 1e-8);
  EXPECT_NEAR(fit->tightness.value, -0.11508101, 1e-8);
  EXPECT_NEAR(fit->tightness.standard_error, 0.25456245, 1e-8);
  EXPECT_NEAR(*fit->r_squared, 0.11704083547267996, 1e-12);
  EXPECT_EQ(fit->degrees_of_freedom, 61);
}

}  // namespace
}  // namespace spinsack
