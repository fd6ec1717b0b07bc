// SPDX-License-Identifier: Apache-2.0
// The items worth trying in moves of several at once, near the border between in and out: with the reduced
// gain z = gain - price * weight, the held items of smallest z and, among the others that could ever fit,
// those of largest z. Best first; equal ones by index. O(n).
#pragma once

#include "instance/knapsack_state.hpp"

#include <vector>

namespace spinsack {

struct Candidates {
  std::vector<Index> leaving;
  std::vector<Index> entering;
};

// At most count of each. price is what a unit of weight is worth, such as critical_price().
[[nodiscard]] Candidates candidates(const KnapsackState& state, double price, std::size_t count);

}  // namespace spinsack
