// SPDX-License-Identifier: Apache-2.0
#include "solver/qkbp.hpp"

#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace spinsack {
namespace {

SolveOutcome qkbp(const QkpInstance& instance, const ParameterValues& values = {}) {
  return test::qkp_method("qkbp").solve(instance, values, {});
}

Breakpoints breakpoints_of(const QkpInstance& instance) {
  Stop endless;
  StopCheck watch(endless);
  Work work;
  return enclosing_breakpoints(instance, watch, work).value();
}

QkpInstance some_instance(Rng& rng, bool negative) {
  test::RandomKind kind;
  kind.n = static_cast<Index>(rng.integer(1, 11));
  kind.max_weight = rng.integer(0, 1) == 0 ? rng.integer(1, 30) : 1'000'000'000'000;
  kind.max_profit = rng.integer(0, 1) == 0 ? rng.integer(0, 30) : 1'000'000'000'000;
  kind.min_profit = negative ? -kind.max_profit : 0;
  kind.density = rng.real();
  kind.tightness = 1.2 * rng.real();
  return test::random_instance(rng, kind);
}

// All sets of items that fit by themselves, as points (load, profit): the smaller and the larger breakpoint are
// ends of the edge of the upper hull above the capacity.
TEST(Qkbp, BreakpointsAreTheEdgeOfTheHullAboveTheCapacity) {
  Rng rng(21);
  for (int round = 0; round < 300; ++round) {
    const QkpInstance instance = some_instance(rng, false);
    const Breakpoints found = breakpoints_of(instance);
    const Evaluation low = evaluate(instance, found.smaller);
    const Evaluation high = evaluate(instance, found.larger);
    ASSERT_TRUE(low.feasible);
    for (std::size_t i = 0; i < found.smaller.size(); ++i)
      ASSERT_LE(found.smaller[i], found.larger[i]);
    if (found.smaller == found.larger) {
      // Everything that fits by itself.
      for (std::size_t i = 0; i < found.larger.size(); ++i)
        ASSERT_EQ(found.larger[i], instance.weights()[i] <= instance.capacity() ? 1 : 0);
      ASSERT_EQ(found.bound, low.profit);
      continue;
    }
    ASSERT_FALSE(high.feasible);
    for (std::uint64_t code = 0; code < std::uint64_t{1} << instance.size(); ++code) {
      const Bits bits = test::bits_of(code, instance.size());
      bool candidate = true;
      for (std::size_t i = 0; i < bits.size(); ++i)
        candidate &= bits[i] == 0 || instance.weights()[i] <= instance.capacity();
      if (!candidate) continue;
      const Evaluation e = evaluate(instance, bits);
      // Not above the line through the two.
      ASSERT_LE(Wide{e.profit - low.profit} * (high.load - low.load),
                Wide{high.profit - low.profit} * (e.load - low.load))
          << "round " << round;
      if (e.feasible) {
        ASSERT_LE(e.profit, found.bound);
      }
    }
  }
}

TEST(Qkbp, BoundHoldsWithNegativeProfits) {
  Rng rng(22);
  for (int round = 0; round < 300; ++round) {
    const QkpInstance instance = some_instance(rng, true);
    const SolveOutcome outcome = qkbp(instance);
    const Profit optimum = test::brute_force_optimum(instance);
    EXPECT_LE(outcome.value, optimum);
    ASSERT_TRUE(outcome.upper_bound);
    EXPECT_GE(*outcome.upper_bound, optimum) << "round " << round;
  }
}

TEST(Qkbp, SwapsOnlyRaise) {
  Rng rng(23);
  for (int round = 0; round < 50; ++round) {
    const QkpInstance instance = some_instance(rng, round % 2 == 0);
    EXPECT_GE(qkbp(instance, {{"finish", "swaps"}}).value, qkbp(instance).value);
  }
}

// Where cuts see the clusters, the greedies alone do not.
TEST(Qkbp, IsMuchBetterThanGreedyOnTeams) {
  const QkpInstance instance = generate("teams", {{"n", "1000"}, {"seed", "4"}});
  const Profit value = qkbp(instance).value;
  EXPECT_GT(value, test::qkp_method("greedy").solve(instance, {}, {}).value);
  const SolveOutcome insertion =
      test::qkp_method("greedy").solve(instance, {{"variant", "insertion"}}, {});
  EXPECT_GT(value, insertion.value);
}

TEST(SlowQkbp, IsAsGoodAsPublished) {
  double gap = 0;
  const auto matches = match_published("large:*");
  for (const PublishedInstance* const published : matches) {
    const SolveOutcome outcome = qkbp(build_published(*published));
    EXPECT_LE(outcome.value, published->best_known);
    EXPECT_GE(outcome.upper_bound.value(), published->best_known) << published->name;
    gap +=
        100 * (1 - static_cast<double>(outcome.value) / static_cast<double>(published->best_known));
  }
  EXPECT_LT(gap / static_cast<double>(matches.size()), 0.15);
}

}  // namespace
}  // namespace spinsack
