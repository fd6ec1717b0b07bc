// SPDX-License-Identifier: Apache-2.0
// The coordinate list of dimod (dimod.serialization.coo), for QUBO and Ising models:
//
//   # vartype=BINARY            or SPIN; BINARY if no comment says so
//   i j bias                    variables from 0; i == j is the linear bias, for spins too
//
// There is no count of variables: they are 0 to the largest number seen, and the writer adds a line
// `i i 0` if the last one would otherwise be lost. There is no constant either: it is kept in a
// comment of our own. dimod's reader drops lines with an exponent without a word, so none is ever
// written; those of others are read.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

bool detect_coo(std::string_view text);
QuadraticForm read_coo(const InputFile& file);
void write_coo(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
