// SPDX-License-Identifier: Apache-2.0
// What a unit of capacity is worth: the efficiency (gain per weight) at the border between items in
// and items out of the solution that the removal greedy finds, halfway between the worst item in and
// the best item out. 0 if everything fits. O(n) per removed item.
#pragma once

#include "instance/qkp.hpp"

namespace spinsack {

[[nodiscard]] double critical_price(const QkpInstance& instance);

}  // namespace spinsack
