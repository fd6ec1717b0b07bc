// SPDX-License-Identifier: Apache-2.0
// A program without products and groups that has the same optima, for solvers that know rows only. Every product of two
// columns becomes a continuous column after Glover and Woolsey (1974), every group a row that says that one is set. The
// columns of the program come first, as they are.
#pragma once

#include "core/types.hpp"
#include "program/program.hpp"

#include <vector>

namespace spinsack {

// UsageError if there are more products than an Index can count.
[[nodiscard]] Program linear_program(const Program& program);

// The values of all columns of the linear program where the first ones are these.
[[nodiscard]] std::vector<double> linear_values(const Program& program, BitView columns);

}  // namespace spinsack
