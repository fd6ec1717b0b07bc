// SPDX-License-Identifier: Apache-2.0
#include "postprocess/exchange.hpp"

#include "postprocess/efficiency_order.hpp"

namespace spinsack {

void exchange(KnapsackState& state) {
  const auto weights = state.instance().weights();
  const SymmetricRows& pairs = state.instance().pair_profits();
  const std::vector<Index> leaving = by_rising_efficiency(state);
  const std::vector<Index> entering = by_falling_efficiency(state);
  const auto worth = [&](Index i) {
    return state.efficiency(i) * static_cast<double>(weights[at(i)]);
  };
  for (const Index i : leaving) {
    if (!state.holds(i)) continue;
    const Weight room = state.room() + weights[at(i)];
    const double worth_i = worth(i);
    for (const Index j : entering) {
      if (state.holds(j) || weights[at(j)] > room) continue;
      if (!(worth_i < worth(j) - pairs.value(i, j))) continue;
      state.remove(i);
      state.add(j);
      break;
    }
  }
}

}  // namespace spinsack
