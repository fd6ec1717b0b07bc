// SPDX-License-Identifier: Apache-2.0
#include "solver/exact.hpp"

#include "bound/best_bound.hpp"
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "support/optimum_by_flips.hpp"
#include "support/property.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"
#include "support/scaled_instance.hpp"

#include <gtest/gtest.h>

#include <array>

namespace spinsack::test {
namespace {

QkpInstance some_instance(Rng& rng, Index most) {
  test::RandomKind kind;
  kind.n = static_cast<Index>(rng.integer(1, most));
  constexpr std::array<Weight, 3> heaviest{30, 1'000'000, 1'000'000'000'000'000};
  kind.max_weight = rng.integer(1, heaviest[static_cast<std::size_t>(rng.integer(0, 2))]);
  kind.max_profit = rng.integer(0, 2) == 0 ? rng.integer(0, 3) : rng.integer(1, 1'000'000'000'000);
  kind.min_profit = rng.integer(0, 2) == 0 ? -kind.max_profit : 0;
  kind.density = rng.real();
  kind.tightness = 1.2 * rng.real();
  return test::random_instance(rng, kind);
}

TEST(Exact, ProvesTheOptimumOfSmallInstancesOfAllKinds) {
  EXPECT_TRUE(always("exact == brute force", [] {
    test::RandomKind kind;
    kind.n = any_in<Index>(1, 14);
    kind.max_weight = any_of<Weight>({1, 2, 30, 1'000'000});
    kind.max_profit = any_of<Profit>({0, 1, 3, 100, 1'000'000'000'000});
    kind.min_profit = any_of<Profit>({0, -kind.max_profit});
    kind.density = any_of({0.0, 0.1, 0.5, 1.0});
    // From nothing fits to everything does.
    kind.tightness = any_of({0.0, 0.02, 0.3, 0.6, 0.98, 1.0, 2.0});
    Rng rng(any_bits());
    const QkpInstance instance = test::random_instance(rng, kind);
    const SolveOutcome outcome = test::qkp_method("exact").solve(instance, {}, {.seed = 1});
    const Profit optimum = test::brute_force_optimum(instance);
    must(outcome.value == optimum);
    must(outcome.upper_bound == optimum);
  }));
}

TEST(Exact, ProvesTheOptimumOfUpToTwentyItems) {
  Rng rng(8);
  for (int round = 0; round < 40; ++round) {
    const QkpInstance instance = some_instance(rng, 20);
    const SolveOutcome outcome = test::qkp_method("exact").solve(instance, {}, {.seed = 1});
    const Profit optimum = test::optimum_by_flips(instance);
    ASSERT_EQ(outcome.value, optimum) << "round " << round;
    ASSERT_EQ(outcome.upper_bound, optimum) << "round " << round;
  }
}

// As fast as in small numbers, where it takes 1700 nodes.
TEST(Exact, ProvesTheOptimumOfLargeNumbers) {
  const QkpInstance small = generate("gallo", {{"n", "40"}, {"density", "50"}, {"seed", "3"}});
  const auto solved = [](const QkpInstance& instance) {
    SolveOutcome outcome =
        test::qkp_method("exact").solve(instance, {{"nodes", "4000"}}, {.seed = 1});
    EXPECT_EQ(outcome.upper_bound, outcome.value) << outcome.value;
    return outcome;
  };
  const SolveOutcome expected = solved(small);
  const Weight heavy = 100'000'000'000'000;
  for (const Profit factor : {100'000'000LL, 1'000'000'000LL, 1'000'000'000'000LL}) {
    const SolveOutcome outcome = solved(test::scaled_instance(small, {.profit = factor}));
    EXPECT_EQ(outcome.bits, expected.bits);
    EXPECT_EQ(outcome.value, expected.value * factor);
    solved(test::scaled_instance(small, {.profit = factor, .profit_noise = factor / 1000}));
  }
  EXPECT_EQ(solved(test::scaled_instance(small, {.weight = heavy})).bits, expected.bits);
  solved(test::scaled_instance(small, {.weight = heavy, .weight_noise = heavy / 1000}));
}

// A node limit leaves work open; what is said then must still hold.
TEST(Exact, BoundsWhatItLeavesOpen) {
  for (const char* name : {"medium:200_50_2", "medium:300_50_1"}) {
    const PublishedInstance& published = *match_published(name).front();
    const QkpInstance instance = build_published(published);
    for (const char* nodes : {"1", "2", "30"}) {
      const SolveOutcome outcome =
          test::qkp_method("exact").solve(instance, {{"nodes", nodes}}, {.seed = 1});
      ASSERT_TRUE(outcome.upper_bound);
      EXPECT_GE(*outcome.upper_bound, published.best_known);
      EXPECT_LE(*outcome.upper_bound, published.best_known * 105 / 100);
    }
  }
}

// The bounds with an item in and with it out, against all sets.
TEST(Exact, ItemBoundsHold) {
  Rng rng(9);
  for (int round = 0; round < 200; ++round) {
    const QkpInstance instance = some_instance(rng, 10);
    BoundPoint point;
    ItemBounds bounds = best_item_bounds(instance, {.passes = 12}, &point);
    if (round % 2 == 0) bounds = best_item_bounds(instance, {.passes = 5}, &point);
    for (std::uint64_t code = 0; code < std::uint64_t{1} << instance.size(); ++code) {
      const Bits bits = test::bits_of(code, instance.size());
      const Evaluation e = evaluate(instance, bits);
      if (!e.feasible) continue;
      ASSERT_LE(e.profit, bounds.bound);
      for (std::size_t i = 0; i < bits.size(); ++i)
        ASSERT_LE(e.profit, bits[i] != 0 ? bounds.with[i] : bounds.without[i]);
    }
  }
}

// A search that goes on where another ended is at least as far.
TEST(Exact, BoundsGoOnFromAPoint) {
  const QkpInstance instance = build_published(*match_published("medium:200_25_6").front());
  BoundPoint point;
  const Profit first = best_item_bounds(instance, {.passes = 64}, &point).bound;
  ASSERT_EQ(point.x.size(), at(instance.size()));
  const Profit anew = best_item_bounds(instance, {.passes = 3}).bound;
  const Profit further = best_item_bounds(instance, {.passes = 3}, &point).bound;
  EXPECT_LT(further, anew);
  EXPECT_LE(further, first + first / 1000);
}

TEST(SlowExact, ProvesMostMediumOptima) {
  int proven = 0;
  for (const PublishedInstance* const published : match_published("medium:*")) {
    const SolveOutcome outcome = test::qkp_method("exact").solve(build_published(*published), {},
                                                                 {.seed = 1, .time_limit = 60});
    ASSERT_TRUE(outcome.upper_bound);
    EXPECT_GE(*outcome.upper_bound, published->best_known) << published->name;
    proven += *outcome.upper_bound == outcome.value ? 1 : 0;
  }
  EXPECT_GE(proven, 90);
}

}  // namespace
}  // namespace spinsack::test
