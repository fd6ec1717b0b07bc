// SPDX-License-Identifier: Apache-2.0
// Tables as files for other programs.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/text_tables.hpp"

#include <string>

namespace spinsack {

// Header and rows; cells quoted where RFC 4180 asks for it, lines ended by CR LF as it says. A text that a
// spreadsheet would take for a formula begins with an apostrophe.
[[nodiscard]] std::string csv_text(const TextTable& table);

// All tables, a file each, and points.csv with every point in full precision. Makes the directory. FileError.
void write_csv(const Analysis& analysis, const std::string& directory);

}  // namespace spinsack
