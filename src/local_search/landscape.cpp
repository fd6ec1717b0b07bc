// SPDX-License-Identifier: Apache-2.0
#include "local_search/landscape.hpp"

#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/reduced_gain.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spinsack {
namespace {

// The size that a tenth of the reduced gains do not exceed; the smallest one above zero if that is zero.
double typical_energy(const KnapsackState& state, double price) {
  std::vector<double> sizes;
  for (Index i = 0; i < state.size(); ++i)
    sizes.push_back(std::fabs(reduced_gain(state, i, price)));
  const auto tenth = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 10);
  std::nth_element(sizes.begin(), tenth, sizes.end());
  if (*tenth > 0) return *tenth;
  double smallest = 0;
  for (const double size : sizes)
    if (size > 0 && (smallest == 0 || size < smallest)) smallest = size;
  return smallest > 0 ? smallest : 1;
}

Index most_items_that_fit(const QkpInstance& instance) {
  std::vector<Weight> weights(instance.weights().begin(), instance.weights().end());
  std::ranges::sort(weights);
  Weight load = 0;
  Index count = 0;
  for (const Weight w : weights) {
    load += w;
    if (load > instance.capacity()) break;
    ++count;
  }
  return count;
}

}  // namespace

// For a typical mix of items the profit is (p / 2) (load / w)^2 with p the mean pair profit and w the mean
// weight, hence a curvature of p / (2 w^2) on each side.
Landscape survey(const KnapsackState& state) {
  const QkpInstance& instance = state.instance();
  const auto n = static_cast<double>(instance.size());
  Landscape land;
  land.price = marginal_price(state);
  land.energy = typical_energy(state, land.price);
  land.weight = static_cast<double>(instance.total_weight()) / n;
  auto pair_total = static_cast<double>(instance.total_profit());
  for (const Profit p : instance.profits()) pair_total -= std::fabs(static_cast<double>(p));
  const double mean_pair = n > 1 ? std::max(0.0, pair_total) / (n * (n - 1) / 2) : 0;
  land.curvature = mean_pair / 2 / land.energy;
  land.smallest_pair = smallest_pair_profit(instance);
  land.most_items = most_items_that_fit(instance);
  land.heaviest = std::ranges::max(instance.weights());
  land.weights.resize(state.padded_size());
  for (Index i = 0; i < instance.size(); ++i)
    land.weights[at(i)] =
        static_cast<float>(static_cast<double>(instance.weights()[at(i)]) / land.weight);
  return land;
}

}  // namespace spinsack
