// SPDX-License-Identifier: Apache-2.0
// All items by efficiency, frozen at the moment of the call; equal ones by index.
#pragma once

#include "instance/knapsack_state.hpp"

#include <vector>

namespace spinsack::post {

[[nodiscard]] std::vector<Index> by_rising_efficiency(const KnapsackState& state);
[[nodiscard]] std::vector<Index> by_falling_efficiency(const KnapsackState& state);
// Of the items out, those that fit one by one.
[[nodiscard]] std::vector<Index> fitting_by_falling_efficiency(const KnapsackState& state);

}  // namespace spinsack::post
