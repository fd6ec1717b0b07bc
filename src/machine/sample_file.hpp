// SPDX-License-Identifier: Apache-2.0
// Samples of any machine, ours or foreign. What is in a file is told from its content:
//
//   JSON   {"samples": [{"bits": "0101", "energy": -3, "occurrences": 2}, ..]}      as spinsack writes it
//          {"samples": [[0, 1, 0, 1], ..]} or [{"x0": 0, "x1": 1}, ..], "vartype", "energies",
//          "num_occurrences", "variable_labels" beside it; or the rows alone, as a list
//          what dimod's SampleSet.to_serializable() gives, packed or not
//   table  0,1,0,1 per line, perhaps under a line of names, with energy and num_occurrences among them
//   rows   0101 per line
#pragma once

#include "core/file.hpp"
#include "machine/sample_rows.hpp"

namespace spinsack {

// Throws InputError with the place of what is wrong.
[[nodiscard]] SampleRows read_samples(const InputFile& file);

}  // namespace spinsack
