// SPDX-License-Identifier: Apache-2.0
// Samples in JSON: see sample_file.hpp. Members of other names are passed over.
#pragma once

#include "core/file.hpp"
#include "exchange/sample_rows.hpp"

namespace spinsack {

[[nodiscard]] SampleRows read_sample_json(const InputFile& file);

}  // namespace spinsack
