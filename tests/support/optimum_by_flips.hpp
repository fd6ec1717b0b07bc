// SPDX-License-Identifier: Apache-2.0
// The optimum by trying all sets, one flip from each to the next: for up to some twenty items.
#pragma once

#include "instance/knapsack_state.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace spinsack::test {

inline Profit optimum_by_flips(const QkpInstance& instance) {
  KnapsackState state(instance, Bits(at(instance.size()), 0),
                      KnapsackState::Efficiencies::left_out);
  Profit best = 0;
  for (std::uint64_t code = 1; code < std::uint64_t{1} << instance.size(); ++code) {
    state.flip(std::countr_zero(code));
    if (state.feasible()) best = std::max(best, state.profit());
  }
  return best;
}

}  // namespace spinsack::test
