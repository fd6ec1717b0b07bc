// SPDX-License-Identifier: Apache-2.0
#include "formulation/formulation.hpp"

#include "core/error.hpp"
#include "formulation/strength.hpp"
#include "instance/critical_price.hpp"
#include "instance/hyperplane_prices.hpp"
#include "qubo/flip_state.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace spinsack {
namespace {

using test::bits_of;
using test::random_bits;
using test::random_instance;

// Three items: profits 5, 3, 4; weights 2, 3, 4; p_01 = 2, p_12 = 1; C = 5.
QkpInstance three_items() {
  QkpInstance::Data data;
  data.name = "three";
  data.profit = {5, 3, 4};
  data.weight = {2, 3, 4};
  data.capacity = 5;
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{2});
  pairs.add(2, 1, std::int64_t{1});
  data.pair_profit = std::move(pairs).finish();
  return QkpInstance(std::move(data));
}

TEST(Formulation, EnergyIsMinusProfitPlusPenalty) {
  const QkpInstance instance = three_items();
  const Formulation f = formulate(instance, {.encoding = "binary", .strength = 2, .bound = 5});
  ASSERT_EQ(f.model.size(), 3 + 3);  // D = 5: bits 1, 2, 2
  // Items 0 and 1: profit 5 + 3 + 2 = 10, load 5, slack 0: no violation.
  EXPECT_EQ(f.model.energy(Bits{1, 1, 0, 0, 0, 0}), -10);
  // Item 2 alone: profit 4, load 4; slack bit 1 makes it exact, none leaves a violation of 1.
  EXPECT_EQ(f.model.energy(Bits{0, 0, 1, 1, 0, 0}), -4);
  EXPECT_EQ(f.model.energy(Bits{0, 0, 1, 0, 0, 0}), -4 + 2 * 1);
  // Everything: profit 15, load 9, 4 too much.
  EXPECT_EQ(f.model.energy(Bits{1, 1, 1, 0, 0, 0}), -15 + 2 * 16);
  EXPECT_EQ(f.decode(Bits{1, 0, 1, 1, 1, 1}), (Bits{1, 0, 1}));
  EXPECT_EQ(f.slack_value(Bits{1, 0, 1, 1, 0, 1}), 3);
}

TEST(Formulation, OneHotPaysForTheWrongNumberOfOnes) {
  const Formulation f = formulate(three_items(), {.encoding = "onehot", .strength = 4, .bound = 2});
  ASSERT_EQ(f.model.size(), 3 + 3);  // slack 0, 1, 2
  EXPECT_EQ(f.model.energy(Bits{1, 1, 0, 1, 0, 0}), -10);
  EXPECT_EQ(f.model.energy(Bits{1, 1, 0, 0, 0, 0}), -10 + 4);          // no bit: (0 - 1)^2
  EXPECT_EQ(f.model.energy(Bits{1, 1, 0, 1, 1, 0}), -10 + 4 * 1 + 4);  // z = 1, two bits
}

TEST(Formulation, LagrangeEnergyIsProfitPriceAndSquare) {
  const QkpInstance instance = three_items();
  const Formulation f = formulate(
      instance, {.encoding = "lagrange", .strength = 0.5, .bound = 0, .parameters = {{"mu", "2"}}});
  ASSERT_EQ(f.model.size(), 3);
  for (std::uint64_t code = 0; code < 8; ++code) {
    const Bits x = bits_of(code, 3);
    const Evaluation e = evaluate(instance, x);
    const auto over = static_cast<double>(e.load - instance.capacity());
    EXPECT_EQ(f.model.energy(x), -static_cast<double>(e.profit) + 2 * over + 0.5 * over * over);
  }
}

TEST(Formulation, UnbalancedEnergyLeansToTheSideThatFits) {
  const QkpInstance instance = three_items();
  const Formulation f = formulate(
      instance,
      {.encoding = "unbalanced", .strength = 0.5, .bound = 0, .parameters = {{"l1", "2"}}});
  ASSERT_EQ(f.model.size(), 3);
  for (std::uint64_t code = 0; code < 8; ++code) {
    const Bits x = bits_of(code, 3);
    const Evaluation e = evaluate(instance, x);
    const auto h = static_cast<double>(instance.capacity() - e.load);
    EXPECT_EQ(f.model.energy(x), -static_cast<double>(e.profit) - 2 * h + 0.5 * h * h);
  }
}

