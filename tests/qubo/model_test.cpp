// SPDX-License-Identifier: Apache-2.0
#include "qubo/model.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "qubo/flip_state.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace spinsack {
namespace {

QuadraticForm random_form(Rng& rng, Index n, Vartype vartype) {
  QuadraticForm form;
  form.vartype = vartype;
  form.constant = static_cast<double>(rng.integer(-50, 50));
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i) {
    form.linear.push_back(static_cast<double>(rng.integer(-50, 50)) / 4);
    for (Index j = 0; j < i; ++j)
      if (rng.real() < 0.5) pairs.add(i, j, static_cast<double>(rng.integer(-9, 9)) / 2);
  }
  form.pairs = std::move(pairs).finish();
  return form;
}

TEST(QuadraticForm, ValueIsTheDefinition) {
  QuadraticForm form;
  form.constant = 1;
  form.linear = {2, -3};
  form.unit = -2;
  SymmetricRowsBuilder pairs(2);
  pairs.add(0, 1, std::int64_t{5});
  form.pairs = std::move(pairs).finish();
  EXPECT_EQ(value_of(form, Bits{0, 0}), 1);
  EXPECT_EQ(value_of(form, Bits{1, 0}), 3);
  EXPECT_EQ(value_of(form, Bits{1, 1}), 1 + 2 - 3 - 10);
  form.vartype = Vartype::spin;
  EXPECT_EQ(value_of(form, Bits{0, 0}), 1 - 2 + 3 - 10);
  EXPECT_EQ(value_of(form, Bits{1, 0}), 1 + 2 + 3 + 10);
}

TEST(QuadraticForm, SpinAndBinaryAreTheSameFunction) {
  Rng rng(1);
  for (int round = 0; round < 50; ++round) {
    const auto n = static_cast<Index>(rng.integer(1, 8));
    for (const Vartype vartype : {Vartype::binary, Vartype::spin}) {
      const QuadraticForm form = random_form(rng, n, vartype);
      const QuadraticForm spin = to_spin(form);
      const QuadraticForm binary = to_binary(form);
      EXPECT_EQ(spin.vartype, Vartype::spin);
      EXPECT_EQ(binary.vartype, Vartype::binary);
      for (std::uint64_t code = 0; code < std::uint64_t{1} << n; ++code) {
        const Bits x = test::bits_of(code, n);
        ASSERT_EQ(value_of(spin, x), value_of(form, x));
        ASSERT_EQ(value_of(binary, x), value_of(form, x));
      }
    }
  }
}

TEST(QuboModel, TakesAnyFormWithoutPenalties) {
  Rng rng(2);
  const QuadraticForm form = random_form(rng, 6, Vartype::spin);
  const QuboModel model(form);
  EXPECT_EQ(model.size(), 6);
  for (std::uint64_t code = 0; code < 64; ++code) {
    const Bits x = test::bits_of(code, 6);
    EXPECT_EQ(model.energy(x), value_of(form, x));
    EXPECT_EQ(value_of(model.expand(), x), value_of(form, x));
  }
}

TEST(QuboModel, SlackVariablesNeedNoRows) {
  QuadraticForm objective;
  objective.linear = {-1, -2};
  objective.pairs = SymmetricRowsBuilder(2).finish();
  const SquaredTerm term{.strength = 3, .variables = {0, 1, 2}, .a = {1, 1, 1}, .b = -1};
  QuboModel model(objective, 3, {term});
  EXPECT_EQ(model.energy(Bits{0, 1, 0}), -2);
  EXPECT_EQ(model.energy(Bits{0, 1, 1}), -2 + 3);
  model.set_strength(0, 5);
  EXPECT_EQ(model.energy(Bits{1, 1, 1}), -3 + 5 * 4);
  EXPECT_EQ(value_of(model.expand(), Bits{1, 1, 1}), -3 + 5 * 4);
}

TEST(QuboModel, RefusesWhatDoesNotFit) {
  QuadraticForm objective;
  objective.linear = {1, 2};
  objective.pairs = SymmetricRowsBuilder(2).finish();
  EXPECT_THROW(QuboModel(objective, 1, {}), InvalidInstance);
  EXPECT_THROW(QuboModel(objective, 3, {SquaredTerm{1, {0, 1, 2}, {1, 1}, 0}}), InvalidInstance);
  EXPECT_THROW(QuboModel(objective, 3, {SquaredTerm{1, {1, 0}, {1, 1}, 0}}), InvalidInstance);
  EXPECT_THROW(QuboModel(objective, 3, {SquaredTerm{1, {1, 3}, {1, 1}, 0}}), InvalidInstance);
  EXPECT_THROW(QuboModel(objective, 3, {}, {Group{2, 2}}), InvalidInstance);
  EXPECT_THROW(QuboModel(objective, 3, {}, {Group{1, 2}, Group{0, 1}}), InvalidInstance);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(QuboModel(objective, 2, {SquaredTerm{1, {0, 1}, {1, nan}, 0}}), InvalidInstance);
  EXPECT_THROW(QuboModel(objective, 2, {SquaredTerm{nan, {0, 1}, {1, 1}, 0}}), InvalidInstance);
  objective.linear[0] = nan;
  EXPECT_THROW(QuboModel(objective, 2, {}), InvalidInstance);
}

TEST(QuboModel, AFactoredKnapsackOfTwoThousandItemsIsSmall) {
  Rng rng(5);
  SymmetricRowsBuilder pairs(2000);
  for (Index i = 0; i < 2000; ++i)
    for (Index j = 0; j < i; ++j) pairs.add(i, j, rng.integer(1, 100));
  QuadraticForm objective;
  objective.linear.assign(2000, -1);
  objective.pairs = std::move(pairs).finish();
  const QuboModel model(objective, 2020,
                        {SquaredTerm::of_all(1, std::vector<double>(2020, 1), -100)});
  EXPECT_LT(model.bytes(), 20U << 20);
}

}  // namespace
}  // namespace spinsack
