// SPDX-License-Identifier: Apache-2.0
#include "local_search/reduced_gain.hpp"

#include "instance/quick_removal.hpp"
#include "local_search/best_first.hpp"

namespace spinsack {
namespace {

// The first item that may be chosen and has the largest value.
template <class May, class Value>
Index best_item(const KnapsackState& state, May may, Value value) {
  Index best = -1;
  double best_value = 0;
  for (Index i = 0; i < state.size(); ++i) {
    if (!may(i)) continue;
    const double v = value(i);
    if (best >= 0 && v <= best_value) continue;
    best = i;
    best_value = v;
  }
  return best;
}

}  // namespace

Index worst_in(const KnapsackState& state, double price) {
  return best_item(
      state, [&](Index i) { return state.holds(i); },
      [&](Index i) { return -reduced_gain(state, i, price); });
}

Index best_out(const KnapsackState& state, double price) {
  return best_item(
      state, [&](Index i) { return !state.holds(i); },
      [&](Index i) { return reduced_gain(state, i, price); });
}

void drop_to_fit(KnapsackState& state, double price) {
  while (!state.feasible()) state.remove(worst_in(state, price));
}

void fill_at_price(KnapsackState& state, double price, StopCheck* watch) {
  quick_prune(state, watch);
  if (!state.instance().pair_profits().dense())
    return add_best_first(
        state, [&](Index i) { return state.gain(i) > 0; },
        [&](Index i) { return reduced_gain(state, i, price); }, watch);
  const auto weights = state.instance().weights();
  for (;;) {
    const Index j = best_item(
        state,
        [&](Index i) {
          return !state.holds(i) && weights[at(i)] <= state.room() && state.gain(i) > 0;
        },
        [&](Index i) { return reduced_gain(state, i, price); });
    if (j < 0 || (watch != nullptr && watch->stop_after(state.size()))) return;
    state.add(j);
  }
}

}  // namespace spinsack
