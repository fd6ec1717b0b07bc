// SPDX-License-Identifier: Apache-2.0
// What is done with an answer to any 0/1 program, step by step. None draws random numbers, so the same columns always
// become the same answer.
//
//   repair  1. Groups of which none or several columns are set: the label that breaks rows least, of those the one that
//              earns most.
//           2. Violated rows, the worst first: of the moves that bring the row nearer to what it asks for, the one that
//              loses least per unit by which all violations together shrink. Where every such move breaks as much
//              elsewhere, the least bad one is made, its columns rest for a while, and the rows that stay violated count for
//              more. Ends after a number of moves, feasible or not.
//   flip    one move after the other, as long as one improves the value and breaks no row.
//   swap    two moves at once that together improve and break no row: one column out and another in, or two groups that
//              exchange their labels; flips in between. Ends after a number of looks.
#pragma once

#include "core/stop.hpp"
#include "problem/program01/program_state.hpp"

namespace spinsack {

// Once watch, if given, says so, each ends with what it has.
void repair_program(ProgramState& state, StopCheck* watch = nullptr);
void improve_by_flips(ProgramState& state, StopCheck* watch = nullptr);
// Ends after so many looks at pairs of moves.
void improve_by_swaps(ProgramState& state, std::int64_t looks, StopCheck* watch = nullptr);

// Whether every group has exactly one column set, and every row holds.
[[nodiscard]] bool is_feasible(const ProgramState& state);

}  // namespace spinsack
