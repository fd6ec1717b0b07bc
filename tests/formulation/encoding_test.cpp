// SPDX-License-Identifier: Apache-2.0
#include "formulation/encoding.hpp"

#include "core/error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

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
  EXPECT_TRUE(make("unbalanced", 50).coefficients.empty());
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

TEST(Encoding, UnbalancedIsAPriceBesideTheSquare) {
  // The published pair for knapsacks is l1 = 0.96, l2 = 0.0371.
  EXPECT_DOUBLE_EQ(make("unbalanced", 50, 0.0371).price, 0.96);
  const Slack slack = find_encoding("unbalanced").make({{"l1", "7.5"}}, {.strength = 2});
  EXPECT_EQ(slack.price, 7.5);
  EXPECT_EQ(slack.constant, 0);
  EXPECT_TRUE(slack.coefficients.empty());
  EXPECT_FALSE(slack.count);
}

TEST(Encoding, HyperplaneAsksForOtherCountsAndLoadsInTurn) {
  const auto wish_of = [](std::int64_t turn, const ParameterValues& values) {
    HyperplaneWish asked;
    const Slack slack = find_encoding("hyperplane")
                            .make(values, {.hyperplane_prices =
                                               [&](const HyperplaneWish& wish) {
                                                 asked = wish;
                                                 return HyperplanePrices{5, 2.5, -3};
                                               },
                                           .mean_weight = 25,
                                           .turn = turn});
    EXPECT_EQ(slack.price, 2.5);
    EXPECT_EQ(slack.count->wanted, 5);
    EXPECT_EQ(slack.count->price, -3);
    return asked;
  };
  EXPECT_EQ(wish_of(0, {}).more, 0);
  EXPECT_EQ(wish_of(0, {}).unused, 0);
  std::set<std::pair<Index, Weight>> different;
  for (std::int64_t turn = 0; turn < 200; ++turn) {
    const HyperplaneWish wish = wish_of(turn, {});
    EXPECT_FALSE(wish.items);
    EXPECT_LE(std::abs(wish.unused), 8);
    different.insert({wish.more, wish.unused});
  }
  EXPECT_EQ(different.size(), 5U * 17);  // -1..3 more items, loads from 8 below to 8 above
  const HyperplaneWish given = wish_of(7, {{"items", "12"}, {"unused", "-4"}});
  EXPECT_EQ(given.items, 12);
  EXPECT_EQ(given.more, 0);
  EXPECT_EQ(given.unused, -4);
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
                 "onehot, offset, lagrange, unbalanced, hyperplane, native");
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
