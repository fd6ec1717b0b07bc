// SPDX-License-Identifier: Apache-2.0
#include "instance/qkp.hpp"

#include "core/error.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

// Three items, pairs (0, 1) and (1, 2).
QkpInstance::Data small() {
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{5});
  pairs.add(1, 2, std::int64_t{7});
  QkpInstance::Data data;
  data.name = "small";
  data.profit = {1, 0, 3};
  data.weight = {2, 4, 4};
  data.pair_profit = std::move(pairs).finish();
  data.capacity = 5;
  return data;
}

std::string error_for(QkpInstance::Data data) {
  try {
    const QkpInstance instance(std::move(data));
  } catch (const InvalidInstance& error) {
    return error.what();
  }
  return "no error";
}

SymmetricRows pair_of(Index n, auto value) {
  SymmetricRowsBuilder pairs(n);
  pairs.add(0, 1, value);
  return std::move(pairs).finish();
}

TEST(Qkp, KnowsItsKeyFigures) {
  const QkpInstance instance(small());
  EXPECT_EQ(instance.name(), "small");
  EXPECT_EQ(instance.size(), 3);
  EXPECT_EQ(instance.capacity(), 5);
  EXPECT_EQ(instance.total_weight(), 10);
  EXPECT_EQ(instance.total_profit(), 16);  // 1 + 0 + 3 + 5 + 7
  EXPECT_TRUE(instance.nonnegative());
  EXPECT_DOUBLE_EQ(instance.density(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(instance.tightness(), 0.5);
}

TEST(Qkp, ASingleItemHasNoDensity) {
  QkpInstance::Data data;
  data.profit = {5};
  data.weight = {2};
  data.pair_profit = SymmetricRowsBuilder(1).finish();
  EXPECT_EQ(QkpInstance(data).density(), 0);
}

TEST(Qkp, NegativeProfitsAreAllowedAndKnown) {
  auto linear = small();
  linear.profit[0] = -1;
  EXPECT_FALSE(QkpInstance(linear).nonnegative());
  EXPECT_EQ(QkpInstance(linear).total_profit(), 16);  // absolute values
  auto pair = small();
  pair.pair_profit = pair_of(3, std::int64_t{-9});
  EXPECT_FALSE(QkpInstance(pair).nonnegative());
  EXPECT_EQ(QkpInstance(pair).total_profit(), 13);
  auto sparse = small();
  sparse.profit.resize(100, 0);
  sparse.weight.resize(100, 1);
  sparse.pair_profit = pair_of(100, std::int64_t{-9});
  EXPECT_FALSE(QkpInstance(sparse).nonnegative());
}

TEST(Qkp, CapacityMayBeNothingOrMoreThanEverything) {
  auto data = small();
  data.capacity = 0;
  EXPECT_EQ(QkpInstance(data).tightness(), 0);
  data.capacity = 1'000'000;
  EXPECT_EQ(QkpInstance(data).tightness(), 100'000);
}

TEST(Qkp, EveryBrokenRuleIsNamed) {
  auto data = small();
  data.weight[1] = 0;
  EXPECT_EQ(error_for(data), "small: weight[1] = 0, must be >= 1");
  data.weight[1] = -150;
  data.weight_digits = 2;
  EXPECT_EQ(error_for(data), "small: weight[1] = -1.5, must be positive");
  data = small();
  data.capacity = -1;
  EXPECT_EQ(error_for(data), "small: capacity = -1, must be >= 0");
  data = small();
  data.weight.pop_back();
  EXPECT_EQ(error_for(data), "small: 2 weights for 3 items");
  data = small();
  data.pair_profit = pair_of(2, std::int64_t{1});
  EXPECT_EQ(error_for(data), "small: pair profits of 2 items for 3 items");
  data = small();
  data.pair_profit = pair_of(3, 0.5);
  EXPECT_EQ(error_for(data), "small: pair profits must be integers");
  EXPECT_EQ(
      error_for({.name = "none", .profit = {}, .weight = {}, .pair_profit = {}, .capacity = 1}),
      "none: an instance needs at least one item");
}

TEST(Qkp, SumsThatCouldOverflowAreRefused) {
  const std::string profits =
      "small: the sum of all profits exceeds 2^61, beyond which sums could overflow";
  auto data = small();
  data.profit[0] = sum_limit;
  EXPECT_EQ(error_for(data), profits);
  data.profit[0] = sum_limit - 15;  // 15 is the rest
  EXPECT_EQ(error_for(data), "no error");
  data.profit[0] = -(sum_limit - 14);
  EXPECT_EQ(error_for(data), profits);
  data.profit[0] = INT64_MIN;
  EXPECT_EQ(error_for(data), profits);
  data = small();
  data.pair_profit = pair_of(3, sum_limit);
  EXPECT_EQ(error_for(data), profits);
  data = small();
  data.weight[0] = INT64_MAX;
  EXPECT_EQ(error_for(data),
            "small: the sum of all weights exceeds 2^61, beyond which sums could overflow");
  data = small();
  data.capacity = sum_limit + 1;
  EXPECT_EQ(error_for(data), "small: capacity exceeds 2^61");
}

TEST(Qkp, ManySmallProfitsAreSummedExactly) {
  // 300 items with all pairs at -32768, the widest 16 bits can hold.
  SymmetricRowsBuilder pairs(300);
  const std::vector<std::int64_t> row(299, INT16_MIN);
  for (Index i = 0; i + 1 < 300; ++i) pairs.add_run(i, i + 1, std::span(row).first(at(299 - i)));
  QkpInstance::Data data;
  data.profit.assign(300, 1);
  data.weight.assign(300, 1);
  data.pair_profit = std::move(pairs).finish();
  EXPECT_EQ(QkpInstance(data).total_profit(), 300 + 44'850 * std::int64_t{32'768});
}

TEST(Qkp, PrintsInTheUnitsOfTheFile) {
  auto data = small();
  data.profit_digits = 2;
  data.weight_digits = 1;
  const QkpInstance instance(data);
  EXPECT_EQ(instance.profit_text(1250), "12.5");
  EXPECT_EQ(instance.weight_text(instance.capacity()), "0.5");
}

}  // namespace
}  // namespace spinsack
