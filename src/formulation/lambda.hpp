// SPDX-License-Identifier: Apache-2.0
// The strength of the capacity penalty.
#pragma once

#include "instance/qkp.hpp"

#include <string_view>

namespace spinsack {

// The profit of a typical set of load W grows like (p / 2 w^2) W^2, with p the mean pair profit (zeros
// included) and w the mean weight. A squared penalty has to bend more than that: below this strength the
// full knapsack wins whatever the capacity. 0 if the mean pair profit is not positive.
[[nodiscard]] double critical_lambda(const QkpInstance& instance);

// "2.5", "2^-3", or "auto": ten times the critical strength, brought to a power of two so that energies
// stay exact (and 1 where the critical strength is 0). UsageError unless finite and > 0.
[[nodiscard]] double parse_lambda(const QkpInstance& instance, std::string_view text);

}  // namespace spinsack
