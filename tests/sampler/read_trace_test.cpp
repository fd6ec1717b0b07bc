// SPDX-License-Identifier: Apache-2.0
#include "sampler/read_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace spinsack {
namespace {

ReadTrace trace_of(int points) {
  ReadTrace trace;
  for (int k = 0; k < points; ++k) trace.add({static_cast<double>(k), -static_cast<double>(k)});
  return trace;
}

TEST(ReadTrace, KeepsEveryPointOfAFew) {
  const ReadTrace trace = trace_of(5000);
  ASSERT_EQ(trace.points().size(), 5000U);
  EXPECT_EQ(trace.points()[4321].energy, -4321);
}

TEST(ReadTrace, KeepsSomeOfManyWithTheFirstAndTheLast) {
  for (const int points : {9999, 10'000, 10'001, 10'002, 19'999, 20'000, 123'456, 1'000'001}) {
    SCOPED_TRACE(points);
    const ReadTrace trace = trace_of(points);
    EXPECT_LE(trace.points().size(), ReadTrace::most_points);
    EXPECT_GE(trace.points().size(), std::min<std::size_t>(ReadTrace::most_points / 2, 9999));
    EXPECT_EQ(trace.points().front().energy, 0);
    EXPECT_EQ(trace.points().back().energy, 1 - points);
    EXPECT_TRUE(
        std::ranges::is_sorted(trace.points(), std::ranges::greater(), &TracePoint::energy));
    const double apart = trace.points()[1].seconds;
    for (std::size_t k = 0; k + 1 < trace.points().size(); ++k)
      ASSERT_EQ(trace.points()[k].seconds, apart * static_cast<double>(k));
  }
}

}  // namespace
}  // namespace spinsack
