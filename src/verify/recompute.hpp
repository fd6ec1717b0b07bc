// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/qkp.hpp"

namespace spinsack {

struct Recomputed {
  Profit profit = 0;
  Weight weight = 0;
  bool feasible = false;
};

// The verifier's own reading of the definition. Unlike evaluate() it walks all pairs of the matrix and keeps
// those with both ends chosen. One byte per item.
[[nodiscard]] Recomputed recompute(const QkpInstance& instance, BitView chosen);

}  // namespace spinsack
