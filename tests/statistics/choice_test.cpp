// SPDX-License-Identifier: Apache-2.0
#include "statistics/choice.hpp"

#include "core/error.hpp"
#include "statistics/gap.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

namespace spinsack::test {
namespace {

StrengthReads reads(double lambda, std::vector<Profit> values) {
  StrengthReads strength{lambda, {}};
  for (const Profit value : values) strength.reads.push_back({value, value >= 0});
  return strength;  // values below 0 stand for infeasible reads
}

double chosen(const std::vector<StrengthReads>& strengths, Profit optimum) {
  return choose_strength(strengths, optimum)->lambda;
}

TEST(Choice, PrefersBestThenRateThenMeanThenSmallStrength) {
  // The best value, though the mean is poor.
  EXPECT_EQ(chosen({reads(1, {90, 90, 90}), reads(2, {91, 10, 10})}, 100), 2);
  // The success rate, though the mean is poor.
  EXPECT_EQ(chosen({reads(1, {100, 99, 99}), reads(2, {100, 100, 0})}, 100), 2);
  // Below the optimum the rate is 0, so the mean decides.
  EXPECT_EQ(chosen({reads(1, {99, 99, 0}), reads(2, {99, 98, 98})}, 100), 2);
  EXPECT_EQ(chosen({reads(4, {99, 98}), reads(0.5, {98, 99}), reads(1, {99, 98})}, 100), 0.5);
}

TEST(Choice, TakesBestAndMeanOverFeasibleReadsAndRatesOverAll) {
  const auto choice = choose_strength(std::vector{reads(2, {100, -1, -1, 90})}, 100);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->index, 0U);
  EXPECT_EQ(choice->best, 100);
  EXPECT_EQ(choice->mean, 95);
  EXPECT_EQ(choice->success_rate, 0.25);
  EXPECT_EQ(choice->feasible_share, 0.5);
  // An infeasible read is no hit, whatever its value.
  const std::vector<StrengthReads> cheating{{1, {{150, false}, {80, true}}}};
  EXPECT_EQ(choose_strength(cheating, 100)->best, 80);
  EXPECT_EQ(choose_strength(cheating, 100)->success_rate, 0);
}

TEST(Choice, IsUndefinedWithoutFeasibleReads) {
  EXPECT_FALSE(choose_strength({}, 100));
  EXPECT_FALSE(choose_strength(std::vector{reads(1, {}), reads(2, {-1, -1})}, 100));
  EXPECT_EQ(chosen({reads(1, {-1, -1}), reads(2, {0, -1})}, 100), 2);
  EXPECT_THROW((void)choose_strength(std::vector{reads(0, {1})}, 1), UsageError);
  EXPECT_THROW((void)choose_strength(std::vector{reads(std::nan(""), {1})}, 1), UsageError);
}

TEST(Choice, ComparesLargeSumsExactly) {
  constexpr Profit large = sum_limit - 1;
  EXPECT_EQ(
      chosen({reads(1, {large, large - 2, large - 2}), reads(2, {large, large - 2, large - 1})},
             large + 1),
      2);
}

TEST(Choice, IsTheLexicographicMaximumAndTheSmallestAggregatedGap) {
  EXPECT_TRUE(always("literal rule", [] {
    constexpr Profit optimum = 6;
    std::vector<StrengthReads> strengths;
    const int count = any_in(1, 6);
    for (int k = 0; k < count; ++k) {
      std::vector<Profit> values;
      for (int i = 0; i < 4; ++i) values.push_back(any_in<Profit>(-2, optimum + 1));
      strengths.push_back(reads(any_of({0.25, 0.5, 1.0, 2.0, 4.0}), values));
    }
    using Key = std::tuple<Profit, double, double, double>;
    std::optional<Key> expected;
    std::optional<double> least_gap;
    for (const StrengthReads& strength : strengths) {
      Profit best = -1;
      double hits = 0;
      double feasible = 0;
      double sum = 0;
      for (const ReadValue& read : strength.reads) {
        if (!read.feasible) continue;
        best = std::max(best, read.value);
        hits += read.value == optimum ? 1 : 0;
        feasible += 1;
        sum += static_cast<double>(read.value);
      }
      if (feasible == 0) continue;
      const Key key{best, hits / 4, sum / feasible, -strength.lambda};
      if (!expected || key > *expected) expected = key;
      const double gap = *aggregated_gap_percent(optimum, best, hits / 4);
      if (!least_gap || gap < *least_gap) least_gap = gap;
    }
    const auto choice = choose_strength(strengths, optimum);
    must(choice.has_value() == expected.has_value());
    if (!choice) return;
    must((Key{choice->best, choice->success_rate, choice->mean, -choice->lambda}) == *expected);
    must(aggregated_gap_percent(optimum, choice->best, choice->success_rate) == least_gap);
    must(strengths[choice->index].lambda == choice->lambda);
  }));
}

}  // namespace
}  // namespace spinsack::test
