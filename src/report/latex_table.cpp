// SPDX-License-Identifier: Apache-2.0
#include "report/best_cells.hpp"
#include "report/latex.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spinsack {
namespace {

// So many numbers fit beside each other; a wider table is cut, and each part repeats the keys.
constexpr std::size_t most_columns = 12;

std::string row_text(const std::vector<std::size_t>& columns, const std::vector<std::string>& cells,
                     const std::set<std::pair<std::size_t, std::size_t>>& best, std::size_t row) {
  // Else a cell that begins with a bracket or a star belongs to the rule or the line end before it.
  std::string text = "{}";
  for (const std::size_t c : columns) {
    if (c != columns.front()) text += " & ";
    const std::string cell = latex_text(cells[c]);
    text += best.contains({row, c}) ? "\\textbf{" + cell + "}" : cell;
  }
  return text + " \\\\\n";
}

}  // namespace

std::string latex_table(const TextTable& table) {
  const auto best = best_cells(table);
  const std::size_t width = table.header.size();
  std::string text;
  for (std::size_t first = table.keys; first < std::max(width, table.keys + 1);
       first += most_columns) {
    const std::size_t last = std::min(first + most_columns, width);
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < table.keys; ++c) columns.push_back(c);
    for (std::size_t c = first; c < last; ++c) columns.push_back(c);
    text += fmt::format("\\begin{{longtable}}{{@{{}}{}{}@{{}}}}\n", std::string(table.keys, 'l'),
                        std::string(columns.size() - table.keys, 'r'));
    text += fmt::format("\\caption{{{}{}}}\\\\\n", latex_text(table.title),
                        first == table.keys ? "" : ", continued");
    text += "\\toprule\n";
    text += row_text(columns, table.header, {}, 0);
    text += "\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      if (is_total_row(table, row)) text += "\\midrule\n";
      text += row_text(columns, table.rows[row], best, row);
    }
    text += "\\end{longtable}\n";
  }
  for (const std::string& note : table.notes) text += "\\noindent " + latex_text(note) + ".\\par\n";
  return text;
}

}  // namespace spinsack
