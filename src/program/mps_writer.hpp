// SPDX-License-Identifier: Apache-2.0
// MPS with free columns, as the names are longer than the eight characters of the fixed ones.
//
//   * comments
//   NAME jeu_100_25_1 FREE      CBC 2.10 takes a file for a free one only if this word is there
//   ROWS                        N obj, then L, E or G and the name of each row
//   COLUMNS                     column, row, value
//   RHS
//   BOUNDS                      BV for the items, UP, LO or FX for continuous columns
//   QUADOBJ                     one triangle of Q, for an objective c'x + 1/2 x'Qx
//   ENDATA
//
// MPS minimises. A section OBJSENSE that asks for the opposite is an error for GLPK 5.0, and
// CBC 2.10.8 reads it and minimises all the same, so the file holds the negated objective and says so:
// its optimum is minus the profit. A constant of the objective stands with opposite sign on its right-hand side. A program
// that the user minimises is written as it was. A group is an E row. An entry of QUADOBJ stands for itself and its mirror image,
// and the factor 1/2 takes one of them back, so it is the negated profit of the pair, not twice that.
#pragma once

#include "core/file.hpp"
#include "program/program.hpp"

#include <span>
#include <string>

namespace spinsack {

// notes become the first comments of the file, those of the program follow.
void write_mps(const Program& program, std::span<const std::string> notes, TextWriter& out);

}  // namespace spinsack
