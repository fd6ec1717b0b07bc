// SPDX-License-Identifier: Apache-2.0
#include "postprocess/repair.hpp"

namespace spinsack {

void repair(KnapsackState& state) {
  while (!state.feasible()) state.remove(state.least_efficient());
}

}  // namespace spinsack
