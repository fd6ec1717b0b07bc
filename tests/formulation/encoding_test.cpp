// SPDX-License-Identifier: Apache-2.0
#include "formulation/encoding.hpp"

#include "core/error.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace spinsack {
namespace {

Slack make(std::string_view name, Weight bound, double lambda = 1, double price = 0) {
  return find_encoding(name).make(
      {}, {.bound = bound, .strength = lambda, .critical_price = [=] { return price; }});
}

// All values that the slack bits can add up to; for one-hot, with exactly one bit set.
std::set<Weight> reachable(const Slack& slack) {
  std::set<Weight> values;
  if (slack.one_hot) {
    values.insert(slack.coefficients.begin(), slack.coefficients.end());
    return values;
  }
  values.insert(0);
  for (const Weight c : slack.coefficients) {
    std::set<Weight> more;
    for (const Weight v : values) more.insert(v + c);
    values.merge(more);
  }
  return values;
}

std::set<Weight> range(Weight high) {
  std::set<Weight> values;
  for (Weight v = 0; v <= high; ++v) values.insert(v);
  return values;
}

TEST(Encoding, BinaryCutsTheLastPowerSoThatTheBoundIsTheLargestSlack) {
  // D = 12: floor(log2 12) + 1 = 4 bits, the last one 12 + 1 - 8 = 5.
  EXPECT_EQ(make("binary", 12).coefficients, (std::vector<Weight>{1, 2, 4, 5}));
  EXPECT_EQ(make("binary", 1).coefficients, (std::vector<Weight>{1}));
  EXPECT_EQ(make("binary", 8).coefficients, (std::vector<Weight>{1, 2, 4, 1}));
  EXPECT_TRUE(make("binary", 0).coefficients.empty());
}

TEST(Encoding, EveryBitEncodingReachesExactlyZeroToTheBound) {
  for (Weight bound = 0; bound <= 40; ++bound) {
    for (const std::string_view name : {"binary", "unary", "onehot"})
      EXPECT_EQ(reachable(make(name, bound)), range(bound)) << name << " " << bound;
    // Hybrid counts in threes and may overshoot by two, as in the paper.
    EXPECT_EQ(reachable(make("hybrid", bound)), range((bound + 2) / 3 * 3)) << bound;
  }
}

TEST(Encoding, NumberOfBitsIsAsPublished) {
  // n = 1000 with weights up to 50: binary 6, hybrid 34, unary 50, one-hot 51 bits.
  EXPECT_EQ(make("binary", 50).coefficients.size(), 6U);
  EXPECT_EQ(make("hybrid", 50).coefficients.size(), 34U);
  EXPECT_EQ(make("unary", 50).coefficients.size(), 50U);
  EXPECT_EQ(make("onehot", 50).coefficients.size(), 51U);
  EXPECT_EQ(make("binary", 12750).coefficients.size(), 14U);
  EXPECT_TRUE(make("offset", 50).coefficients.empty());
  EXPECT_TRUE(make("lagrange", 50).coefficients.empty());
}

TEST(Encoding, OffsetIsThreeUnlessToldOtherwise) {
  EXPECT_EQ(make("offset", 50).constant, 3);
  const Slack slack = find_encoding("offset").make({{"offset", "7.5"}}, {});
  EXPECT_EQ(slack.constant, 7.5);
}

TEST(Encoding, LagrangeIsTheOffsetThatThePriceAsksFor) {
  // mu = 12, lambda = 2: z = 12 / 4 = 3, energy -144 / 8 = -18.
  const Slack slack = make("lagrange", 50, 2, 12);
  EXPECT_EQ(slack.constant, 3);
  EXPECT_EQ(slack.energy, -18);
  EXPECT_EQ(find_encoding("lagrange").complete({}).at("mu"), "auto");
}

TEST(Encoding, RefusesWhatItCannotBuild) {
  EXPECT_THROW((void)make("unary", 1'000'000'000'000), UsageError);
  EXPECT_THROW((void)make("onehot", max_variables), UsageError);
  EXPECT_NO_THROW((void)make("binary", 1'000'000'000'000));
  try {
    (void)find_encoding("binery");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(),
                 "unknown encoding 'binery'; did you mean 'binary'? known: binary, unary, hybrid, "
                 "onehot, offset, lagrange");
  }
  EXPECT_THROW((void)find_encoding("binary").make({{"offset", "3"}}, {}), UsageError);
  EXPECT_THROW((void)find_encoding("offset").make({{"offset", "nan"}}, {}), UsageError);
}

TEST(Encoding, EveryCatalogEntryDescribesItself) {
  for (const Encoding& encoding : encodings()) {
    EXPECT_FALSE(encoding.help.empty());
    EXPECT_EQ(encoding.complete({}).size(), encoding.parameters().size()) << encoding.name;
  }
}

}  // namespace
}  // namespace spinsack
