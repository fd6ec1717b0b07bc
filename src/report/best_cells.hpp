// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/text_tables.hpp"

#include <cstddef>
#include <set>
#include <utility>

namespace spinsack {

// Row and column of the cells that are the best of their row, in tables that compare series. Ties are all
// best; a row in which everything is equal has none.
[[nodiscard]] std::set<std::pair<std::size_t, std::size_t>> best_cells(const TextTable& table);

// Whether a row sums up those above it.
[[nodiscard]] bool is_total_row(const TextTable& table, std::size_t row);

}  // namespace spinsack
