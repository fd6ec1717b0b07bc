// SPDX-License-Identifier: Apache-2.0
// Samples as a table; machine/sample_table.hpp reads it.
#pragma once

#include "core/file.hpp"
#include "exchange/sample_run.hpp"

namespace spinsack {

// Commas, under a line of names: x0, x1, .., energy, num_occurrences.
void write_sample_csv(const SampleRun& run, TextWriter& out);

}  // namespace spinsack
