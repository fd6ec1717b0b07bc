// SPDX-License-Identifier: Apache-2.0
#include "verify/recompute.hpp"

#include "problem/problem.hpp"
#include "program/evaluate.hpp"

#include <algorithm>

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

Judgement recompute(const Instance& instance, LabelView labels) {
  if (instance.is<QkpInstance>()) {
    const auto& knapsack = instance.as<QkpInstance>();
    const Recomputed found = recompute(knapsack, labels);
    return {.value = found.profit,
            .violation = std::max<Weight>(0, found.weight - knapsack.capacity()),
            .feasible = found.feasible};
  }
  Judgement judgement = instance.problem().evaluate(instance, labels);
  if (!judgement.feasible) return judgement;
  const Program& program = instance.program();
  const ProgramValue again = evaluate_program(program, columns_of(program, labels));
  if (!again.feasible() || again.value != judgement.value)
    judgement = {.value = again.value, .violation = std::max<std::int64_t>(1, again.violation)};
  return judgement;
}

}  // namespace spinsack
