// SPDX-License-Identifier: Apache-2.0
// The literal reading of the definition: the judge of every faster path.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"

namespace spinsack {

struct Evaluation {
  Profit profit = 0;
  Weight load = 0;  // the sum of the weights
  bool feasible = false;
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// x has one entry per item. O(k^2) for k chosen items, with no state carried along.
[[nodiscard]] Evaluation evaluate(const QkpInstance& instance, BitView x);

}  // namespace spinsack
