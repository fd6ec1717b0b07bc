// SPDX-License-Identifier: Apache-2.0
#include "postprocess/prune.hpp"

#include "core/smallest_tree.hpp"

#include <limits>
#include <vector>

namespace spinsack::post {
namespace {

void prune_by_tree(KnapsackState& state, StopCheck* watch) {
  constexpr Profit out = std::numeric_limits<Profit>::max();
  std::vector<Profit> values(at(state.size()), out);
  for (Index i = 0; i < state.size(); ++i)
    if (state.holds(i)) values[at(i)] = state.gain(i);
  SmallestTree<Profit> tree(std::move(values), out);
  while (tree.smallest() < 0) {
    const auto i = static_cast<Index>(tree.first_smallest());
    if (watch != nullptr && watch->stop_after(2 * state.update_cost(i))) return;
    state.remove(i);
    tree.set(at(i), out);
    state.instance().pair_profits().for_each_in_row(i, [&](Index j, auto) {
      if (state.holds(j)) tree.set(at(j), state.gain(j));
    });
  }
}

}  // namespace

void prune(KnapsackState& state, StopCheck* watch) {
  if (state.instance().nonnegative()) return;
  if (state.few_partners()) return prune_by_tree(state, watch);
  for (;;) {
    Index worst = -1;
    for (Index i = 0; i < state.instance().size(); ++i)
      if (state.holds(i) && state.gain(i) < 0 && (worst < 0 || state.gain(i) < state.gain(worst)))
        worst = i;
    if (worst < 0 || (watch != nullptr && watch->stop_after(state.size()))) return;
    state.remove(worst);
  }
}

}  // namespace spinsack::post
