// SPDX-License-Identifier: Apache-2.0
#include "local_search/best_swap.hpp"

#include "local_search/reduced_gain.hpp"
#include "local_search/sparse_swaps.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace spinsack {
namespace {

// Below this, going over all items costs less than to keep account.
constexpr Index many_items = 20'000;

struct Ranked {
  double z = 0;
  Index item = -1;
};

}  // namespace

bool rivals_stand_apart(const SymmetricRows& pairs, Profit smallest_pair) {
  return smallest_pair < 0 && !pairs.dense();
}

void BestSwap::offer(const Swap& swap, Profit gain, Weight taken) {
  if (gain <= 0) return;
  const double score = static_cast<double>(gain) -
                       (rule_ == SwapRule::gain ? 0 : price_ * static_cast<double>(taken));
  if (swap_ && score <= score_) return;
  swap_ = swap;
  score_ = score;
}

Profit smallest_pair_profit(const QkpInstance& instance) {
  if (instance.nonnegative()) return 0;
  return instance.pair_profits().visit([&]<class Rows>(const Rows& rows) {
    using T = typename Rows::Value;
    T smallest = 0;
    for (Index i = 0; i < instance.size(); ++i) {
      std::span<const T> row;
      if constexpr (Rows::dense)
        row = rows.row(i, instance.size());
      else
        row = rows.values(i);
      for (const T p : row) smallest = p < smallest ? p : smallest;
    }
    return static_cast<Profit>(smallest);
  });
}

namespace {

// Adds what it looked at to visits.
std::optional<Swap> find_swap(const KnapsackState& state, double price, Profit smallest_pair,
                              SwapRule rule, StopCheck* watch, std::int64_t* visits) {
  const auto weights = state.instance().weights();
  const SymmetricRows& pairs = state.instance().pair_profits();

  // 1. The items that can take part.
  *visits += state.size();
  std::vector<double> z(at(state.size()));
  double lowest_in = std::numeric_limits<double>::infinity();
  double highest_out = -lowest_in;
  for (Index i = 0; i < state.size(); ++i) {
    z[at(i)] = reduced_gain(state, i, price);
    if (state.holds(i))
      lowest_in = std::min(lowest_in, z[at(i)]);
    else
      highest_out = std::max(highest_out, z[at(i)]);
  }
  const bool rivals_apart = rivals_stand_apart(pairs, smallest_pair);
  const Profit least_pair = rivals_apart ? 0 : smallest_pair;
  // Rounding must not hide a swap that pays by one.
  const double slack =
      price * static_cast<double>(state.room()) - static_cast<double>(least_pair) + 1;
  std::vector<Ranked> leaving;
  std::vector<Ranked> entering;
  for (Index i = 0; i < state.size(); ++i) {
    if (state.holds(i)) {
      if (z[at(i)] < highest_out + slack) leaving.push_back({z[at(i)], i});
    } else if (z[at(i)] > lowest_in - slack) {
      entering.push_back({z[at(i)], i});
    }
  }
  std::ranges::stable_sort(leaving, std::less{}, &Ranked::z);
  std::ranges::stable_sort(entering, std::greater{}, &Ranked::z);

  // 2. The best pair of them. For the second rule z_j - z_i bounds the score as well.
  BestSwap best(rule, price);
  for (const Ranked& i : leaving) {
    if (watch != nullptr && watch->stop_after(static_cast<std::int64_t>(entering.size()))) break;
    for (const Ranked& j : entering) {
      // The gain is at most z_j - z_i + slack.
      if (j.z - i.z + slack <= (rule == SwapRule::gain ? best.score() : 0)) break;
      if (rule == SwapRule::reduced_gain && best.swap() &&
          j.z - i.z - static_cast<double>(least_pair) < best.score())
        break;
      ++*visits;
      const Weight taken = weights[at(j.item)] - weights[at(i.item)];
      if (taken > state.room()) continue;
      // What the two have in common is slow to look up, and not needed if even the least is too
      // much.
      const Profit alone = state.gain(j.item) - state.gain(i.item);
      if (best.beyond(alone - least_pair)) continue;
      const Profit pair = pairs.integer(i.item, j.item);
      if (pair >= least_pair) best.offer({i.item, j.item}, alone - pair, taken);
    }
  }

  // 3. Rivals, who gain from parting.
  if (rivals_apart)
    for (Index i = 0; i < state.size(); ++i) {
      if (!state.holds(i) || z[at(i)] >= highest_out + slack - static_cast<double>(smallest_pair))
        continue;
      if (watch != nullptr && watch->stop_after(state.update_cost(i))) break;
      *visits += state.update_cost(i);
      pairs.for_each_in_row(i, [&](Index j, auto pair) {
        const Weight taken = weights[at(j)] - weights[at(i)];
        if (pair < 0 && !state.holds(j) && taken <= state.room())
          best.offer({i, j}, state.gain(j) - state.gain(i) - static_cast<Profit>(pair), taken);
      });
    }
  return best.swap();
}

}  // namespace

std::optional<Swap> best_swap(const KnapsackState& state, double price, Profit smallest_pair,
                              SwapRule rule, StopCheck* watch) {
  std::int64_t visits = 0;
  return find_swap(state, price, smallest_pair, rule, watch, &visits);
}

void swap_to_local_optimum(KnapsackState& state, double price, Profit smallest_pair, SwapRule rule,
                           StopCheck* watch, std::int64_t visits) {
  fill_at_price(state, price, watch);
  if (watch != nullptr && watch->stop_after(0)) return;
  if (state.few_partners() && state.size() >= many_items)
    return SparseSwaps(state, price, smallest_pair, rule).run(visits, watch);
  for (std::int64_t visited = 0; visited <= visits;) {
    const std::optional<Swap> swap = find_swap(state, price, smallest_pair, rule, watch, &visited);
    if (!swap) return;
    state.remove(swap->leaves);
    state.add(swap->enters);
    fill_at_price(state, price, watch);
  }
}

}  // namespace spinsack
