// SPDX-License-Identifier: Apache-2.0
// Exchange, third part of the paper's Algorithm 1, in the one reading that reproduces all 180 published
// Greedy scores:
//
//   I = all items by rising efficiency, J = all items by falling efficiency, both frozen at the start
//   for i in I that is in now:
//     for j in J that is out now:
//       if the swap fits and e_i w_i < e_j w_j - p_ij with the efficiencies of the moment:
//         swap, go on with the next i
//
// One pass. An item swapped in is visited as i if its frozen rank comes later, and one swapped out may
// come back. The comparison is made with the doubles that the state updates in place: a swap of gain
// zero that passes by rounding is part of one published score.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack::post {

// Ends early if watch, which may be null, says so.
void exchange(KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack::post
