// SPDX-License-Identifier: Apache-2.0
// Samples in JSON: see sample_file.hpp.
#pragma once

#include "core/file.hpp"
#include "exchange/sample_rows.hpp"
#include "exchange/sample_run.hpp"

namespace spinsack {

// Ours, that of dimod, and relatives. Members of other names are passed over.
[[nodiscard]] SampleRows read_sample_json(const InputFile& file);

void write_sample_json(const SampleRun& run, TextWriter& out);   // ours, one line
void write_sample_dimod(const SampleRun& run, TextWriter& out);  // a sample set of dimod, one line

}  // namespace spinsack
