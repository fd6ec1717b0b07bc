// SPDX-License-Identifier: Apache-2.0
#include "bound/upper_planes.hpp"

#include "bound/continuous_knapsack.hpp"

#include <vector>

namespace spinsack {

std::optional<Profit> upper_bound(const QkpInstance& instance, StopCheck& watch) {
  const auto weights = instance.weights();
  std::vector<Profit> doubled(weights.size());  // 2 p_i + U_i; stays 0 for an item that never fits
  std::vector<Profit> row;
  std::vector<Weight> row_weights;
  for (Index i = 0; i < instance.size(); ++i) {
    if (watch.stop_after(instance.size())) return {};
    const Weight room = instance.capacity() - weights[at(i)];
    if (room < 0) continue;
    row.clear();
    row_weights.clear();
    instance.pair_profits().for_each_in_row(i, [&](Index j, auto p) {
      if (weights[at(j)] > room) return;  // i and j never go together
      row.push_back(static_cast<Profit>(p));
      row_weights.push_back(weights[at(j)]);
    });
    doubled[at(i)] = 2 * instance.profits()[at(i)] + continuous_knapsack(row, row_weights, room);
  }
  return continuous_knapsack(doubled, weights, instance.capacity()) / 2;
}

Profit upper_bound(const QkpInstance& instance) {
  Stop endless;
  StopCheck watch(endless);
  return *upper_bound(instance, watch);
}

}  // namespace spinsack
