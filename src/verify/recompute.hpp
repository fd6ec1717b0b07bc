// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/qkp.hpp"
#include "problem/answer.hpp"
#include "problem/instance.hpp"

namespace spinsack {

struct Recomputed {
  Profit profit = 0;
  Weight weight = 0;
  bool feasible = false;
};

// The verifier's own reading of the definition. Unlike evaluate() it walks all pairs of the matrix and keeps
// those with both ends chosen. One byte per item.
[[nodiscard]] Recomputed recompute(const QkpInstance& instance, BitView chosen);

// For any problem: a knapsack as above; others as the program that they are, which shares nothing with the evaluator of
// the problem, and by that evaluator as well. An answer that the two disagree about is not feasible.
[[nodiscard]] Judgement recompute(const Instance& instance, LabelView labels);

}  // namespace spinsack
