// SPDX-License-Identifier: Apache-2.0
// Reads MPS, with free or fixed columns: ROWS, COLUMNS with integer markers, RHS, RANGES, BOUNDS, the objective's
// products in QUADOBJ or QSECTION (one triangle) or QMATRIX (both), OBJSENSE. Fields are separated by blanks; once a
// line does not come out even, it and all that follow are taken by their columns, since fixed names may hold blanks. A range becomes a second
// row. Numbers are exact decimals, columns stand in the order of the file. The right-hand side of the objective is minus its
// constant. Refused by name and line: columns that are not binary, products in rows, special ordered sets,
// semi-continuous columns, indicators.
#pragma once

#include "core/file.hpp"
#include "program/program.hpp"

#include <string_view>

namespace spinsack {

// Whether the first line that is no comment begins a section that MPS files begin with.
[[nodiscard]] bool looks_like_mps(std::string_view text);

[[nodiscard]] Program read_mps(const InputFile& file);

}  // namespace spinsack
