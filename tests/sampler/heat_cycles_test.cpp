// SPDX-License-Identifier: Apache-2.0
// The temperatures along an anneal of `auto`.
#include "sampler/heat_cycles.hpp"

#include "core/rng.hpp"
#include "sampler/sampler.hpp"
#include "support/dense_ising.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace spinsack {
namespace {

TEST(HeatFall, EndsWhereItShallAndNeverRises) {
  const HeatFall fall(10, 0.5);
  EXPECT_DOUBLE_EQ(fall.temperature(0), 10);
  EXPECT_DOUBLE_EQ(fall.temperature(1), 0.5);
  for (double way = 0.01; way <= 1; way += 0.01)
    EXPECT_LT(fall.temperature(way), fall.temperature(way - 0.01)) << way;
}

// Numbers count up one by one; every fall begins at one temperature, lower than the first, and ends at the same.
TEST(HeatCycles, FallOnceFromTheTopAndThenAgainAndAgainFromHalfOfIt) {
  Rng rng(31);
  const QuboModel model(test::dense_ising(rng, 100));
  const KernelModel kernel(model);
  const HeatCycles heat(kernel, 12'000, false);
  constexpr int steps = 12'000;
  const double top = heat.temperature(0);
  double before = top;
  double low = top;
  int number = 0;
  for (int k = 1; k <= steps; ++k) {
    const double progress = static_cast<double>(k) / steps;
    const double now = heat.temperature(progress);
    if (heat.number(progress) != number) {
      EXPECT_EQ(heat.number(progress), ++number);
      EXPECT_NEAR(now, top / 2, top / 50);
    } else {
      EXPECT_LE(now, before);
    }
    before = now;
    low = std::min(low, now);
  }
  EXPECT_EQ(number, 50);
  EXPECT_EQ(heat.temperature(1), low);
}

TEST(HeatCycles, AreLeftOutOfShortAnnealsAndOfModelsWithPenalties) {
  Rng rng(32);
  const QuadraticForm form = test::dense_ising(rng, 100);
  const QuboModel model(form);
  EXPECT_EQ(HeatCycles(KernelModel(model), 60, false).number(1), 0);
  const QuboModel penalised(to_binary(form), 100, {{1, {0, 1}, {1, 1}, -1}});
  EXPECT_EQ(HeatCycles(KernelModel(penalised), 12'000, false).number(1), 0);
}

// A read that mends its state hardly needs company.
TEST(HeatCycles, BringOneReadToTheBestStateOfMany) {
  Rng rng(33);
  int found = 0;
  for (int round = 0; round < 4; ++round) {
    const QuboModel model(test::dense_ising(rng, 150));
    const auto lowest = [&](const char* sweeps, std::int64_t reads) {
      const SampleSet set = find_sampler("auto").sample(
          model, {{"sweeps", sweeps}}, {.seed = 3, .first_read = 0, .reads = reads});
      return std::ranges::min_element(set.samples, {}, &Sample::energy)->energy;
    };
    found += lowest("6000", 1) == lowest("6000", 12) ? 1 : 0;
  }
  EXPECT_GE(found, 3);
}

}  // namespace
}  // namespace spinsack
