// SPDX-License-Identifier: Apache-2.0
// The linearised core: which of a few items near the margin should be in, all others staying as
// they are, if the profit were linear? A knapsack of its own, solved by dynamic programming. Its
// answer is a candidate for the quadratic problem.
//
// The linear profit of a core item is its gain beside the items that stay plus half of what it has
// in common with the core items that are in now: halfway between the derivative of the profit at
// the state, which holds on to what is in, and forgetting the core. O(core * (core + capacity));
// capacities beyond `core_units` are divided, with weights rounded up so that every answer fits.
#pragma once

#include "instance/knapsack_state.hpp"

#include <span>
#include <vector>

namespace spinsack {

inline constexpr Weight core_units = 4096;

// The core items that would be in. The state is feasible.
[[nodiscard]] std::vector<Index> core_choice(const KnapsackState& state,
                                             std::span<const Index> core);

// Moves the state to the answer if that raises the profit; whether it did.
bool improve_core(KnapsackState& state, std::span<const Index> core);

}  // namespace spinsack
