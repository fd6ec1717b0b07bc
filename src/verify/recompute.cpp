// SPDX-License-Identifier: Apache-2.0
#include "verify/recompute.hpp"

namespace spinsack {

Recomputed recompute(const QkpInstance& instance, BitView chosen) {
  Recomputed sum;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] == 0) continue;
    sum.profit += instance.profits()[i];
    sum.weight += instance.weights()[i];
  }
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    if (chosen[at(i)] != 0 && chosen[at(j)] != 0) sum.profit += static_cast<Profit>(value);
  });
  sum.feasible = sum.weight <= instance.capacity();
  return sum;
}

}  // namespace spinsack
