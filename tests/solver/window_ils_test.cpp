// SPDX-License-Identifier: Apache-2.0
// The linearised core against all choices, and what the search finds.
#include "solver/window_ils.hpp"

#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "solver/core_knapsack.hpp"
#include "solver/qkp_methods.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace spinsack {
namespace {

struct CoreCase {
  KnapsackState state;
  std::vector<Index> core;
};

// A feasible state and ten items of both kinds.
CoreCase random_core(const QkpInstance& instance, Rng& rng) {
  CoreCase made{KnapsackState(instance, test::random_bits(rng, instance.size())), {}};
  for (Index i = 0; !made.state.feasible(); ++i)
    if (made.state.holds(i)) made.state.remove(i);
  std::vector<Index> items;
  for (Index i = 0; i < instance.size(); ++i) items.push_back(i);
  rng.shuffle(std::span(items));
  made.core.assign(items.begin(), items.begin() + 10);
  return made;
}

TEST(CoreKnapsack, ChoosesTheBestOfAllSetsForTheLinearProfit) {
  Rng rng(1);
  for (int round = 0; round < 60; ++round) {
    const QkpInstance instance = test::random_instance(
        rng, {.n = 30, .max_weight = 60, .min_profit = round % 3 == 0 ? -40 : 0});
    const auto [state, core] = random_core(instance, rng);
    std::vector<double> linear;
    Weight capacity = state.room();
    for (const Index i : core) {
      double value = static_cast<double>(state.gain(i));
      for (const Index j : core)
        if (j != i && state.holds(j))
          value -= static_cast<double>(instance.pair_profits().integer(i, j)) / 2;
      linear.push_back(value);
      if (state.holds(i)) capacity += instance.weights()[at(i)];
    }
    double best = 0;
    for (unsigned set = 0; set < 1U << core.size(); ++set) {
      double value = 0;
      Weight load = 0;
      for (std::size_t place = 0; place < core.size(); ++place) {
        if ((set >> place & 1U) == 0) continue;
        value += linear[place];
        load += instance.weights()[at(core[place])];
      }
      if (load <= capacity) best = std::max(best, value);
    }
    double found = 0;
    Weight load = 0;
    for (const Index i : core_choice(state, core)) {
      const auto place = std::ranges::find(core, i) - core.begin();
      found += linear[static_cast<std::size_t>(place)];
      load += instance.weights()[at(i)];
    }
    EXPECT_LE(load, capacity);
    EXPECT_NEAR(found, best, 1e-6);
  }
}

TEST(CoreKnapsack, NeverOverloadsNorLosesProfitWhateverTheWeights) {
  Rng rng(2);
  int improved = 0;
  for (int round = 0; round < 60; ++round) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = 30, .max_weight = round % 2 == 0 ? 50 : 1'000'000'007});
    auto [state, core] = random_core(instance, rng);
    const Profit before = state.profit();
    const Bits bits(state.bits().begin(), state.bits().end());
    const bool better = improve_core(state, core);
    EXPECT_TRUE(state.feasible());
    EXPECT_EQ(better, state.profit() > before);
    EXPECT_EQ(better, !std::ranges::equal(state.bits(), bits));
    improved += better ? 1 : 0;
  }
  EXPECT_GT(improved, 10);
}

TEST(WindowSearch, FindsOptimaOfSmallInstances) {
  Rng rng(3);
  for (int round = 0; round < 40; ++round) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = 14, .min_profit = round % 2 == 0 ? 0 : -20});
    const SolveOutcome outcome =
        test::qkp_method("window-ils").solve(instance, {{"stale", "50"}}, {.seed = 1});
    EXPECT_EQ(outcome.value, test::brute_force_optimum(instance));
  }
}

TEST(WindowSearch, FindsOptimaOfMediumInstances) {
  for (const char* const name : {"medium:100_25_1", "medium:100_100_4", "medium:200_50_6"}) {
    const PublishedInstance& published = *match_published(name).front();
    const SolveOutcome outcome =
        test::qkp_method("window-ils")
            .solve(build_published(published), {{"stale", "60"}}, {.seed = 1});
    EXPECT_EQ(outcome.value, published.best_known) << name;
    EXPECT_EQ(outcome.stopped_by, StopReason::work);
    EXPECT_GT(outcome.work.sweeps, 0);
    EXPECT_GT(outcome.work.visits, outcome.work.sweeps);
    EXPECT_GT(outcome.work.flips, 0);
  }
}

TEST(WindowSearch, BeginsWithTheSolutionThatItIsGiven) {
  const QkpInstance instance =
      generate("teams", {{"n", "300"}, {"tightness", "0.1"}, {"seed", "1"}});
  const SolveRequest request{.seed = 1};
  const SolveOutcome good = test::qkp_method("lha").solve(instance, {}, request);
  const auto value_from = [&](const Bits& first) {
    Incumbent incumbent(empty_knapsack(instance), request);
    WindowSearch{.stale = 1, .starts = 1}.search(instance, incumbent, first);
    return std::move(incumbent).outcome().value;
  };
  EXPECT_LT(value_from({}), good.value);
  EXPECT_GE(value_from(good.bits), good.value);
}

TEST(WindowSearch, GainsByItsPerturbationsOnClusteredInstances) {
  const QkpInstance instance =
      generate("teams", {{"n", "300"}, {"tightness", "0.1"}, {"seed", "1"}});
  const auto value = [&](const char* stale) {
    return test::qkp_method("window-ils")
        .solve(instance, {{"starts", "3"}, {"stale", stale}}, {.seed = 1})
        .value;
  };
  EXPECT_GT(value("100"), value("1"));
}

}  // namespace
}  // namespace spinsack
