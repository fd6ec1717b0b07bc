// SPDX-License-Identifier: Apache-2.0
// Small random instances and their optimum by trying everything.
#pragma once

#include "core/rng.hpp"
#include "instance/evaluate.hpp"
#include "instance/qkp.hpp"

#include <algorithm>

namespace spinsack::test {

struct RandomKind {
  Index n = 8;
  Weight max_weight = 20;
  Profit min_profit = 0;
  Profit max_profit = 30;
  double density = 0.6;
  double tightness = 0.5;
};

inline QkpInstance random_instance(Rng& rng, const RandomKind& kind) {
  QkpInstance::Data data;
  data.name = "random";
  SymmetricRowsBuilder pairs(kind.n);
  Weight total = 0;
  for (Index i = 0; i < kind.n; ++i) {
    data.profit.push_back(rng.integer(kind.min_profit, kind.max_profit));
    data.weight.push_back(rng.integer(1, kind.max_weight));
    total += data.weight.back();
    for (Index j = 0; j < i; ++j)
      if (rng.real() < kind.density) pairs.add(i, j, rng.integer(kind.min_profit, kind.max_profit));
  }
  data.pair_profit = std::move(pairs).finish();
  data.capacity = static_cast<Weight>(kind.tightness * static_cast<double>(total));
  return QkpInstance(std::move(data));
}

inline Bits random_bits(Rng& rng, Index n) {
  Bits bits(at(n));
  for (auto& bit : bits) bit = static_cast<std::uint8_t>(rng.integer(0, 1));
  return bits;
}

// Bit i of code is item i.
inline Bits bits_of(std::uint64_t code, Index n) {
  Bits bits(at(n));
  for (Index i = 0; i < n; ++i) bits[at(i)] = static_cast<std::uint8_t>(code >> i & 1);
  return bits;
}

// n <= 20.
inline Profit brute_force_optimum(const QkpInstance& instance) {
  Profit best = 0;
  for (std::uint64_t code = 0; code < std::uint64_t{1} << instance.size(); ++code) {
    const Evaluation e = evaluate(instance, bits_of(code, instance.size()));
    if (e.feasible) best = std::max(best, e.profit);
  }
  return best;
}

}  // namespace spinsack::test
