// SPDX-License-Identifier: Apache-2.0
#include "postprocess/efficiency_order.hpp"

#include <algorithm>
#include <utility>

namespace spinsack::post {
namespace {

// As pairs, since a sort that looks values up elsewhere is much slower.
template <class May>
std::vector<Index> sorted_items(const KnapsackState& state, double sign, May may) {
  std::vector<std::pair<double, Index>> ranked;
  for (Index i = 0; i < state.size(); ++i)
    if (may(i)) ranked.emplace_back(sign * state.efficiency(i), i);
  std::ranges::sort(ranked);
  std::vector<Index> order;
  order.reserve(ranked.size());
  for (const auto& [efficiency, i] : ranked) order.push_back(i);
  return order;
}

bool all(Index) { return true; }

}  // namespace

std::vector<Index> by_rising_efficiency(const KnapsackState& state) {
  return sorted_items(state, 1, all);
}

std::vector<Index> by_falling_efficiency(const KnapsackState& state) {
  return sorted_items(state, -1, all);
}

std::vector<Index> fitting_by_falling_efficiency(const KnapsackState& state) {
  const auto weights = state.instance().weights();
  return sorted_items(state, -1,
                      [&](Index i) { return !state.holds(i) && weights[at(i)] <= state.room(); });
}

}  // namespace spinsack::post
