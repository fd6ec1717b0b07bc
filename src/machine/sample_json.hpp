// SPDX-License-Identifier: Apache-2.0
// Samples in JSON: see sample_file.hpp.
#pragma once

#include "core/file.hpp"
#include "machine/sample_rows.hpp"

namespace spinsack {

// Ours, that of dimod, and relatives. Members of other names are passed over.
[[nodiscard]] SampleRows read_sample_json(const InputFile& file);

}  // namespace spinsack
