// SPDX-License-Identifier: Apache-2.0
#include "solver/greedy.hpp"

#include "core/simd_target.hpp"
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "local_search/insertion.hpp"
#include "support/cpu_time.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace spinsack {
namespace {

SolveOutcome greedy_variant(const QkpInstance& instance, const char* variant, int threads = 1) {
  return test::qkp_method("greedy").solve(instance, {{"variant", variant}}, {.threads = threads});
}

// As the header says, ratios compared as fractions.
Bits literal_insertion(const QkpInstance& instance, Bits bits) {
  const auto weights = instance.weights();
  for (;;) {
    const Evaluation now = evaluate(instance, bits);
    Index best = -1;
    Profit best_gain = 0;
    for (Index i = 0; i < instance.size(); ++i) {
      if (bits[at(i)] != 0) continue;
      bits[at(i)] = 1;
      const Evaluation with = evaluate(instance, bits);
      bits[at(i)] = 0;
      const Profit gain = with.profit - now.profit;
      if (!with.feasible || gain < 0) continue;
      if (best >= 0 && Wide{gain} * weights[at(best)] <= Wide{best_gain} * weights[at(i)]) continue;
      best = i;
      best_gain = gain;
    }
    if (best < 0) return bits;
    bits[at(best)] = 1;
  }
}

QkpInstance some_instance(Rng& rng) {
  test::RandomKind kind;
  kind.n = static_cast<Index>(rng.integer(1, 40));
  kind.max_weight = rng.integer(1, 30);
  kind.max_profit = rng.integer(0, 1) == 0 ? rng.integer(0, 3) : rng.integer(1, 100'000'000'000);
  kind.min_profit = rng.integer(0, 2) == 0 ? -kind.max_profit : 0;
  kind.density = rng.real();
  kind.tightness = 1.2 * rng.real();
  return test::random_instance(rng, kind);
}

TEST(Insertion, IsTheLiteralOneOnAnyInstructionSet) {
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    Rng rng(1);
    for (int round = 0; round < 40; ++round) {
      const QkpInstance instance = some_instance(rng);
      const Bits none(at(instance.size()), 0);
      KnapsackState state(instance, none);
      insertion(state);
      EXPECT_EQ(Bits(state.bits().begin(), state.bits().end()), literal_insertion(instance, none))
          << target << ", round " << round;
    }
  }
  use_simd_target("auto");
}

TEST(Greedy, RelativeIsTheBestInsertionFromASingleItem) {
  Rng rng(2);
  for (int round = 0; round < 20; ++round) {
    const QkpInstance instance = some_instance(rng);
    Profit best = 0;
    for (Index i = 0; i < instance.size(); ++i) {
      if (instance.weights()[at(i)] > instance.capacity()) continue;
      Bits bits(at(instance.size()), 0);
      bits[at(i)] = 1;
      best = std::max(best, evaluate(instance, literal_insertion(instance, bits)).profit);
    }
    EXPECT_EQ(greedy_variant(instance, "relative").value, best);
  }
}

TEST(Greedy, SharesTheInsertionsAmongThreads) {
  const QkpInstance instance = generate("gallo", {{"n", "300"}, {"seed", "3"}});
  const SolveOutcome one = greedy_variant(instance, "relative");
  EXPECT_GE(one.value, greedy_variant(instance, "insertion").value);
  for (const int threads : {2, 7}) {
    const SolveOutcome other = greedy_variant(instance, "relative", threads);
    EXPECT_EQ(other.bits, one.bits);
    EXPECT_EQ(other.work, one.work);
  }
}

TEST(Greedy, ObeysTheClockInEveryVariant) {
  const QkpInstance instance = generate("gallo", {{"n", "2000"}, {"seed", "1"}});
  const double pass = test::pass_seconds(instance);
  for (const char* variant : {"removal", "insertion", "relative"})
    for (const double limit : {0.0, 0.05}) {
      const double begin = test::cpu_seconds();
      const SolveOutcome outcome =
          test::qkp_method("greedy").solve(instance, {{"variant", variant}}, {.time_limit = limit});
      EXPECT_LT((test::cpu_seconds() - begin - limit) / pass, test::prompt_passes) << variant;
      EXPECT_TRUE(evaluate(instance, outcome.bits).feasible);
    }
}

// Published for the large suite: a mean deviation of 0.05 %.
TEST(SlowGreedy, RelativeIsAsGoodAsPublished) {
  double gap = 0;
  const auto matches = match_published("large:1000_*");
  for (const PublishedInstance* const published : matches) {
    const Profit value = greedy_variant(build_published(*published), "relative", 2).value;
    EXPECT_LE(value, published->best_known);
    gap += 100 * (1 - static_cast<double>(value) / static_cast<double>(published->best_known));
  }
  EXPECT_LT(gap / static_cast<double>(matches.size()), 0.08);
}

}  // namespace
}  // namespace spinsack
