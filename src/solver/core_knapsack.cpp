// SPDX-License-Identifier: Apache-2.0
#include "solver/core_knapsack.hpp"

#include <algorithm>

namespace spinsack {
namespace {

// Linear profits, by place in the core.
std::vector<double> linear_profits(const KnapsackState& state, std::span<const Index> core) {
  const SymmetricRows& pairs = state.instance().pair_profits();
  std::vector<double> profit;
  for (const Index i : core) {
    Profit common = 0;
    for (const Index j : core)
      if (j != i && state.holds(j)) common += pairs.integer(i, j);
    profit.push_back(static_cast<double>(state.gain(i)) - static_cast<double>(common) / 2);
  }
  return profit;
}

}  // namespace

std::vector<Index> core_choice(const KnapsackState& state, std::span<const Index> core) {
  const auto weights = state.instance().weights();
  Weight capacity = state.room();
  for (const Index i : core)
    if (state.holds(i)) capacity += weights[at(i)];
  const Weight unit = capacity / core_units + 1;
  const auto units = static_cast<std::size_t>(capacity / unit);
  const std::vector<double> profit = linear_profits(state, core);

  // best[c]: with c units; taken[place][c]: whether the item at this place is in that answer.
  std::vector<double> best(units + 1, 0);
  std::vector<std::vector<std::uint8_t>> taken(core.size());
  const auto units_of = [&](std::size_t place) {
    return static_cast<std::size_t>((weights[at(core[place])] + unit - 1) / unit);
  };
  for (std::size_t place = 0; place < core.size(); ++place) {
    const std::size_t w = units_of(place);
    if (profit[place] <= 0 || w > units) continue;
    taken[place].assign(units + 1, 0);
    for (std::size_t c = units; c >= w; --c) {
      const double with = best[c - w] + profit[place];
      if (with <= best[c]) continue;
      best[c] = with;
      taken[place][c] = 1;
    }
  }
  std::vector<Index> chosen;
  std::size_t left = units;
  for (std::size_t place = core.size(); place-- > 0;) {
    if (taken[place].empty() || taken[place][left] == 0) continue;
    chosen.push_back(core[place]);
    left -= units_of(place);
  }
  return chosen;
}

bool improve_core(KnapsackState& state, std::span<const Index> core) {
  const Profit before = state.profit();
  std::vector<Index> changes;
  const std::vector<Index> chosen = core_choice(state, core);
  for (const Index i : core)
    if (state.holds(i) != (std::ranges::find(chosen, i) != chosen.end())) changes.push_back(i);
  for (const Index i : changes) state.flip(i);
  if (state.profit() > before) return true;
  for (const Index i : changes) state.flip(i);
  return false;
}

}  // namespace spinsack
