// SPDX-License-Identifier: Apache-2.0
// A report for papers: booktabs tables and pgfplots figures.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/text_tables.hpp"
#include "report/figure.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// Text that LaTeX, with the packages fontenc (T1) and textcomp, shows as it is: no dash for two hyphens, no
// quotation mark for two commas.
[[nodiscard]] std::string latex_text(std::string_view text);

// A tabular with booktabs rules, the best of each row in bold; a table of many rows is a longtable.
[[nodiscard]] std::string latex_table(const TextTable& table);

// A tikzpicture. A series has the look of its place among the titles, whatever else a panel shows.
[[nodiscard]] std::string latex_figure(const FigureKind& kind, const Panel& panel,
                                       const std::vector<std::string>& series_titles);

// Every table and figure as a file to \input, and report.tex, which compiles to a document with all of them.
// Makes the directory. FileError.
void write_latex(const Analysis& analysis, const std::string& directory);

}  // namespace spinsack
