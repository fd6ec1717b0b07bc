// SPDX-License-Identifier: Apache-2.0
#include "statistics/time_to_solution.hpp"

#include "core/error.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace spinsack::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Expected: 2.5 ln 0.01 / ln(1 - p) in Python, for p = 0.3 and the limits 0.0667.., 0.652.. of 3 in 10.
TEST(TimeToSolution, MapsRateAndLimits) {
  const auto tts = time_to_solution(3, 10, 2.5);
  ASSERT_TRUE(tts);
  EXPECT_FALSE(tts->censored());
  EXPECT_NEAR(*tts->value, 32.2784811790644, 1e-11);
  EXPECT_NEAR(tts->low, 10.893572079107, 1e-11);
  EXPECT_NEAR(*tts->high, 166.682666082791, 1e-9);
}

TEST(TimeToSolution, HasOnlyALowerLimitWithoutSuccess) {
  const auto tts = time_to_solution(0, 10, 2.5);
  ASSERT_TRUE(tts);
  EXPECT_TRUE(tts->censored());
  EXPECT_FALSE(tts->value);
  EXPECT_FALSE(tts->high);
  EXPECT_NEAR(tts->low, 31.2098175290892, 1e-10);
}

TEST(TimeToSolution, IsAtLeastOneRun) {
  const auto all = time_to_solution(10, 10, 2.5);
  EXPECT_EQ(all->value, 2.5);
  EXPECT_EQ(all->low, 2.5);
  EXPECT_GT(*all->high, 2.5);
  // 995 of 1000 is more than the 0.99 asked for.
  EXPECT_EQ(time_to_solution(995, 1000, 2.5)->value, 2.5);
  // Exactly two runs: 1 - 0.1^2.
  EXPECT_NEAR(*time_to_solution(900, 1000, 2.5)->value, 5, 1e-12);
  EXPECT_NEAR(*time_to_solution(1, 2, 1, {.confidence = 0.75})->value, 2, 1e-12);
}

TEST(TimeToSolution, RefusesImpossibleArguments) {
  EXPECT_FALSE(time_to_solution(0, 0, 1));
  EXPECT_THROW((void)time_to_solution(2, 1, 1), UsageError);
  EXPECT_THROW((void)time_to_solution(1, 1, -1), UsageError);
  EXPECT_THROW((void)time_to_solution(1, 1, infinity), UsageError);
  EXPECT_THROW((void)time_to_solution(1, 1, 1, {.confidence = 1}), UsageError);
  EXPECT_THROW((void)best_run_length(std::vector{-1.0}), UsageError);
  EXPECT_THROW((void)best_run_length(std::vector{std::nan("")}), UsageError);
}

TEST(TimeToSolution, OrdersLimitsAroundTheValue) {
  EXPECT_TRUE(always("low <= value <= high", [] {
    const auto runs = any_in<std::int64_t>(1, 200);
    const auto successes = any_in<std::int64_t>(0, runs + 1);
    const auto tts = time_to_solution(successes, runs, 0.25);
    must(tts->low >= 0.25);
    must(tts->censored() == (successes == 0));
    must(tts->high.has_value() == (successes > 0));
    if (tts->censored()) return;
    must(tts->low <= *tts->value);
    must(*tts->value <= *tts->high);
  }));
}

TEST(BestRunLength, IsTheShortestExpectedRestart) {
  // Runs of length 1 succeed half of the time: ln 0.01 / ln 0.5 = 6.6; of length 100, always or nearly so.
  const auto quick = best_run_length(std::vector<double>{1, 1, 100, infinity});
  ASSERT_TRUE(quick);
  EXPECT_EQ(quick->time_per_run, 1);
  EXPECT_NEAR(*quick->time.value, std::log(0.01) / std::log(0.5), 1e-12);
  EXPECT_NEAR(quick->time.low, time_to_solution(2, 4, 1)->low, 1e-12);
  const auto patient = best_run_length(std::vector<double>{10, 11, 12, 13});
  EXPECT_EQ(patient->time_per_run, 13);
  EXPECT_EQ(patient->time.value, 13);
  EXPECT_FALSE(best_run_length(std::vector<double>{infinity, infinity}));
  EXPECT_FALSE(best_run_length({}));
}

}  // namespace
}  // namespace spinsack::test
