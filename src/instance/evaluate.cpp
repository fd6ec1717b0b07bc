// SPDX-License-Identifier: Apache-2.0
#include "instance/evaluate.hpp"

#include <cassert>

namespace spinsack {

Evaluation evaluate(const QkpInstance& instance, BitView x) {
  assert(x.size() == at(instance.size()));
  Evaluation result;
  for (Index i = 0; i < instance.size(); ++i) {
    if (x[at(i)] == 0) continue;
    result.load += instance.weights()[at(i)];
    result.profit += instance.profits()[at(i)];
    instance.pair_profits().for_each_in_row(i, [&](Index j, auto value) {
      if (j < i && x[at(j)] != 0) result.profit += static_cast<Profit>(value);
    });
  }
  result.feasible = result.load <= instance.capacity();
  return result;
}

}  // namespace spinsack
