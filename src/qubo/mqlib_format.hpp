// SPDX-License-Identifier: Apache-2.0
// The QUBO file of MQLib, which is also that of the OR-Library (bqp50 and so on, Beasley 1998):
//
//   # comment
//   n m                         in the OR-Library a line with the number of problems comes first
//   i j q                       m lines, variables from 1; i == j is the diagonal
//
// The file states a symmetric matrix to maximise, max x'Qx, each pair once: an entry off the
// diagonal counts twice. We minimise, so a diagonal entry q is read as the linear term -q, any
// other as the coupling -2q. The constant (of the minimisation) is kept in a comment of our own.
//
// An OR-Library file of one problem is read, one of several is refused. Gset graphs look alike:
// see qubo/triple_lines.hpp. The .sparse files of the Biq Mac library do too, but minimise.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

bool detect_mqlib(std::string_view text);
QuadraticForm read_mqlib(const InputFile& file);
void write_mqlib(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
