// SPDX-License-Identifier: Apache-2.0
// The inner loop of annealing over labels, written once with Google Highway and compiled for every instruction set.
// All of them give the same labels: blocks of 16 vertices, 16 random streams and the order of every floating-point
// operation are fixed, whatever the width of the vectors.
#pragma once

#include "problem/kcut/potts_state.hpp"

namespace spinsack::kcut {

// One Metropolis sweep at a temperature >= 0: the vertices in order, each offered one of the other parts, uniformly,
// which it takes if gain >= -temperature * e with e exponentially distributed.
void potts_sweep(PottsState& state, double temperature);

}  // namespace spinsack::kcut
