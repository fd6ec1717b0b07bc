// SPDX-License-Identifier: Apache-2.0
#include "statistics/survival.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace spinsack::test {
namespace {

// Weeks of remission with maintenance chemotherapy (Miller, Survival Analysis, 1981; `aml` in R). Expected:
// survival and standard errors as survfit prints them, with more digits by Python.
TEST(KaplanMeier, AgreesOnTheLeukaemiaData) {
  const std::vector<RunEnd> runs{{161, false}, {9, true},   {13, true},  {13, false},
                                 {18, true},   {23, true},  {28, false}, {31, true},
                                 {34, true},   {45, false}, {48, true}};
  const std::vector<SurvivalStep> expected{{9, 11, 1, 0.909090909090909, 0.0866784172041448},
                                           {13, 10, 1, 0.818181818181818, 0.116291299830333},
                                           {18, 8, 1, 0.715909090909091, 0.139664970557228},
                                           {23, 7, 1, 0.613636363636364, 0.152632331027312},
                                           {31, 5, 1, 0.490909090909091, 0.164193267221136},
                                           {34, 4, 1, 0.368181818181818, 0.162668885827095},
                                           {48, 2, 1, 0.184090909090909, 0.153492745786294}};
  const auto curve = kaplan_meier(runs);
  ASSERT_EQ(curve.size(), expected.size());
  for (std::size_t i = 0; i < curve.size(); ++i) {
    EXPECT_EQ(curve[i].time, expected[i].time);
    EXPECT_EQ(curve[i].at_risk, expected[i].at_risk);
    EXPECT_EQ(curve[i].hits, expected[i].hits);
    EXPECT_NEAR(curve[i].survival, expected[i].survival, 1e-14);
    EXPECT_NEAR(curve[i].standard_error, expected[i].standard_error, 1e-14);
  }
  EXPECT_EQ(time_of_share(curve, 0.5), 31);  // survfit: median 31
  EXPECT_FALSE(time_of_share(curve, 0.9));
}

TEST(KaplanMeier, IsOneMinusTheShareOfHitsIfAllRunsHit) {
  EXPECT_TRUE(always("empirical distribution", [] {
    const auto times = any_integers(any_in<std::size_t>(1, 100), 0, 20);
    std::vector<RunEnd> runs;
    for (const std::int64_t time : times) runs.push_back({static_cast<double>(time), true});
    const auto curve = kaplan_meier(runs);
    for (const SurvivalStep& step : curve) {
      double later = 0;
      for (const std::int64_t time : times) later += static_cast<double>(time) > step.time ? 1 : 0;
      must(std::fabs(step.survival - later / static_cast<double>(times.size())) < 1e-12);
    }
    must(curve.back().survival == 0);
    must(time_of_share(curve, 1) == curve.back().time);
  }));
}

TEST(KaplanMeier, HasNoStepsWithoutHits) {
  EXPECT_TRUE(kaplan_meier({}).empty());
  EXPECT_TRUE(kaplan_meier(std::vector<RunEnd>{{1, false}, {2, false}}).empty());
  EXPECT_FALSE(time_of_share({}, 0.5));
  EXPECT_THROW((void)time_of_share({}, 0), UsageError);
  EXPECT_THROW((void)kaplan_meier(std::vector<RunEnd>{{-1, true}}), UsageError);
  EXPECT_THROW((void)kaplan_meier(std::vector<RunEnd>{{std::nan(""), true}}), UsageError);
}

TEST(TimeToTarget, PutsTheHitsAtTheMiddlesOfTheirSteps) {
  const auto points =
      time_to_target_points(std::vector<RunEnd>{{5, false}, {2, true}, {1, true}, {5, true}});
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].time, 1);
  EXPECT_EQ(points[0].probability, 0.125);
  EXPECT_EQ(points[1].probability, 0.375);
  EXPECT_EQ(points[2].time, 5);
  EXPECT_EQ(points[2].probability, 0.625);
  EXPECT_TRUE(time_to_target_points(std::vector<RunEnd>{{5, false}}).empty());
  EXPECT_THROW((void)time_to_target_points(std::vector<RunEnd>{{1, false}, {2, true}}), UsageError);
}

TEST(ShiftedExponential, FitsByHand) {
  // Sum of x - 1 is 0 + 1 + 3 + 8 = 12 over 3 hits, less one: scale 6, shift 1 - 6 / 4.
  const auto fit =
      fit_shifted_exponential(std::vector<RunEnd>{{1, true}, {2, true}, {4, true}, {9, false}});
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->scale, 6);
  EXPECT_EQ(fit->shift, -0.5);
  EXPECT_NEAR(fit->scale_error, 6 / std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(fit->share_by(5.5), 1 - std::exp(-1), 1e-14);
  EXPECT_EQ(fit->share_by(-1), 0);
}

TEST(ShiftedExponential, IsUndefinedUnlessTwoHitsDiffer) {
  EXPECT_FALSE(fit_shifted_exponential({}));
  EXPECT_FALSE(fit_shifted_exponential(std::vector<RunEnd>{{1, true}, {3, false}}));
  EXPECT_FALSE(fit_shifted_exponential(std::vector<RunEnd>{{1, true}, {1, true}, {3, false}}));
}

// The estimators are without bias, so their means over many samples lie near the truth: five standard errors.
TEST(ShiftedExponential, FindsWhatTheDataWereDrawnFrom) {
  constexpr double shift = 2;
  constexpr double scale = 3;
  constexpr int samples = 4000;
  constexpr int runs = 10;
  Rng rng(5);
  double sum_shift = 0;
  double sum_scale = 0;
  for (int s = 0; s < samples; ++s) {
    std::vector<RunEnd> ends;
    for (int i = 0; i < runs; ++i) ends.push_back({shift - scale * std::log1p(-rng.real()), true});
    const auto fit = fit_shifted_exponential(ends);
    sum_shift += fit->shift / samples;
    sum_scale += fit->scale / samples;
  }
  EXPECT_NEAR(sum_scale, scale, 5 * scale / std::sqrt(9.0 * samples));
  EXPECT_NEAR(sum_shift, shift, 5 * (scale / runs) * std::sqrt((1 + 1 / 9.0) / samples));
}

}  // namespace
}  // namespace spinsack::test
