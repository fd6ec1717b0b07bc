// SPDX-License-Identifier: Apache-2.0
// The same instance in larger numbers.
#pragma once

#include "core/rng.hpp"
#include "instance/qkp.hpp"

#include <utility>

namespace spinsack::test {

struct Scaling {
  Profit profit = 1;
  Weight weight = 1;
  // Numbers that are not zero then move by up to this, so that nothing divides them all.
  Profit profit_noise = 0;
  Weight weight_noise = 0;
};

inline QkpInstance scaled_instance(const QkpInstance& small, const Scaling& scaling) {
  Rng rng(1);
  const auto moved = [&](std::int64_t value, std::int64_t factor, std::int64_t noise) {
    return value == 0 ? 0 : value * factor + (noise == 0 ? 0 : rng.integer(-noise, noise));
  };
  QkpInstance::Data data;
  data.name = small.name();
  data.capacity = small.capacity() * scaling.weight;
  for (const Profit p : small.profits())
    data.profit.push_back(moved(p, scaling.profit, scaling.profit_noise));
  for (const Weight w : small.weights())
    data.weight.push_back(moved(w, scaling.weight, scaling.weight_noise));
  SymmetricRowsBuilder pairs(small.size());
  small.pair_profits().for_each_pair([&](Index i, Index j, auto p) {
    pairs.add(i, j, moved(static_cast<Profit>(p), scaling.profit, scaling.profit_noise));
  });
  data.pair_profit = std::move(pairs).finish();
  return QkpInstance(std::move(data));
}

}  // namespace spinsack::test
