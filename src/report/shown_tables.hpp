// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/text_tables.hpp"

#include <vector>

namespace spinsack {

// The tables of a report: ours, then the published numbers beside them. Those that hold nothing but dashes are
// left out.
[[nodiscard]] std::vector<TextTable> shown_tables(const Analysis& analysis);

}  // namespace spinsack