TEST(Formulation, HyperplaneEnergyIsProfitTwoPricesAndTheSquareOfTheCount) {
  const QkpInstance instance = three_items();
  for (std::int64_t turn = 0; turn < 20; ++turn) {
    const Formulation f =
        formulate(instance, {.encoding = "hyperplane", .strength = 4, .bound = 0, .turn = turn});
    ASSERT_EQ(f.model.size(), 3);
    ASSERT_TRUE(f.slack.count);
    const double k = f.slack.count->wanted;
    for (std::uint64_t code = 0; code < 8; ++code) {
      const Bits x = bits_of(code, 3);
      const Evaluation e = evaluate(instance, x);
      const auto over = static_cast<double>(e.load - instance.capacity());
      const double more = static_cast<double>(std::ranges::count(x, 1)) - k;
      EXPECT_EQ(f.model.energy(x), -static_cast<double>(e.profit) + f.slack.price * over +
                                       f.slack.count->price * more + 4 * more * more);
    }
  }
}

TEST(HyperplanePrices, HoldTheGreedyCountAtTheCapacity) {
  // The greedy solution is items 0 and 1 (gains 7, 5; item 2 would gain 5), load 5 of 5: no price is needed.
  const HyperplanePrices plain = hyperplane_prices(three_items(), {});
  EXPECT_EQ(plain.items, 2);
  // Gains 7, 5, 5: at price 0 the two best are items 0 and 1, with load 5. The margin lies between 5 and 5.
  EXPECT_EQ(plain.per_load, 0);
  EXPECT_EQ(plain.per_item, 5);
  // One item and nothing wanted of the load but what item 0 weighs.
  const HyperplanePrices one = hyperplane_prices(three_items(), {.items = 1});
  EXPECT_EQ(one.items, 1);
  EXPECT_EQ(one.per_load, 0);
  EXPECT_EQ(one.per_item, 6);  // between 7 and 5
  // All three weigh 9 and do not fit: as many as do.
  EXPECT_EQ(hyperplane_prices(three_items(), {.items = 3}).items, 2);
  EXPECT_EQ(hyperplane_prices(three_items(), {.items = 0}).items, 0);
}

// At the prices the best items, by the gains of the greedy solution, weigh no more than what is wanted.
TEST(HyperplanePricesProperty, CountFitsAndPricesAreShortNumbers) {
  Rng rng(11);
  for (int round = 0; round < 60; ++round) {
    const QkpInstance instance =
        random_instance(rng, {.n = static_cast<Index>(rng.integer(1, 60)),
                              .min_profit = round % 3 == 0 ? -30 : 0,
                              .tightness = 0.02 * static_cast<double>(round)});
    for (const Index more : {-2, 0, 1, 3})
      for (const Weight unused : {-5, 0, 5}) {
        const HyperplanePrices prices =
            hyperplane_prices(instance, {.more = more, .unused = unused});
        std::vector<Weight> weights(instance.weights().begin(), instance.weights().end());
        std::ranges::sort(weights);
        Weight least = 0;
        for (Index i = 0; i < prices.items; ++i) least += weights[at(i)];
        ASSERT_LE(least, instance.capacity());
        ASSERT_GE(prices.per_load, 0);
        int exponent = 0;
        for (const double price : {prices.per_load, prices.per_item}) {
          const double mantissa = std::ldexp(std::frexp(price, &exponent), 16);
          ASSERT_EQ(mantissa, std::nearbyint(mantissa));
        }
      }
  }
}

