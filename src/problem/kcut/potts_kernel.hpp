// SPDX-License-Identifier: Apache-2.0
// The inner loop of annealing over labels, written once with Google Highway and compiled for every instruction set.
// All of them give the same labels: blocks of 16 vertices, 16 random streams and the order of every floating-point
// operation are fixed, whatever the width of the vectors.
#pragma once

#include "problem/kcut/potts_state.hpp"

namespace spinsack::kcut {

// One Metropolis sweep at a temperature >= 0: the vertices in order, each offered another part, which it takes if
// gain >= -temperature * e with e exponentially distributed. The 16 vertices of a block are offered parts at one
// distance from their own, (own + r) mod k with r uniform in 1..k-1; r and k - r are equally likely, so the law is that
// of Metropolis, and the pulls are read side by side.
void potts_sweep(PottsState& state, double temperature);

}  // namespace spinsack::kcut
