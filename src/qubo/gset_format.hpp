// SPDX-License-Identifier: Apache-2.0
// The weighted graph of the Gset and of rudy, whose maximum cut is sought:
//
//   n m
//   i j w                       m edges, vertices from 1
//
// With a spin per vertex, an edge is cut where its spins differ, so the file is read as
//
//   value(s) = sum_{i<j} w_ij (s_i s_j - 1) / 2 = -cut(s):
//
// spins, pairs w_ij in units of 1/2, constant -(sum of w_ij) / 2. The ground state is the maximum
// cut and its value the cut's, negated.
//
// Only a model without linear terms is a graph; others are refused by the writer. Many programs
// read this layout number by number and know no comments, so ours follow the last edge, where such
// programs have stopped reading: the notes, the constant if it is not the one above, and the name
// of the format, which tells the file from one of MQLib's (see qubo/triple_lines.hpp).
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

bool detect_gset(std::string_view text);
QuadraticForm read_gset(const InputFile& file);
void write_gset(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