// Factored and expanded energies agree bit for bit where lambda is a power of two, over random flips.
TEST(FormulationProperty, FactoredEqualsExpandedBitForBit) {
  Rng rng(7);
  for (const Encoding& encoding : encodings()) {
    for (const double lambda : {0.015625, 0.5, 1.0, 2.0, 128.0}) {
      for (int round = 0; round < 6; ++round) {
        const auto n = static_cast<Index>(rng.integer(1, 90));
        const QkpInstance instance = random_instance(
            rng,
            {.n = n, .min_profit = round % 2 == 0 ? 0 : -30, .density = round < 3 ? 0.8 : 0.03});
        FormulationRequest request{.encoding = std::string(encoding.name),
                                   .strength = lambda,
                                   .bound = slack_bound(instance, "max-weight")};
        if (encoding.name == "lagrange") request.parameters["mu"] = "24";
        if (encoding.name == "unbalanced") request.parameters["l1"] = "24";
        const Formulation f = formulate(instance, request);
        const QuadraticForm expanded = f.model.expand();
        const QuadraticForm spins = to_spin(expanded);
        const QuadraticForm back = to_binary(spins);
        FlipState state(f.model, random_bits(rng, f.model.size()));
        for (int flip = 0; flip < 200; ++flip) {
          const auto v = static_cast<Index>(rng.integer(0, f.model.size() - 1));
          const double delta = state.delta(v);
          const double before = state.energy();
          state.flip(v);
          ASSERT_EQ(state.energy() - before, delta);
          ASSERT_EQ(state.energy(), f.model.energy(state.bits()));
          ASSERT_EQ(state.energy(), value_of(expanded, state.bits())) << encoding.name << lambda;
          ASSERT_EQ(state.energy(), value_of(spins, state.bits()));
          ASSERT_EQ(state.energy(), value_of(back, state.bits()));
        }
      }
    }
  }
}

TEST(FormulationProperty, OtherLambdasAgreeToRounding) {
  Rng rng(8);
  for (const Encoding& encoding : encodings()) {
    const QkpInstance instance = random_instance(rng, {.n = 40});
    const Formulation f = formulate(
        instance, {.encoding = std::string(encoding.name), .strength = 0.37, .bound = 17});
    const QuadraticForm expanded = f.model.expand();
    FlipState state(f.model, random_bits(rng, f.model.size()));
    for (int flip = 0; flip < 1000; ++flip) {
      state.flip(static_cast<Index>(rng.integer(0, f.model.size() - 1)));
      const double scale = std::fabs(expanded.constant) + 1e4;
      ASSERT_NEAR(state.energy(), value_of(expanded, state.bits()), 1e-12 * scale);
    }
  }
}

// With lambda large enough the ground state is the optimum of the knapsack, for every encoding whose
// slack reaches max w - 1.
TEST(FormulationProperty, GroundStateIsTheOptimum) {
  Rng rng(9);
  for (int round = 0; round < 10; ++round) {
    const QkpInstance instance =
        random_instance(rng, {.n = 7, .max_weight = 6, .tightness = 0.1 + 0.08 * round});
    for (const std::string encoding : {"binary", "unary", "hybrid", "onehot"}) {
      const Formulation f = formulate(
          instance,
          {.encoding = encoding, .strength = 1024, .bound = slack_bound(instance, "max-weight")});
      if (f.model.size() > 16) continue;
      double best = std::numeric_limits<double>::infinity();
      for (std::uint64_t code = 0; code < std::uint64_t{1} << f.model.size(); ++code)
        best = std::min(best, f.model.energy(bits_of(code, f.model.size())));
      EXPECT_EQ(best, -static_cast<double>(test::brute_force_optimum(instance))) << encoding;
    }
  }
}

TEST(Formulation, BoundsAreNamedOrGiven) {
  const QkpInstance instance = three_items();
  EXPECT_EQ(slack_bound(instance, "capacity"), 5);
  EXPECT_EQ(slack_bound(instance, "max-weight"), 4);
  EXPECT_EQ(slack_bound(instance, "17"), 17);
  EXPECT_EQ(slack_bound(instance, "auto"), 4);
  for (const char* bad : {"", "-1", "1.5", "max", "1e30"})
    EXPECT_THROW((void)slack_bound(instance, bad), UsageError) << bad;
}

TEST(Formulation, TheAutomaticBoundIsTheCapacityWhereAnOptimumMayLeaveMoreUnused) {
  QkpInstance::Data data;
  data.profit = {4, 6};
  data.weight = {2, 2};
  data.pair_profit = SymmetricRowsBuilder(2).finish();
  data.capacity = 3;
  EXPECT_EQ(slack_bound(QkpInstance(data), "auto"), 2);
  data.capacity = 9;  // everything fits
  EXPECT_EQ(slack_bound(QkpInstance(data), "auto"), 9);
  data.capacity = 3;
  data.profit[0] = -4;
  EXPECT_EQ(slack_bound(QkpInstance(data), "auto"), 3);
}

