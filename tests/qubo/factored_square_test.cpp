// SPDX-License-Identifier: Apache-2.0
#include "qubo/factored_square.hpp"

#include "core/rng.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace spinsack {
namespace {

// A knapsack of n items with a penalty over items and slack bits 1, 2, 4, ..
QuboModel knapsack(Rng& rng, Index n, Index slack, double strength, double density) {
  QuadraticForm form;
  form.constant = 5;
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i) {
    form.linear.push_back(-static_cast<double>(rng.integer(1, 100)));
    for (Index j = 0; j < i; ++j)
      if (rng.real() < density) pairs.add(i, j, -rng.integer(1, 100));
  }
  form.pairs = std::move(pairs).finish();
  std::vector<double> a;
  for (Index i = 0; i < n; ++i) a.push_back(static_cast<double>(rng.integer(1, 50)));
  for (Index k = 0; k < slack; ++k) a.push_back(std::ldexp(1.0, k));
  return {std::move(form), n + slack, {SquaredTerm::of_all(strength, a, -400)}};
}

TEST(FactoredSquare, IsFoundAgainInAModelWrittenOut) {
  Rng rng(61);
  for (const double strength : {0.5, 1.0, 2.0, 3.0, 64.0})
    for (const double density : {0.0, 0.25, 1.0}) {
      const QuboModel factored = knapsack(rng, 120, 10, strength, density);
      const QuboModel written(factored.expand());
      const auto found = with_factored_square(written);
      ASSERT_TRUE(found) << strength << " " << density;
      ASSERT_EQ(found->penalties().size(), 1U);
      EXPECT_LE(found->objective().pairs.bytes(), written.objective().pairs.bytes() / 2);
      for (int round = 0; round < 50; ++round) {
        const Bits x = test::random_bits(rng, factored.size());
        EXPECT_EQ(found->energy(x), written.energy(x));
      }
      // The couplings and linear terms that remain are those of the problem, as bytes or none.
      factored.objective().pairs.for_each_pair([&](Index i, Index j, auto q) {
        EXPECT_EQ(found->objective().unit * found->objective().pairs.value(i, j),
                  factored.objective().unit * static_cast<double>(q));
      });
      EXPECT_EQ(found->objective().linear[7], factored.objective().linear[7]);
    }
}

TEST(FactoredSquare, IsFoundWhereverTheSlackBitsStand) {
  Rng rng(62);
  const QuboModel factored = knapsack(rng, 100, 9, 2, 0.3);
  const QuadraticForm form = factored.expand();
  const Index n = form.size();
  QuadraticForm turned;
  turned.constant = form.constant;
  turned.linear.assign(form.linear.rbegin(), form.linear.rend());
  SymmetricRowsBuilder pairs(n);
  form.pairs.for_each_pair([&](Index i, Index j, auto q) {
    pairs.add(n - 1 - i, n - 1 - j, static_cast<std::int64_t>(q));
  });
  turned.pairs = std::move(pairs).finish();
  EXPECT_TRUE(with_factored_square(QuboModel(turned)));
}

// One coupling that is not as it should be stays as a coupling; the energies are the model's in any case.
TEST(FactoredSquare, LeavesWhatDoesNotBelong) {
  Rng rng(63);
  const QuboModel factored = knapsack(rng, 100, 9, 2, 0.3);
  QuadraticForm form = factored.expand();
  SymmetricRowsBuilder pairs(form.size());
  form.pairs.for_each_pair([&](Index i, Index j, auto q) {
    pairs.add(i, j, static_cast<std::int64_t>(q) + (i == 20 && j == 30 ? 7 : 0));
  });
  form.pairs = std::move(pairs).finish();
  const QuboModel written(form);
  const auto found = with_factored_square(written);
  ASSERT_TRUE(found);
  for (int round = 0; round < 50; ++round) {
    const Bits x = test::random_bits(rng, written.size());
    EXPECT_EQ(found->energy(x), written.energy(x));
  }
}

TEST(FactoredSquare, IsNotSeenWhereThereIsNone) {
  Rng rng(64);
  // Random couplings; a strength whose products are rounded; a square beyond 53 bits; a model that has it factored.
  QuadraticForm form;
  SymmetricRowsBuilder pairs(100);
  for (Index i = 0; i < 100; ++i) {
    form.linear.push_back(1);
    for (Index j = 0; j < i; ++j) pairs.add(i, j, rng.integer(-30'000, 30'000));
  }
  form.pairs = std::move(pairs).finish();
  EXPECT_FALSE(with_factored_square(QuboModel(form)));
  EXPECT_FALSE(with_factored_square(QuboModel(knapsack(rng, 100, 9, 0.3, 0.5).expand())));
  EXPECT_FALSE(with_factored_square(QuboModel(knapsack(rng, 100, 40, 2, 0.5).expand())));
  EXPECT_FALSE(with_factored_square(knapsack(rng, 100, 9, 2, 0.5)));
}

}  // namespace
}  // namespace spinsack
