// SPDX-License-Identifier: Apache-2.0
#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace spinsack {
namespace {

TEST(Rng, IsPhiloxAsPublished) {
  // Random123's known answer for a key and counter of zeros.
  Rng rng(0);
  EXPECT_EQ(rng.bits32(), 0x6627e8d5U);
  EXPECT_EQ(rng.bits32(), 0xe169c58dU);
  EXPECT_EQ(rng.bits32(), 0xbc57ac4cU);
  EXPECT_EQ(rng.bits32(), 0x9b00dbd8U);
  Rng wide(0);
  EXPECT_EQ(wide.bits64(), 0x6627e8d5e169c58dU);
}

TEST(Rng, StreamsOfOneSeedAreDifferentAndRepeatable) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    for (std::uint64_t stream = 0; stream < 30; ++stream) {
      const std::uint64_t value = Rng(seed, stream).bits64();
      EXPECT_EQ(Rng(seed, stream).bits64(), value);
      first.insert(value);
    }
  EXPECT_EQ(first.size(), 900U);
}

TEST(Rng, IntegersAreUniform) {
  Rng rng(7);
  std::array<int, 10> seen{};
  constexpr int draws = 100'000;
  for (int k = 0; k < draws; ++k) ++seen[static_cast<std::size_t>(rng.integer(-3, 6) + 3)];
  double chi_square = 0;
  for (const int count : seen) {
    const double off = count - draws / 10.0;
    chi_square += off * off / (draws / 10.0);
  }
  EXPECT_LT(chi_square, 27.9);  // the 99.9 % point for 9 degrees of freedom
}

TEST(Rng, IntegersReachBothEndsOfAnyRange) {
  Rng rng(8);
  EXPECT_EQ(rng.integer(5, 5), 5);
  std::set<std::int64_t> seen;
  for (int k = 0; k < 100; ++k) seen.insert(rng.integer(-1, 1));
  EXPECT_EQ(seen, (std::set<std::int64_t>{-1, 0, 1}));
  bool negative = false;
  bool positive = false;
  for (int k = 0; k < 100; ++k) {
    const std::int64_t value = rng.integer(INT64_MIN, INT64_MAX);
    negative = negative || value < 0;
    positive = positive || value > 0;
  }
  EXPECT_TRUE(negative && positive);
  // Two thirds of all 64-bit numbers: a plain modulo would prefer the lower half two to one.
  const std::int64_t high = INT64_MAX / 3;
  int lower = 0;
  for (int k = 0; k < 10'000; ++k) lower += rng.integer(INT64_MIN, high) < INT64_MIN / 3 ? 1 : 0;
  EXPECT_NEAR(lower, 5'000, 250);
}

TEST(Rng, RealsAreUniformBelowOne) {
  Rng rng(9);
  double sum = 0;
  double least = 1;
  double most = 0;
  for (int k = 0; k < 100'000; ++k) {
    const double value = rng.real();
    sum += value;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 0.005);
  EXPECT_GE(least, 0);
  EXPECT_LT(least, 0.001);
  EXPECT_LT(most, 1);
  EXPECT_GT(most, 0.999);
}

TEST(Rng, ShufflesIntoEveryOrderEquallyOften) {
  Rng rng(10);
  std::map<std::vector<int>, int> seen;
  for (int k = 0; k < 6'000; ++k) {
    std::vector<int> items{1, 2, 3};
    rng.shuffle(std::span(items));
    ++seen[items];
  }
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [order, count] : seen) EXPECT_NEAR(count, 1'000, 130);
  std::vector<int> none;
  rng.shuffle(std::span(none));
}

TEST(Rng, WordsNameStreams) {
  EXPECT_EQ(stream_of(""), 0xcbf29ce484222325U);  // FNV-1a, published values
  EXPECT_EQ(stream_of("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(stream_of("foobar"), 0x85944171f73967e8U);
}

}  // namespace
}  // namespace spinsack
