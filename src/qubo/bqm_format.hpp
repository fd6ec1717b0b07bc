// SPDX-License-Identifier: Apache-2.0
// The binary file of dimod (BinaryQuadraticModel.to_file), versions 1.0 and 2.0. All numbers are
// little-endian and unaligned:
//
//   "DIMODBQM"                  then a byte each for the major and minor version
//   header                      32-bit length, then JSON, then blanks up to a multiple of 64 bytes:
//                               shape [variables n, interactions m], vartype, the types of biases
//                               (dtype), of neighbours (itype) and of neighbourhood starts (ntype),
//                               and variables: the labels in 1.0, whether labels follow in 2.0
//   offset                      one bias
//   (start, linear)             n times; neighbours start .. start of the next variable - 1
//   (neighbour, bias)           2m times, ascending within a neighbourhood; each pair stands twice
//   "VARS"                      2.0 with labels only: 32-bit length, JSON list, blanks
//
// Labels that are 0..n-1 in some order say which variable is which, as they would in dimod; other
// labels are dropped, and variables keep the order of the file. The writer makes version 2.0 with
// float64 biases and without labels. dimod looks up the header's keys by name and passes over
// others, so the notes go there, as one more key.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

bool detect_bqm(std::string_view text);
// There are no lines to count: messages give the byte, `file: byte 14: expected ...`.
QuadraticForm read_bqm(const InputFile& file);
// Whether its labels are something else than a numbering of the variables from 0 on.
bool bqm_drops_labels(const InputFile& file);
void write_bqm(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
