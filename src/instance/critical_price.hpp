// SPDX-License-Identifier: Apache-2.0
// What a unit of capacity is worth: the efficiency (gain per weight) at the border between items in
// and items out of the solution that the removal greedy finds, halfway between the worst item in and
// the best item out. 0 if everything fits. O(n) per removed item.
#pragma once

#include "core/stop.hpp"
#include "instance/qkp.hpp"

namespace spinsack {

// Ends early, with a price that means nothing, if watch, which may be null, says so.
[[nodiscard]] double critical_price(const QkpInstance& instance, StopCheck* watch = nullptr);

}  // namespace spinsack
