// SPDX-License-Identifier: Apache-2.0
// Samples in JSON; machine/sample_json.hpp reads them.
#pragma once

#include "core/file.hpp"
#include "exchange/sample_run.hpp"

namespace spinsack {

void write_sample_json(const SampleRun& run, TextWriter& out);   // ours, one line
void write_sample_dimod(const SampleRun& run, TextWriter& out);  // a sample set of dimod, one line

}  // namespace spinsack
