// SPDX-License-Identifier: Apache-2.0
#include "instance/quick_removal.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

double efficiency_of(const KnapsackState& state, Index i) {
  return static_cast<double>(state.gain(i)) /
         static_cast<double>(state.instance().weights()[at(i)]);
}

}  // namespace

bool quick_removal(KnapsackState& state, Weight parts, StopCheck* watch) {
  std::vector<std::pair<double, Index>> ranked;
  while (!state.feasible()) {
    const Weight share = std::max<Weight>(1, -state.room() / parts);
    const Weight typical = std::max<Weight>(1, state.load() / state.count());
    const auto batch = std::min(static_cast<std::size_t>(share / typical + 1), at(state.count()));
    ranked.clear();
    for (Index i = 0; i < state.size(); ++i)
      if (state.holds(i)) ranked.emplace_back(efficiency_of(state, i), i);
    std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(batch - 1),
                     ranked.end());
    for (std::size_t r = 0; r < batch && !state.feasible(); ++r) {
      state.remove(ranked[r].second);
      if (watch != nullptr && watch->stop_after(state.size() / 4)) return state.feasible();
    }
  }
  return true;
}

void quick_prune(KnapsackState& state, StopCheck* watch) {
  if (state.instance().nonnegative()) return;
  std::vector<std::pair<Profit, Index>> negative;
  for (;;) {
    negative.clear();
    for (Index i = 0; i < state.size(); ++i)
      if (state.holds(i) && state.gain(i) < 0) negative.emplace_back(state.gain(i), i);
    if (negative.empty()) return;
    const std::size_t batch = negative.size() / 16 + 1;
    std::nth_element(negative.begin(), negative.begin() + static_cast<std::ptrdiff_t>(batch - 1),
                     negative.end());
    for (std::size_t r = 0; r < batch; ++r) {
      // Those before it may have taken its burden away.
      if (state.gain(negative[r].second) < 0) state.remove(negative[r].second);
      if (watch != nullptr && watch->stop_after(state.size() / 4)) return;
    }
  }
}

double marginal_price(const KnapsackState& state) {
  if (state.count() == state.size()) return 0;
  double worst_in = std::numeric_limits<double>::infinity();
  double best_out = 0;
  for (Index i = 0; i < state.size(); ++i) {
    const double e = efficiency_of(state, i);
    if (state.holds(i))
      worst_in = std::min(worst_in, e);
    else
      best_out = std::max(best_out, e);
  }
  if (state.count() == 0) return best_out;
  if (best_out <= 0) return 0;  // nothing would use more capacity
  return std::max(0.0, (worst_in + best_out) / 2);
}

}  // namespace spinsack
