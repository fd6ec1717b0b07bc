// SPDX-License-Identifier: Apache-2.0
#include "postprocess/repair.hpp"

#include "core/smallest_tree.hpp"

#include <limits>
#include <vector>

namespace spinsack::post {
namespace {

void repair_by_tree(KnapsackState& state, StopCheck* watch) {
  constexpr double out = std::numeric_limits<double>::infinity();
  std::vector<double> values(at(state.size()), out);
  for (Index i = 0; i < state.size(); ++i)
    if (state.holds(i)) values[at(i)] = state.efficiency(i);
  SmallestTree<double> tree(std::move(values), out);
  while (!state.feasible()) {
    const auto i = static_cast<Index>(tree.first_smallest());
    if (watch != nullptr && watch->stop_after(2 * state.update_cost(i))) return;
    state.remove(i);
    tree.set(at(i), out);
    state.instance().pair_profits().for_each_in_row(i, [&](Index j, auto) {
      if (state.holds(j)) tree.set(at(j), state.efficiency(j));
    });
  }
}

}  // namespace

void repair(KnapsackState& state, StopCheck* watch) {
  if (state.few_partners()) return repair_by_tree(state, watch);
  while (!state.feasible()) {
    if (watch != nullptr && watch->stop_after(state.size())) return;
    state.remove(state.least_efficient());
  }
}

}  // namespace spinsack::post
