// SPDX-License-Identifier: Apache-2.0
#include "bound/continuous_knapsack.hpp"

#include <algorithm>
#include <vector>

namespace spinsack {
namespace {

struct Candidate {
  double efficiency;
  std::size_t item;
};

// t = numerator / denominator, and the bound t c + sum_j max(0, v_j - t w_j) times the denominator.
struct PricedBound {
  Wide numerator = 0;
  Wide denominator = 1;
  Wide scaled = 0;

  Profit rounded_up(Wide less = 0) const {
    const Wide value = scaled - less;
    const Wide down = value / denominator;  // towards zero
    return static_cast<Profit>(down * denominator < value ? down + 1 : down);
  }
};

PricedBound best_price(std::span<const Profit> values, std::span<const Weight> weights,
                       Weight capacity) {
  // 1. Everything that pays, if it fits.
  std::vector<Candidate> paying;
  Profit total = 0;
  Weight load = 0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (values[j] <= 0) continue;
    paying.push_back({static_cast<double>(values[j]) / static_cast<double>(weights[j]), j});
    total += values[j];
    load += weights[j];
  }
  if (load <= capacity) return {0, 1, total};

  // 2. The break item: the first, by falling efficiency, that does not fit whole.
  auto first = paying.begin();
  auto last = paying.end();
  Weight room = capacity;
  while (last - first > 1) {
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, [](const Candidate& a, const Candidate& b) {
      return a.efficiency > b.efficiency;
    });
    Weight better = 0;
    for (auto c = first; c != middle; ++c) better += weights[c->item];
    if (better > room) {
      last = middle;
    } else {
      room -= better;
      first = middle;
    }
  }

  // 3. The bound at its price v_b / w_b, times w_b.
  const Wide v_b = values[first->item];
  const Wide w_b = weights[first->item];
  Wide scaled = v_b * capacity;
  for (const Candidate& c : paying)
    scaled += std::max<Wide>(0, values[c.item] * w_b - v_b * weights[c.item]);
  return {v_b, w_b, scaled};
}

}  // namespace

Profit continuous_knapsack(std::span<const Profit> values, std::span<const Weight> weights,
                           Weight capacity) {
  return best_price(values, weights, capacity).rounded_up();
}

ItemBounds continuous_knapsack_items(std::span<const Profit> values,
                                     std::span<const Weight> weights, Weight capacity) {
  const PricedBound priced = best_price(values, weights, capacity);
  ItemBounds bounds{priced.rounded_up(), {}, {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    // What the item is worth at the price, times the denominator: lost to those without it if positive, a
    // loss to those with it if negative.
    const Wide worth = values[i] * priced.denominator - weights[i] * priced.numerator;
    bounds.with.push_back(priced.rounded_up(std::max<Wide>(0, -worth)));
    bounds.without.push_back(priced.rounded_up(std::max<Wide>(0, worth)));
  }
  return bounds;
}

}  // namespace spinsack
