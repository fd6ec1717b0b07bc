// SPDX-License-Identifier: Apache-2.0
#include "instance/quick_removal.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

// From this size on items are not ranked all anew in every step. Where several orders are possible, another one may
// come out, which is why smaller instances keep to one.
constexpr Index large = 50'000;

using RankedItems = std::vector<std::pair<double, Index>>;

double efficiency_of(const KnapsackState& state, Index i) {
  return static_cast<double>(state.gain(i)) /
         static_cast<double>(state.instance().weights()[at(i)]);
}

// The held items of at most this efficiency.
void rank(const KnapsackState& state, double most, RankedItems& ranked) {
  ranked.clear();
  const Weight* const weight = state.instance().weights().data();
  const std::uint8_t* const held = state.bit_data();
  state.visit_gains([&](const auto* gain) {
    for (Index i = 0; i < state.size(); ++i) {
      if (held[i] == 0) continue;
      const double efficiency = static_cast<double>(gain[i]) / static_cast<double>(weight[i]);
      if (efficiency <= most) ranked.emplace_back(efficiency, i);
    }
  });
}

// Brings the count smallest to the front. Returns an efficiency that as many others do not exceed.
double select(RankedItems& ranked, std::size_t count, Index size) {
  const auto nth = [&](std::size_t first, std::size_t place) {
    std::nth_element(ranked.begin() + static_cast<std::ptrdiff_t>(first),
                     ranked.begin() + static_cast<std::ptrdiff_t>(place), ranked.end());
  };
  nth(0, count - 1);
  if (size < large || ranked.size() < 2 * count) return std::numeric_limits<double>::infinity();
  nth(count, 2 * count - 1);
  return ranked[2 * count - 1].first;
}

}  // namespace

bool quick_removal(KnapsackState& state, Weight parts, StopCheck* watch) {
  RankedItems ranked;
  double most = std::numeric_limits<double>::infinity();
  while (!state.feasible()) {
    const Weight share = std::max<Weight>(1, -state.room() / parts);
    const Weight typical = std::max<Weight>(1, state.load() / state.count());
    const auto batch = std::min(static_cast<std::size_t>(share / typical + 1), at(state.count()));
    if (watch != nullptr && watch->stop_after(state.size())) return false;
    rank(state, most, ranked);
    if (ranked.size() < batch) rank(state, std::numeric_limits<double>::infinity(), ranked);
    most = select(ranked, batch, state.size());
    for (std::size_t r = 0; r < batch && !state.feasible(); ++r) {
      state.remove(ranked[r].second);
      if (watch != nullptr && watch->stop_after(state.update_cost(ranked[r].second)))
        return state.feasible();
    }
  }
  return true;
}

Bits feasible_part(const KnapsackState& state) {
  Bits bits(state.bits().begin(), state.bits().end());
  Weight over = -state.room();
  RankedItems ranked;
  rank(state, std::numeric_limits<double>::infinity(), ranked);
  // The last one to leave is in first..last.
  auto first = ranked.begin();
  auto last = ranked.end();
  while (over > 0) {
    const auto middle = first + (last - first + 1) / 2;
    std::nth_element(first, middle - 1, last);
    Weight half = 0;
    for (auto item = first; item != middle; ++item)
      half += state.instance().weights()[at(item->second)];
    if (half > over && middle - first > 1) {
      last = middle;
      continue;
    }
    over -= half;
    for (; first != middle; ++first) bits[at(first->second)] = 0;
  }
  return bits;
}

void quick_prune(KnapsackState& state, StopCheck* watch) {
  if (state.instance().nonnegative()) return;
  const SymmetricRows& pairs = state.instance().pair_profits();
  // Where rows are short a removal changes few gains, and all others have to be looked at only once.
  const bool few_change = state.size() >= large && !pairs.dense();
  std::vector<std::pair<Profit, Index>> negative;
  const auto look_at = [&](Index i) {
    if (state.holds(i) && state.gain(i) < 0) negative.emplace_back(state.gain(i), i);
  };
  std::vector<Index> changed;
  for (Index i = 0; i < state.size(); ++i) look_at(i);
  while (!negative.empty()) {
    if (few_change)
      for (const auto& [gain, i] : negative) changed.push_back(i);
    const std::size_t batch = negative.size() / 16 + 1;
    std::nth_element(negative.begin(), negative.begin() + static_cast<std::ptrdiff_t>(batch - 1),
                     negative.end());
    for (std::size_t r = 0; r < batch; ++r) {
      const Index i = negative[r].second;
      // Those before it may have taken its burden away.
      if (state.gain(i) < 0) {
        state.remove(i);
        if (few_change) pairs.for_each_in_row(i, [&](Index j, auto) { changed.push_back(j); });
      }
      if (watch != nullptr && watch->stop_after(state.update_cost(i))) return;
    }
    negative.clear();
    if (few_change) {
      std::ranges::sort(changed);
      changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
      for (const Index i : changed) look_at(i);
      changed.clear();
    } else {
      for (Index i = 0; i < state.size(); ++i) look_at(i);
    }
  }
}

namespace {

// The efficiency of the item that would be cut if the most efficient items went in, in or out now. One that is far from
// where it should be does not matter here.
double price_of_the_cut(const KnapsackState& state) {
  const auto weights = state.instance().weights();
  std::vector<std::pair<double, Weight>> items;
  for (Index i = 0; i < state.size(); ++i)
    items.emplace_back(-efficiency_of(state, i), weights[at(i)]);
  std::ranges::sort(items);
  Weight load = 0;
  for (const auto& [loss, weight] : items) {
    load += weight;
    if (load > state.instance().capacity()) return std::max(0.0, -loss);
  }
  return 0;
}

}  // namespace

double marginal_price(const KnapsackState& state) {
  if (state.count() == state.size()) return 0;
  if (!state.instance().nonnegative()) return price_of_the_cut(state);
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
