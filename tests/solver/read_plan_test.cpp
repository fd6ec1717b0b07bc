// SPDX-License-Identifier: Apache-2.0
#include "solver/read_plan.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace spinsack {
namespace {

ReadPlan plan_of(std::int64_t sweeps, double warmth) {
  return {.schedule = {.hot = 2, .cold = 0.5, .sweeps = sweeps}, .warmth = warmth};
}

TEST(ReadPlan, ReheatsBeginBetweenTheTwoTemperatures) {
  EXPECT_EQ(plan_of(10, 1).warmed().hot, 2);
  EXPECT_NEAR(plan_of(10, 0.5).warmed().hot, std::sqrt(2 * 0.5), 1e-9);
  EXPECT_NEAR(plan_of(10, 0).warmed().hot, 0.5, 1e-9);
  EXPECT_EQ(plan_of(10, 0.5).warmed().cold, 0.5);
  EXPECT_EQ(plan_of(10, 0.5).warmed().sweeps, 10);
}

TEST(ReadPace, LeavesEverythingAsItIsBeforeAnyRead) {
  const ReadPace pace;
  for (const double warmth : {0.3, 1.0}) {
    const ReadPlan plan = pace.fitted(plan_of(1'000'000, warmth), 1e-9, 0.4);
    EXPECT_EQ(plan.warmth, warmth);
    EXPECT_EQ(plan.schedule.sweeps, 1'000'000);
  }
}

TEST(ReadPace, ReheatsWhereAnAnnealOfEverythingDoesNotFit) {
  ReadPace pace;
  pace.learn(std::array<TimedRead, 3>{
      {{plan_of(100, 1), 1.0}, {plan_of(100, 1), 0.5}, {plan_of(100, 0.3), 0.1}}});
  // Twice as many sweeps take 2 seconds, at the pace of the slowest, and a little more since they begin hotter.
  EXPECT_FALSE(pace.fitted(plan_of(200, 1), 2.5, 0.4).reheats());
  const ReadPlan late = pace.fitted(plan_of(200, 1), 1.9, 0.4);
  EXPECT_EQ(late.warmth, 0.4);
  EXPECT_EQ(late.schedule.sweeps, 200);
  // What is to reheat keeps its own warmth.
  EXPECT_EQ(pace.fitted(plan_of(200, 0.6), 1.9, 0.4).warmth, 0.6);
}

TEST(ReadPace, GivesReheatsAsManySweepsAsFit) {
  ReadPace pace;
  pace.learn(std::array<TimedRead, 2>{{{plan_of(100, 1), 1.0}, {plan_of(100, 0.3), 0.1}}});
  const auto sweeps = [&](double seconds_left) {
    return pace.fitted(plan_of(200, 1), seconds_left, 0.4).schedule.sweeps;
  };
  EXPECT_EQ(sweeps(1), 200);
  EXPECT_EQ(sweeps(0.1), 80);  // a millisecond each, with room to spare
  EXPECT_EQ(sweeps(1e-9), 10);
}

TEST(ReadPace, TakesReheatsForNoFasterThanTheOthersUntilThereWasOne) {
  ReadPace pace;
  pace.learn(std::array<TimedRead, 1>{{{plan_of(100, 1), 1.0}}});
  EXPECT_EQ(pace.fitted(plan_of(200, 1), 1, 0.4).schedule.sweeps, 80);
  // A round of one kind says nothing about the other.
  pace.learn(std::array<TimedRead, 1>{{{plan_of(100, 0.3), 0.1}}});
  EXPECT_EQ(pace.fitted(plan_of(200, 1), 1, 0.4).schedule.sweeps, 200);
  EXPECT_TRUE(pace.fitted(plan_of(200, 1), 1, 0.4).reheats());
}

}  // namespace
}  // namespace spinsack
