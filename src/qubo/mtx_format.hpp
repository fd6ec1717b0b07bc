// SPDX-License-Identifier: Apache-2.0
// Matrix Market, the exchange format of sparse matrices (scipy.io.mmread, SuiteSparse), and the body of a request to
// Toshiba's SQBM+:
//
//   %%MatrixMarket matrix coordinate real symmetric
//   % count=twice
//   n n entries
//   row column value            numbered from 1, the lower triangle
//
// A symmetric matrix Q, min x'Qx over bits, so an entry off the diagonal counts twice; a file that means it once says
// so in the comment `% count=once`. In a `general` matrix both triangles are listed, and every entry counts once.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

[[nodiscard]] bool detect_mtx(std::string_view text);
[[nodiscard]] QuadraticForm read_mtx(const InputFile& file);
void write_mtx(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
