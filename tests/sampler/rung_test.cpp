// SPDX-License-Identifier: Apache-2.0
// The length of an anneal, on a clock of the test's own.
#include "sampler/rung.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace spinsack {
namespace {

// Sweeps of the same length until the anneal is over, or the time is.
struct Course {
  int sweeps = 0;
  double last_progress = 0;  // of the last sweep
  double left = 0;
  bool by_clock = false;
};
Course run(Rung rung, double left, double seconds_per_sweep) {
  Course course;
  double before = 0;
  while (!rung.over() && left > 0) {
    EXPECT_GE(rung.progress(), before);
    EXPECT_LE(rung.progress(), 1);
    before = course.last_progress = rung.progress();
    ++course.sweeps;
    left -= seconds_per_sweep;
    rung.swept(left);
  }
  course.left = left;
  course.by_clock = rung.by_clock();
  return course;
}

TEST(Rung, CountsSweepsWhereWorkDecides) {
  Rung rung(5, std::nullopt);
  for (const double progress : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    EXPECT_FALSE(rung.over());
    EXPECT_EQ(rung.progress(), progress);
    rung.swept(std::nullopt);
  }
  EXPECT_TRUE(rung.over());
  EXPECT_TRUE(Rung(0, std::nullopt).over());
  EXPECT_FALSE(Rung(1, std::nullopt).over());
}

TEST(Rung, KeepsItsLengthWhereTheTimeHasRoomForThreeTimesAsMuch) {
  const Course course = run(Rung(100, 31.0), 31, 0.1);
  EXPECT_EQ(course.sweeps, 100);
  EXPECT_FALSE(course.by_clock);
}

TEST(Rung, TakesTheRestOfTheTimeWhereALongerOneWouldNotFit) {
  for (const double seconds_per_sweep : {0.001, 0.01, 0.1}) {
    const Course course = run(Rung(10'000, 8.0), 8, seconds_per_sweep);
    EXPECT_TRUE(course.by_clock);
    EXPECT_EQ(course.last_progress, 1) << "ends cold";
    EXPECT_GE(course.left, 0);
    EXPECT_LT(course.left, 0.03 * 8);
  }
}

TEST(Rung, EndsColdEvenIfASweepTakesMostOfTheTime) {
  const Course course = run(Rung(1000, 1.0), 1, 0.3);
  EXPECT_LE(course.sweeps, 4);
  EXPECT_GT(course.last_progress, 0.8);
}

// A sweep during which the system did something else.
TEST(Rung, IsNotFooledByASingleSlowSweep) {
  Rung rung(1000, 10.0);
  rung.swept(9.9);  // a hundred times slower than it is
  EXPECT_FALSE(rung.by_clock());
}

}  // namespace
}  // namespace spinsack
