// SPDX-License-Identifier: Apache-2.0
// Searches that keep account of what changes, against the same searches read literally.
#include "core/rng.hpp"
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/insertion.hpp"
#include "local_search/reduced_gain.hpp"
#include "local_search/sparse_swaps.hpp"
#include "postprocess/exchange.hpp"
#include "postprocess/greedy.hpp"
#include "postprocess/prune.hpp"
#include "postprocess/repair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace spinsack {
namespace {

// Small enough for literal readings; half of them with negative profits, some with unit weights.
QkpInstance sparse_instance(Rng& rng) {
  const std::string n = std::to_string(rng.integer(200, 600));
  const std::string least = std::to_string(rng.integer(0, 1) * rng.integer(-60, 0));
  return generate("sparse",
                  {{"n", n},
                   {"degree", std::to_string(rng.integer(0, 4))},
                   {"seed", std::to_string(rng.integer(1, 1'000'000))},
                   {"profit-min", least},
                   {"profit-max", std::to_string(rng.integer(1, 100))},
                   {"weight-max", std::to_string(rng.integer(1, 30))},
                   {"tightness", std::to_string(0.1 * static_cast<double>(rng.integer(0, 11)))}});
}

Bits bits_of(const KnapsackState& state) { return {state.bits().begin(), state.bits().end()}; }

KnapsackState empty_state(const QkpInstance& instance) {
  return {instance, Bits(at(instance.size()), 0)};
}
KnapsackState full_state(const QkpInstance& instance) {
  return {instance, Bits(at(instance.size()), 1)};
}

// Adds the item of largest worth, the first of equal ones, while one fits and may.
template <class May, class Worth>
void add_literally(KnapsackState& state, May may, Worth worth) {
  for (;;) {
    Index best = -1;
    for (Index i = 0; i < state.size(); ++i)
      if (!state.holds(i) && state.instance().weights()[at(i)] <= state.room() && may(i) &&
          (best < 0 || worth(i) > worth(best)))
        best = i;
    if (best < 0) return;
    state.add(best);
  }
}

TEST(FewPartners, InsertionAddsTheSameItems) {
  Rng rng(31);
  for (int round = 0; round < 40; ++round) {
    const QkpInstance instance = sparse_instance(rng);
    KnapsackState fast = empty_state(instance);
    ASSERT_TRUE(fast.few_partners());
    KnapsackState slow = fast;
    insertion(fast);
    add_literally(
        slow, [&](Index i) { return slow.gain(i) >= 0; },
        [&](Index i) {
          return static_cast<double>(slow.gain(i)) / static_cast<double>(instance.weights()[at(i)]);
        });
    ASSERT_EQ(bits_of(fast), bits_of(slow));
  }
}

TEST(FewPartners, FillingAtAPriceAddsTheSameItems) {
  Rng rng(32);
  for (int round = 0; round < 40; ++round) {
    const QkpInstance instance = sparse_instance(rng);
    const double price = 5 * rng.real();
    KnapsackState fast = empty_state(instance);
    KnapsackState slow = fast;
    fill_at_price(fast, price);
    add_literally(
        slow, [&](Index i) { return slow.gain(i) > 0; },
        [&](Index i) { return reduced_gain(slow, i, price); });
    ASSERT_EQ(bits_of(fast), bits_of(slow));
  }
}

TEST(FewPartners, PruningAndRepairRemoveTheSameItems) {
  Rng rng(33);
  for (int round = 0; round < 40; ++round) {
    const QkpInstance instance = sparse_instance(rng);
    KnapsackState fast = full_state(instance);
    KnapsackState slow = fast;
    post::prune(fast);
    for (;;) {
      Index worst = 0;
      for (Index i = 0; i < slow.size(); ++i)
        if (slow.holds(i) && (!slow.holds(worst) || slow.gain(i) < slow.gain(worst))) worst = i;
      if (!slow.holds(worst) || slow.gain(worst) >= 0) break;
      slow.remove(worst);
    }
    ASSERT_EQ(bits_of(fast), bits_of(slow));
    post::repair(fast);
    while (!slow.feasible()) slow.remove(slow.least_efficient());
    ASSERT_EQ(bits_of(fast), bits_of(slow));
  }
}

TEST(FewPartners, TheFeasiblePartLosesTheLeastEfficientItems) {
  Rng rng(36);
  for (int round = 0; round < 40; ++round) {
    const QkpInstance instance = sparse_instance(rng);
    const KnapsackState state = full_state(instance);
    std::vector<std::pair<double, Index>> ranked;
    for (Index i = 0; i < state.size(); ++i)
      ranked.emplace_back(
          static_cast<double>(state.gain(i)) / static_cast<double>(instance.weights()[at(i)]), i);
    std::ranges::sort(ranked);
    Bits expected = bits_of(state);
    Weight load = state.load();
    for (std::size_t r = 0; load > instance.capacity(); ++r) {
      expected[at(ranked[r].second)] = 0;
      load -= instance.weights()[at(ranked[r].second)];
    }
    ASSERT_EQ(feasible_part(state), expected);
  }
}

TEST(FewPartners, AStopIsObeyedWhereMuchFits) {
  const QkpInstance instance = generate("sparse", {{"n", "60000"}, {"degree", "3"}});
  KnapsackState state = empty_state(instance);
  Stop at_once(0.0);
  StopCheck watch(at_once);
  swap_to_local_optimum(state, 1, 0, SwapRule::gain, &watch);
  EXPECT_EQ(state.count(), 0);
}

// One pass of Algorithm 1, word for word.
void exchange_literally(KnapsackState& state) {
  std::vector<Index> leaving(at(state.size()));
  std::iota(leaving.begin(), leaving.end(), 0);
  std::vector<Index> entering = leaving;
  const KnapsackState before = state;
  const auto efficiency = [&](Index i) { return before.efficiency(i); };
  std::ranges::stable_sort(leaving, std::ranges::less{}, efficiency);
  std::ranges::stable_sort(entering, std::ranges::greater{}, efficiency);
  const auto weights = state.instance().weights();
  const auto worth = [&](Index i) {
    return state.efficiency(i) * static_cast<double>(weights[at(i)]);
  };
  for (const Index i : leaving) {
    if (!state.holds(i)) continue;
    for (const Index j : entering) {
      if (state.holds(j) || weights[at(j)] > state.room() + weights[at(i)] ||
          !(worth(i) < worth(j) - state.instance().pair_profits().value(i, j)))
        continue;
      state.remove(i);
      state.add(j);
      break;
    }
  }
}

TEST(FewPartners, ExchangesAreThoseOfThePaper) {
  Rng rng(34);
  int changed = 0;
  for (int round = 0; round < 60; ++round) {
    const QkpInstance instance = sparse_instance(rng);
    KnapsackState fast = empty_state(instance);
    for (Index i = 0; i < instance.size(); ++i)
      if (rng.integer(0, 1) == 0 && instance.weights()[at(i)] <= fast.room()) fast.add(i);
    KnapsackState slow = fast;
    const Bits before = bits_of(fast);
    post::exchange(fast);
    exchange_literally(slow);
    ASSERT_EQ(bits_of(fast), bits_of(slow));
    changed += bits_of(fast) != before ? 1 : 0;
  }
  EXPECT_GT(changed, 20);
}

TEST(FewPartners, SwapsAreTheBestOnesOneAfterTheOther) {
  Rng rng(35);
  int changed = 0;
  for (int round = 0; round < 60; ++round) {
    const QkpInstance instance = sparse_instance(rng);
    const auto rule = rng.integer(0, 1) == 0 ? SwapRule::gain : SwapRule::reduced_gain;
    const Profit smallest = smallest_pair_profit(instance);
    KnapsackState slow = full_state(instance);
    quick_removal(slow, 2);
    const double price = marginal_price(slow) * (round % 3 == 0 ? 2 * rng.real() : 1);
    fill_at_price(slow, price);
    KnapsackState fast = slow;
    const Bits before = bits_of(slow);
    while (const auto swap = best_swap(slow, price, smallest, rule)) {
      slow.remove(swap->leaves);
      slow.add(swap->enters);
      fill_at_price(slow, price);
    }
    // Lists that have to grow, and lists that hold everything.
    for (const std::size_t width : {2U, 16U, 1000U}) {
      KnapsackState state = fast;
      SparseSwaps(state, price, smallest, rule, width).run(any_number_of_visits, nullptr);
      ASSERT_EQ(bits_of(state), bits_of(slow)) << round << ' ' << width;
    }
    changed += bits_of(slow) != before ? 1 : 0;
  }
  EXPECT_GT(changed, 20);
}

TEST(FewPartners, ALimitOnVisitsLeavesAFeasibleStateInBetween) {
  const QkpInstance large =
      generate("sparse", {{"n", "21000"}, {"degree", "6"}, {"tightness", "0.4"}});
  const QkpInstance small = generate("gallo", {{"n", "400"}, {"tightness", "0.4"}});
  for (const QkpInstance* const instance : {&large, &small}) {
    // A good solution, less some of its items, and what then fits.
    KnapsackState start = full_state(*instance);
    quick_removal(start, 4);
    for (Index i = 0; i < start.size(); i += start.size() / 20)
      if (start.holds(i)) start.remove(i);
    for (Index i = 0; i < start.size(); ++i)
      if (!start.holds(i) && instance->weights()[at(i)] <= start.room()) start.add(i);
    const double price = marginal_price(start);
    Profit last = start.profit() - 1;  // nothing is left to fill
    for (const std::int64_t visits :
         {std::int64_t{0}, 20 * std::int64_t{instance->size()}, any_number_of_visits}) {
      KnapsackState state = start;
      swap_to_local_optimum(state, price, 0, SwapRule::gain, nullptr, visits);
      EXPECT_TRUE(state.feasible());
      EXPECT_EQ(evaluate(*instance, state.bits()).profit, state.profit());
      EXPECT_GT(state.profit(), last) << visits;
      last = state.profit();
    }
  }
}

// Beyond 50,000 items not everything is ranked in every step.
TEST(QuickRemoval, OfManyItemsEndsNearTheGreedyOne) {
  for (const char* const least : {"1", "-40"}) {
    const QkpInstance instance = generate(
        "sparse", {{"n", "60000"}, {"degree", "6"}, {"profit-min", least}, {"tightness", "0.3"}});
    KnapsackState state(instance, Bits(60000, 1), KnapsackState::Efficiencies::left_out);
    quick_prune(state);
    for (Index i = 0; i < state.size(); ++i) ASSERT_FALSE(state.holds(i) && state.gain(i) < 0);
    ASSERT_TRUE(quick_removal(state, 4));
    EXPECT_TRUE(state.feasible());
    const auto greedy = static_cast<double>(evaluate(instance, post::greedy(instance)).profit);
    EXPECT_GT(static_cast<double>(state.profit()), 0.98 * greedy);
  }
}

}  // namespace
}  // namespace spinsack
