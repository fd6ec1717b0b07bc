// SPDX-License-Identifier: Apache-2.0
// The vector search for swaps against a literal one, and the work of a run.
#include "solver/ihea.hpp"

#include "core/simd_target.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "solver/overload_swap.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace spinsack {
namespace {

// Word for word what overload_swap.hpp says.
std::optional<OverloadSwap> literal_search(const KnapsackState& state,
                                           std::span<const Index> leaving, Profit floor,
                                           std::span<const ItemPair> tabu) {
  const auto weights = state.instance().weights();
  std::optional<OverloadSwap> best;
  for (const Index i : leaving)
    for (Index j = 0; j < state.size(); ++j) {
      if (state.holds(j)) continue;
      const bool forbidden = std::ranges::any_of(tabu, [&](const ItemPair& pair) {
        return (pair.a == i && pair.b == j) || (pair.a == j && pair.b == i);
      });
      const Profit profit = state.profit() + state.gain(j) - state.gain(i) -
                            state.instance().pair_profits().integer(i, j);
      if (forbidden || profit <= floor) continue;
      const Weight overload = std::max<Weight>(0, weights[at(j)] - weights[at(i)] - state.room());
      if (best &&
          (overload > best->overload || (overload == best->overload && profit <= best->profit)))
        continue;
      best = OverloadSwap{i, j, overload, profit};
    }
  return best;
}

void expect_equal(const std::optional<OverloadSwap>& found,
                  const std::optional<OverloadSwap>& wanted) {
  ASSERT_EQ(found.has_value(), wanted.has_value());
  if (!wanted) return;
  EXPECT_EQ(found->leaves, wanted->leaves);
  EXPECT_EQ(found->enters, wanted->enters);
  EXPECT_EQ(found->overload, wanted->overload);
  EXPECT_EQ(found->profit, wanted->profit);
}

TEST(OverloadSwap, EqualsTheLiteralSearchForAnyInstructionSetAndAnyKindOfNumbers) {
  Rng rng(3);
  std::vector<std::string> targets = simd_targets();
  targets.emplace_back("auto");
  for (const test::RandomKind& kind : {
           test::RandomKind{.n = 1},
           test::RandomKind{.n = 70},
           test::RandomKind{.n = 70, .max_weight = 3, .max_profit = 2},
           test::RandomKind{.n = 65, .max_weight = 100'000'000'000},
           test::RandomKind{.n = 65, .min_profit = -300, .max_profit = 300, .density = 1},
           test::RandomKind{.n = 40, .min_profit = -100'000, .max_profit = 100'000},
           test::RandomKind{.n = 65, .max_profit = 1'000'000'000'000},
           test::RandomKind{.n = 300, .density = 0.01},
           test::RandomKind{.n = 300, .max_profit = 1'000'000'000'000, .density = 0.01},
           test::RandomKind{.n = 100, .tightness = 0.01},
           test::RandomKind{.n = 100, .tightness = 2},
       })
    for (int round = 0; round < 5; ++round) {
      const QkpInstance instance = test::random_instance(rng, kind);
      KnapsackState state(instance, test::random_bits(rng, kind.n),
                          KnapsackState::Efficiencies::left_out);
      OverloadSwapSearch search(state);
      for (int step = 0; step < 5; ++step) {
        std::vector<Index> leaving;
        std::vector<ItemPair> tabu;
        for (Index i = 0; i < kind.n; ++i) {
          if (state.holds(i) && rng.integer(0, 2) > 0) leaving.push_back(i);
          tabu.push_back({i, static_cast<Index>(rng.integer(0, kind.n - 1))});
        }
        const Profit floor =
            step == 0 ? -1 : state.profit() + rng.integer(-kind.max_profit, kind.max_profit);
        const auto wanted = literal_search(state, leaving, floor, tabu);
        for (const std::string& target : targets) {
          SCOPED_TRACE(target);
          use_simd_target(target);
          expect_equal(search.best(leaving, floor, tabu), wanted);
        }
        if (!wanted) continue;
        state.remove(wanted->leaves);
        state.add(wanted->enters);
        search.changed(wanted->leaves);
        search.changed(wanted->enters);
      }
    }
}

TEST(HyperplaneExploration, FindsBestKnownValuesInItsPublishedNumberOfRounds) {
  for (const char* const name : {"medium:100_25_1", "medium:200_50_6", "medium:300_25_3"}) {
    const PublishedInstance& published = *match_published(name).front();
    const SolveOutcome outcome =
        test::qkp_method("ihea").solve(build_published(published), {}, {.seed = 1});
    EXPECT_EQ(outcome.value, published.best_known) << name;
    EXPECT_EQ(outcome.stopped_by, StopReason::work);
    EXPECT_GT(outcome.work.sweeps, 0);
    EXPECT_GT(outcome.work.visits, outcome.work.sweeps);
    EXPECT_GT(outcome.work.flips, 0);
  }
}

TEST(HyperplaneExploration, StartsAnewFromOtherPlacesAndKeepsTheBest) {
  const QkpInstance instance = generate("gallo", {{"n", "150"}, {"density", "25"}, {"seed", "4"}});
  const auto solve = [&](const char* starts, int threads) {
    return test::qkp_method("ihea").solve(instance, {{"rounds", "0"}, {"starts", starts}},
                                          {.seed = 3, .threads = threads});
  };
  const SolveOutcome one = solve("1", 1);
  const SolveOutcome five = solve("5", 1);
  EXPECT_GE(five.value, one.value);
  EXPECT_GT(five.work.sweeps, 2 * one.work.sweeps);
  EXPECT_EQ(solve("5", 3).bits, five.bits);
  EXPECT_EQ(solve("5", 3).work, five.work);
}

}  // namespace
}  // namespace spinsack
