// SPDX-License-Identifier: Apache-2.0
#include "solver/greedy.hpp"

#include "instance/knapsack_state.hpp"
#include "postprocess/greedy.hpp"

namespace spinsack {

void Greedy::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  const Bits bits = greedy(instance);
  const KnapsackState state(instance, bits, KnapsackState::Efficiencies::left_out);
  incumbent.offer(bits, state.profit());
  incumbent.time(Stage::improve, incumbent.stop().seconds());
}

}  // namespace spinsack
