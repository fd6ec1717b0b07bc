// SPDX-License-Identifier: Apache-2.0
#include "postprocess/efficiency_order.hpp"

#include <algorithm>
#include <numeric>

namespace spinsack::post {
namespace {

template <class Before>
std::vector<Index> sorted_items(const KnapsackState& state, Before before) {
  std::vector<Index> order(at(state.instance().size()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, before, [&](Index i) { return state.efficiency(i); });
  return order;
}

}  // namespace

std::vector<Index> by_rising_efficiency(const KnapsackState& state) {
  return sorted_items(state, std::ranges::less{});
}

std::vector<Index> by_falling_efficiency(const KnapsackState& state) {
  return sorted_items(state, std::ranges::greater{});
}

}  // namespace spinsack::post
