// SPDX-License-Identifier: Apache-2.0
#include "instance/evaluate.hpp"

#include "instance/arbitrary.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace spinsack::test {
namespace {

QkpInstance triangle() {
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{10});
  pairs.add(0, 2, std::int64_t{20});
  pairs.add(1, 2, std::int64_t{-40});
  return QkpInstance({.name = "triangle",
                      .profit = {1, 2, 3},
                      .weight = {4, 5, 6},
                      .pair_profit = std::move(pairs).finish(),
                      .capacity = 10});
}

TEST(Evaluate, ReadsTheDefinition) {
  const QkpInstance instance = triangle();
  EXPECT_EQ(evaluate(instance, Bits{0, 0, 0}), (Evaluation{0, 0, true}));
  EXPECT_EQ(evaluate(instance, Bits{1, 0, 0}), (Evaluation{1, 4, true}));
  EXPECT_EQ(evaluate(instance, Bits{1, 1, 0}), (Evaluation{13, 9, true}));
  EXPECT_EQ(evaluate(instance, Bits{1, 0, 1}), (Evaluation{24, 10, true}));  // full to the brim
  EXPECT_EQ(evaluate(instance, Bits{0, 1, 1}), (Evaluation{-35, 11, false}));
  EXPECT_EQ(evaluate(instance, Bits{1, 1, 1}), (Evaluation{-4, 15, false}));
}

TEST(Evaluate, ExtremeCapacitiesDecideFeasibilityOnly) {
  QkpInstance::Data data{.name = "one",
                         .profit = {7},
                         .weight = {3},
                         .pair_profit = SymmetricRowsBuilder(1).finish(),
                         .capacity = 0};
  EXPECT_EQ(evaluate(QkpInstance(data), Bits{0}), (Evaluation{0, 0, true}));
  EXPECT_EQ(evaluate(QkpInstance(data), Bits{1}), (Evaluation{7, 3, false}));
  data.capacity = 1000;
  EXPECT_EQ(evaluate(QkpInstance(data), Bits{1}), (Evaluation{7, 3, true}));
}

TEST(Evaluate, DoesNotCareWhatTheItemsAreCalled) {
  EXPECT_TRUE(always("relabelling changes no value", [] {
    const QkpInstance instance = test::arbitrary_instance("original");
    const Index n = instance.size();
    std::vector<Index> label(at(n));
    std::iota(label.begin(), label.end(), 0);
    for (std::size_t i = label.size(); i > 1; --i)
      std::swap(label[i - 1], label[any_in<std::size_t>(0, i)]);

    QkpInstance::Data data;
    data.profit.resize(at(n));
    data.weight.resize(at(n));
    SymmetricRowsBuilder pairs(n);
    for (Index i = 0; i < n; ++i) {
      data.profit[at(label[at(i)])] = instance.profits()[at(i)];
      data.weight[at(label[at(i)])] = instance.weights()[at(i)];
    }
    instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
      pairs.add(label[at(i)], label[at(j)], static_cast<std::int64_t>(value));
    });
    data.pair_profit = std::move(pairs).finish();
    data.capacity = instance.capacity();
    const QkpInstance relabelled(std::move(data));

    Bits x(at(n));
    Bits y(at(n));
    for (Index i = 0; i < n; ++i) y[at(label[at(i)])] = x[at(i)] = any_of<std::uint8_t>({0, 1});
    must(evaluate(instance, x) == evaluate(relabelled, y));
  }));
}

}  // namespace
}  // namespace spinsack::test
