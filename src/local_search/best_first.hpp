// SPDX-License-Identifier: Apache-2.0
// Adds items while one fits, the best first, where rows are sparse: a tree knows the best one, and an addition changes
// few of them. O(n), and about as much again for every partner of an added item as for the item itself.
#pragma once

#include "core/smallest_tree.hpp"
#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace spinsack {

// may(i): whether an item that fits may be added. worth(i): the largest is added first, and the first of equal ones.
// Both may depend on the gain of i and on nothing else that changes. Ends early if watch, which may be null, says so.
template <class May, class Worth>
void add_best_first(KnapsackState& state, May may, Worth worth, StopCheck* watch) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const auto weights = state.instance().weights();
  // 1. Only what fits now can ever be added.
  std::vector<Index> items;
  for (Index i = 0; i < state.size(); ++i)
    if (!state.holds(i) && weights[at(i)] <= state.room()) items.push_back(i);
  const auto cost = [&](Index i) { return may(i) ? -worth(i) : never; };
  if (std::ranges::none_of(items, may)) return;
  std::vector<Index> place(at(state.size()), -1);
  std::vector<double> costs;
  costs.reserve(items.size());
  for (const Index i : items) {
    place[at(i)] = static_cast<Index>(costs.size());
    costs.push_back(cost(i));
  }
  SmallestTree<double> tree(std::move(costs), never);
  // 2. The best one in; what does not fit any more never will.
  while (tree.smallest() < never) {
    const std::size_t best = tree.first_smallest();
    const Index j = items[best];
    tree.set(best, never);
    place[at(j)] = -1;
    if (weights[at(j)] > state.room()) continue;
    if (watch != nullptr && watch->stop_after(2 * state.update_cost(j))) return;
    state.add(j);
    state.instance().pair_profits().for_each_in_row(j, [&](Index i, auto) {
      if (place[at(i)] >= 0) tree.set(at(place[at(i)]), cost(i));
    });
  }
}

}  // namespace spinsack
