// SPDX-License-Identifier: Apache-2.0
#include "solver/lha.hpp"

#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "solver/qkp_methods.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

SolveOutcome lha(const QkpInstance& instance, const SolveRequest& request = {.seed = 1}) {
  return test::qkp_method("lha").solve(instance, {}, request);
}

TEST(Lha, FindsTheOptimumOfSmallInstancesOfAllKinds) {
  Rng rng(7);
  for (int round = 0; round < 400; ++round) {
    test::RandomKind kind;
    kind.n = static_cast<Index>(rng.integer(1, 14));
    kind.max_weight = rng.integer(0, 1) == 0 ? rng.integer(1, 30) : rng.integer(1, 1'000'000);
    kind.max_profit = rng.integer(0, 2) == 0 ? rng.integer(0, 3) : rng.integer(1, 1'000'000'000);
    kind.min_profit = rng.integer(0, 2) == 0 ? -kind.max_profit : 0;
    kind.density = rng.real();
    kind.tightness = 1.2 * rng.real();
    const QkpInstance instance = test::random_instance(rng, kind);
    const SolveOutcome outcome = lha(instance);
    ASSERT_EQ(outcome.value, test::brute_force_optimum(instance)) << "round " << round;
    ASSERT_EQ(evaluate(instance, outcome.bits).profit, outcome.value);
  }
}

// The stop is counted in work, so this either always holds or never.
TEST(Lha, ReachesTheBestKnownValues) {
  for (const char* name : {"medium:100_25_3", "medium:200_50_1", "medium:300_50_8",
                           "large:1000_75_5", "large:1000_50_8", "large:1000_25_10",
                           "large:1000_100_2", "large:2000_100_10", "large:2000_25_9"}) {
    const PublishedInstance& published = *match_published(name).front();
    const QkpInstance instance = build_published(published);
    const SolveOutcome outcome = lha(instance, {.seed = 1, .target = published.best_known});
    EXPECT_EQ(outcome.value, published.best_known) << name;
    EXPECT_EQ(outcome.stopped_by, StopReason::target) << name;
  }
}

// By which auto tells whether the time is better spent on something else.
TEST(Lha, TellsHowMuchOfItsWorkWasIdle) {
  const QkpInstance instance = generate("correlated", {{"n", "150"}});
  const SolveRequest request{.seed = 1};
  Incumbent incumbent(empty_knapsack(instance), request);
  RoundReport last;
  LagrangianHyperplaneAnnealing().search(instance, incumbent, [&](const RoundReport& report) {
    if (report.idle == 0)
      EXPECT_LT(report.idle_share, 1e-3);
    else
      EXPECT_GT(report.idle_share, report.idle > 1 ? last.idle_share : 0);
    EXPECT_LE(report.idle_share, 1);
    last = report;
    return false;
  });
  EXPECT_GE(last.idle_share, 0.5);  // ends of itself once as much work has brought nothing
}

TEST(Lha, WalksTheSameWayWhereNoLimitIsNear) {
  const QkpInstance instance = generate("correlated", {{"n", "150"}});
  const SolveRequest request{.seed = 1};
  const auto bits_with = [&](NearLimit near_limit) {
    Incumbent incumbent(empty_knapsack(instance), request);
    LagrangianHyperplaneAnnealing().search(
        instance, incumbent, [](const RoundReport&) { return false; }, {}, near_limit);
    return std::move(incumbent).outcome().bits;
  };
  EXPECT_EQ(bits_with(NearLimit::reheat), bits_with(NearLimit::go_on));
}

// What others have found is not taken up before it finds nothing better itself; what it finds below that counts as idle.
TEST(Lha, WalksAloneWhileItGetsBetter) {
  const QkpInstance instance = generate("correlated", {{"n", "150"}});
  const SolveRequest request{.seed = 1};
  const SolveOutcome found = lha(instance);
  const auto after_two_rounds = [&](bool told) {
    Incumbent incumbent(empty_knapsack(instance), request);
    if (told) incumbent.offer(found.bits, found.value);
    RoundReport last;
    LagrangianHyperplaneAnnealing().search(instance, incumbent, [&](const RoundReport& report) {
      last = report;
      return report.rounds == 2;
    });
    return std::pair(std::move(incumbent).outcome().work, last);
  };
  const auto [alone, own] = after_two_rounds(false);
  const auto [beside_better, told] = after_two_rounds(true);
  ASSERT_EQ(own.idle, 0);
  EXPECT_EQ(beside_better, alone);
  EXPECT_EQ(told.idle, 2);
}

// In less work, where anneals of everything are too short to come near the best solution again.
TEST(Lha, FindsMoreByReheats) {
  const std::vector<QkpInstance> instances{
      generate("sparse", {{"n", "1000"}, {"weights", "unit"}, {"seed", "3"}}),
      generate("teams", {{"n", "1000"}, {"seed", "4"}})};
  for (const QkpInstance& instance : instances) {
    const SolveOutcome reheated = lha(instance);
    const SolveOutcome molten =
        test::qkp_method("lha").solve(instance, {{"reheat-after", "1000000"}}, {.seed = 1});
    EXPECT_EQ(evaluate(instance, reheated.bits).profit, reheated.value);
    EXPECT_GT(reheated.value, molten.value);
    EXPECT_LT(reheated.work.flips, molten.work.flips);
    EXPECT_EQ(lha(instance, {.seed = 1, .threads = 3}).bits, reheated.bits);
  }
}

TEST(Lha, HasTheSameAnswerWhateverTheUnits) {
  // Weights and profits in other units change rounding only, and no decision on a small instance.
  Rng rng(5);
  const QkpInstance instance = test::random_instance(rng, {.n = 60, .density = 0.4});
  const Profit value = lha(instance).value;
  QkpInstance::Data scaled;
  SymmetricRowsBuilder pairs(instance.size());
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto p) {
    pairs.add(i, j, std::int64_t{1 << 20} * static_cast<std::int64_t>(p));
  });
  for (const Profit p : instance.profits()) scaled.profit.push_back(p << 20);
  for (const Weight w : instance.weights()) scaled.weight.push_back(w << 24);
  scaled.pair_profit = std::move(pairs).finish();
  scaled.capacity = instance.capacity() << 24;
  EXPECT_EQ(lha(QkpInstance(std::move(scaled))).value, value << 20);
}

TEST(Lha, EndsByItself) {
  const QkpInstance instance = generate("gallo", {{"n", "300"}, {"seed", "4"}});
  const SolveOutcome outcome = lha(instance);
  EXPECT_EQ(outcome.stopped_by, StopReason::work);
  EXPECT_GT(outcome.work.sweeps, 0);
  EXPECT_GT(outcome.work.visits, 0);
  EXPECT_GT(outcome.work.flips, 0);
}

// The stages lie within the run, and are most of it. Other work on the machine may come in between the stages, but not
// every time.
TEST(Lha, SaysWhereTheTimeWent) {
  const QkpInstance instance = generate("gallo", {{"n", "300"}, {"seed", "4"}});
  double largest_share = 0;
  for (int attempt = 0; attempt < 20 && largest_share < 0.5; ++attempt) {
    const SolveOutcome outcome = lha(instance);
    double sum = 0;
    for (const double seconds : outcome.stage_seconds) sum += seconds;
    EXPECT_LE(sum, outcome.seconds * (1 + 1e-9));
    largest_share = std::max(largest_share, sum / outcome.seconds);
  }
  EXPECT_GE(largest_share, 0.5);
}

}  // namespace
}  // namespace spinsack