TEST(Formulation, RefusesStrengthsAndSizesThatMakeNoSense) {
  const QkpInstance instance = three_items();
  for (const double lambda : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_THROW((void)formulate(instance, {.strength = lambda}), UsageError);
  EXPECT_THROW((void)formulate(instance, {.bound = -1}), UsageError);
  EXPECT_THROW((void)formulate(instance, {.encoding = "unary", .bound = max_variables}),
               UsageError);
}

TEST(Formulation, RefusesNumbersThatADoubleCannotHold) {
  QkpInstance::Data data;
  data.name = "wide";
  data.profit = {(std::int64_t{1} << 53) + 1};
  data.weight = {1};
  data.pair_profit = SymmetricRowsBuilder(1).finish();
  EXPECT_THROW((void)formulate(QkpInstance(data), {}), InvalidInstance);
  data.profit = {1};
  data.capacity = std::int64_t{1} << 54;
  EXPECT_THROW((void)formulate(QkpInstance(data), {}), InvalidInstance);
}

TEST(Lambda, ReadsNumbersPowersAndAuto) {
  const QkpInstance instance = three_items();
  EXPECT_EQ(parse_strength(instance, "2.5"), 2.5);
  EXPECT_EQ(parse_strength(instance, "2^-3"), 0.125);
  EXPECT_EQ(parse_strength(instance, "2^7"), 128);
  // Mean pair profit (2 + 1) / 3 = 1, mean weight 3: critical 1 / 18; ten times that is 0.556.
  EXPECT_DOUBLE_EQ(critical_strength(instance), 1.0 / 18);
  EXPECT_EQ(parse_strength(instance, "auto"), 0.5);
  for (const char* bad :
       {"", "0", "-1", "2^", "2^x", "inf", "nan", "1e999", "2^5000", "3^2", "2^1..", "2^3..2^1",
        "2^1..5", "2^1..2^2000", "scale:", "scale:0", "scale:2..1", "scale:x", "regress"})
    EXPECT_THROW((void)parse_strengths(instance, bad), UsageError) << bad;
  EXPECT_THROW((void)parse_strength(instance, "2^1..2^2"), UsageError);
}

TEST(Lambda, ReadsTheRulesOfThePaper) {
  const QkpInstance instance = three_items();
  const auto grid = parse_strengths(instance, "2^-6..2^7");
  ASSERT_EQ(grid.size(), 14U);
  EXPECT_EQ(grid.front(), 1.0 / 64);
  EXPECT_EQ(grid.back(), 128);
  const auto scaled = parse_strengths(instance, "scale:1..20");
  ASSERT_EQ(scaled.size(), 20U);
  EXPECT_DOUBLE_EQ(scaled[1], 2 * instance.density() / std::sqrt(instance.tightness()));
  EXPECT_EQ(parse_strength(instance, "scale:7"), scaled[6]);
  const double regression = 1.14 * std::pow(3, 0.09) * std::pow(instance.density(), 0.84) *
                            std::pow(instance.tightness(), -0.21);
  EXPECT_NEAR(parse_strength(instance, "regression"), regression, 1e-14 * regression);
}

TEST(Lambda, ReadsTheRulesOfTheLiterature) {
  const QkpInstance instance = three_items();
  // Gains of all items together: 5 + 2, 3 + 2 + 1, 4 + 1.
  EXPECT_EQ(parse_strength(instance, "vlm"), 7);
  // Weights 2, 3, 4, capacity 5, sum 9: up 2 (8 - 2), 3 (8 - 3), 4 (8 - 4); down 2 (10 - 2), 3 (10 - 3), 4 (10 - 4). The least
  // is 12, and 7 / 12 is below 1.
  EXPECT_EQ(parse_strength(instance, "momc"), 1);
  EXPECT_EQ(parse_strength(instance, "moc"), 1);
  EXPECT_EQ(parse_strength(instance, "ub"), 5 + 3 + 4 + 2 + 1);
}

TEST(Lambda, RatiosOfObjectiveAndConstraintCountWhereTheyExceedOne) {
  QkpInstance::Data data;
  data.profit = {100, 60};
  data.weight = {1, 5};
  data.capacity = 4;
  SymmetricRowsBuilder pairs(2);
  pairs.add(0, 1, std::int64_t{-20});
  data.pair_profit = std::move(pairs).finish();
  const QkpInstance instance(std::move(data));
  // Objective down: 100 and 60; up: -100 + 20 and -60 + 20. Constraint up: 1 (4 - 1) = 3 and 5 (4 - 5) < 0; down: 1 (8 - 1) = 7
  // and 5 (8 - 5) = 15.
  EXPECT_EQ(parse_strength(instance, "vlm"), 100);
  EXPECT_EQ(parse_strength(instance, "momc"), 100.0 / 3);
  EXPECT_EQ(parse_strength(instance, "moc"), 100.0 / 7);
  EXPECT_EQ(parse_strength(instance, "ub"), 180);
}

TEST(Lambda, AutoTakesTheSpreadOfTheEncoding) {
  const QkpInstance instance = three_items();
  const double scale = 25.6 * critical_strength(instance) * std::sqrt(1 / instance.tightness());
  EXPECT_EQ(parse_strengths(instance, "auto", find_encoding("binary")),
            (std::vector{scale, 2 * scale, 1.5 * scale}));
  // Half the mean pair profit, 1.
  EXPECT_EQ(parse_strengths(instance, "auto", find_encoding("hyperplane")),
            (std::vector{8.0, 4.0, 16.0}));
  EXPECT_EQ(parse_strength(instance, "auto", find_encoding("hyperplane")), 4);
  EXPECT_EQ(parse_strength(instance, "scale:0.5"), 0.5 * parse_strength(instance, "scale:1"));
}

TEST(Lambda, IsNoneWithoutAPenalty) {
  const QkpInstance instance = three_items();
  EXPECT_TRUE(parse_strengths(instance, "auto", find_encoding("native")).empty());
  EXPECT_EQ(formulate(instance, "native", "auto").strength(), std::nullopt);
  EXPECT_EQ(formulate(instance, "binary", "2").strength(), 2);
}

// A strength that differs in the last bit changes every sample: no machine may have its own.
TEST(Lambda, HasTheSameBitsOnEveryMachine) {
  Rng rng(5);
  const QkpInstance instance = random_instance(rng, {.n = 50});
  EXPECT_EQ(parse_strength(instance, "regression"), 0x1.349cfaa6716bcp+0);
  EXPECT_EQ(parse_strength(instance, "scale:3"), 0x1.40f55771437f1p+1);
  EXPECT_EQ(parse_strength(instance, "auto"), 0x1p-2);
}

// Ten times the critical strength, on both sides of the middle between 1/2 and 1.
TEST(Lambda, TakesTheNearestPowerOfTwo) {
  for (const std::int64_t profit : {1, 2, 3, 5, 7, 10, 100, 12345}) {
    QkpInstance::Data data;
    data.profit = {1, 1};
    data.weight = {1, 1};
    data.capacity = 1;
    SymmetricRowsBuilder pairs(2);
    pairs.add(0, 1, profit);
    data.pair_profit = std::move(pairs).finish();
    const QkpInstance instance(std::move(data));
    EXPECT_EQ(parse_strength(instance, "auto"),
              std::exp2(std::round(std::log2(10 * critical_strength(instance)))))
        << profit;
  }
}

TEST(CriticalPrice, IsHalfwayBetweenTheWorstItemInAndTheBestOut) {
  // All in: gains 7, 6, 5; efficiencies 3.5, 2, 1.25; item 2 leaves. Then gains 7, 5, 5 and efficiencies
  // 3.5, 1.67 in, 1.25 out.
  EXPECT_DOUBLE_EQ(critical_price(three_items()), (5.0 / 3 + 5.0 / 4) / 2);
}

TEST(CriticalPrice, IsZeroIfEverythingFitsAndFiniteIfNothingDoes) {
  QkpInstance::Data data;
  data.profit = {4, 6};
  data.weight = {2, 2};
  data.pair_profit = SymmetricRowsBuilder(2).finish();
  data.capacity = 4;
  EXPECT_EQ(critical_price(QkpInstance(data)), 0);
  data.capacity = 1;
  EXPECT_EQ(critical_price(QkpInstance(data)), 3);
}

}  // namespace
}  // namespace spinsack
