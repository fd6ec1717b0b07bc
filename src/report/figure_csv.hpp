// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.hpp"

#include <string>

namespace spinsack {

// The rows behind each figure as figure_NAME.csv, and the tables of published numbers. Into a directory that is
// there. FileError.
void write_figure_csv(const Analysis& analysis, const std::string& directory);

}  // namespace spinsack
