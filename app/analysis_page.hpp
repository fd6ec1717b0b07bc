// SPDX-License-Identifier: Apache-2.0
// An analysis on the terminal.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/text_tables.hpp"
#include "terminal/terminal.hpp"

#include <cstddef>
#include <string>

namespace spinsack::cli {

inline constexpr std::string_view clock_help =
    "times of real machines: what the vendor calls solving (machine), with queue and server "
    "(service), or all that passes until the answer is here (total)";

// The words of the problem that records name so; null if there is none.
[[nodiscard]] const Nouns* nouns_of(std::string_view problem);

// Where the records come from, the main tables, and charts of the mean gap against the penalty strength.
[[nodiscard]] std::string analysis_text(const Analysis& analysis, std::size_t width,
                                        const Look& look = look_of_output());

// Title, columns and notes. A table wider than width is cut into several, each with the key columns.
[[nodiscard]] std::string table_text(const TextTable& table, std::size_t width);

}  // namespace spinsack::cli
