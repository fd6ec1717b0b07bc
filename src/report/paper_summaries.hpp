// SPDX-License-Identifier: Apache-2.0
// What Ohno, Shirai & Togawa (2024) published of whole groups only, and ours beside it: times (Tables IV and XI),
// encodings on the stronger machine (XII, XIII), the penalty regression (VII) and the signed-rank tests (X).
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/text_tables.hpp"

#include <string>
#include <vector>

namespace spinsack {

// What the paper calls a series of ours: its own name for the method it compares with, AE for the machine M of
// our plans, otherwise the name it has.
[[nodiscard]] std::string published_series(const Series& series);

// Only tables with rows, of series and groups that both have.
[[nodiscard]] std::vector<TextTable> paper_summary_tables(const Analysis& analysis);

}  // namespace spinsack
