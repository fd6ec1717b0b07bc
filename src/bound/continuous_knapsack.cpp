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

}  // namespace

Profit continuous_knapsack(std::span<const Profit> values, std::span<const Weight> weights,
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
  if (load <= capacity) return total;

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
  return static_cast<Profit>((scaled + w_b - 1) / w_b);
}

}  // namespace spinsack
