// SPDX-License-Identifier: Apache-2.0
// The LP format of CPLEX, which most solvers read:
//
//   \ comments
//   Maximize
//    obj: 3 x_0 + 5 x_1 + [ 4 x_0 * x_1 ] / 2        the bracket only for quadratic programs
//   Subject To
//    capacity: 2 x_0 + 7 x_1 <= 8
//   Bounds
//    0 <= y_0_1 <= 1                                 of the continuous columns
//   Binaries
//    x_0 x_1
//   End
//
// A group is an equality row, and a constant of the objective the coefficient of a column that is fixed at 1. A program
// that the user minimises is written so.
//
// The bracket is always added and always halved, so its terms are twice the profits: readers disagree
// about a bracket that is subtracted or not divided. Lines stay below the 255 characters that old
// readers stop at.
#pragma once

#include "core/file.hpp"
#include "program/program.hpp"

#include <span>
#include <string>

namespace spinsack {

// notes become the first comments of the file, those of the program follow.
void write_lp(const Program& program, std::span<const std::string> notes, TextWriter& out);

}  // namespace spinsack
