// SPDX-License-Identifier: Apache-2.0
// Reads the LP format of CPLEX (lp_writer.hpp shows one): an objective, linear or with products in brackets, linear rows
// of any sense, also with bounds on both sides, bounds and binary columns. Numbers are taken as exact decimals. Columns
// stand in the order in which they are declared binary, which is that of the model that the file was written from. Refused by name and line: columns that are continuous or integers beyond
// 0 and 1, unless their bounds fix them; products in rows; special ordered sets, semi-continuous columns,
// indicators, lazy rows.
#pragma once

#include "core/file.hpp"
#include "program/program.hpp"

#include <string_view>

namespace spinsack {

// Whether the first word is one of those that an LP file begins with.
[[nodiscard]] bool looks_like_lp(std::string_view text);

[[nodiscard]] Program read_lp(const InputFile& file);

}  // namespace spinsack
