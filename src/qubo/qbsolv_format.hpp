// SPDX-License-Identifier: Apache-2.0
// The .qubo file of qbsolv, a QUBO to minimise:
//
//   c comment                   anywhere
//   p qubo 0 n nodes couplers   0: no fixed topology; n: number of variables
//   i i weight                  one line per node, variables from 0
//   i j strength                one line per coupler, i < j
//
// Nodes and couplers may be mixed, as in qbsolv itself, but their numbers must be those announced.
// The writer lists every node, weight 0 or not, because couplers may only join listed ones. The
// constant is kept in a comment of our own. Files in the layout of MQLib carry the same ending:
// the p line tells them apart.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

bool detect_qbsolv(std::string_view text);
QuadraticForm read_qbsolv(const InputFile& file);
void write_qbsolv(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
