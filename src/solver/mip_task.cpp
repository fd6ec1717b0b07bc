// SPDX-License-Identifier: Apache-2.0
// Why nothing is lost: take a best set of the new instance, of those the smallest, and suppose that it holds a
// pair whose loss was cut. One of the two items gains less than that loss whatever else is packed, so
// the set is better without it. The same goes for an item whose own loss was cut. So the set has its old value,
// and no set had a larger one.
#include "solver/mip_task.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace spinsack {

QkpInstance without_excess(const QkpInstance& instance) {
  const auto weights = instance.weights();
  const auto fit = [&](Index i, Index j) {
    return weights[at(i)] <= instance.capacity() - weights[at(j)];
  };
  QkpInstance::Data data{.name = instance.name(),
                         .profit = {},
                         .weight = {},
                         .pair_profit = {},
                         .capacity = instance.capacity(),
                         .profit_digits = instance.profit_digits(),
                         .weight_digits = instance.weight_digits()};
  std::vector<Profit> gain(at(instance.size()));  // of an item, at most
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    if (!(value > 0) || !fit(i, j)) return;
    gain[at(i)] += static_cast<Profit>(value);
    gain[at(j)] += static_cast<Profit>(value);
  });
  for (Index i = 0; i < instance.size(); ++i) {
    const Profit own = weights[at(i)] <= instance.capacity() ? instance.profits()[at(i)] : 0;
    data.weight.push_back(std::min(weights[at(i)], instance.capacity() + 1));
    data.profit.push_back(std::max(own, -gain[at(i)] - 1));
    gain[at(i)] += std::max<Profit>(own, 0);
  }
  SymmetricRowsBuilder pairs(instance.size());
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    if (!fit(i, j)) return;
    pairs.add(i, j, std::max(static_cast<Profit>(value), -std::min(gain[at(i)], gain[at(j)]) - 1));
  });
  data.pair_profit = std::move(pairs).finish();
  return QkpInstance(std::move(data));
}

}  // namespace spinsack
