// SPDX-License-Identifier: Apache-2.0
// The knapsack as a program, as it stands: a column x_i per item, in their order, the row `capacity`, and the pair
// profits, which instance and program share. Zero entries are left out; weights are never zero.
#pragma once

#include "instance/qkp.hpp"
#include "program/program.hpp"

namespace spinsack {

// Items, their own profits and the capacity: what all programs for a knapsack begin with. `form` is a note on
// what the rest is.
[[nodiscard]] Program items_and_capacity(const QkpInstance& instance, std::string_view form);

[[nodiscard]] Program quadratic_program(const QkpInstance& instance);

}  // namespace spinsack
