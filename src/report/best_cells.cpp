// SPDX-License-Identifier: Apache-2.0
#include "report/best_cells.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace spinsack {
namespace {

enum class Better { larger, smaller };

// Columns that compare the series, in a table of that name: all, or those whose heading ends so.
struct Comparison {
  std::string_view table;
  std::string_view ending;
  Better better;
};
constexpr std::array comparisons{
    Comparison{"solved", "", Better::larger},
    Comparison{"gap", "", Better::smaller},
    Comparison{"run_times", "", Better::smaller},
    Comparison{"best_known", " reached", Better::larger},
    Comparison{"best_known", " gap", Better::smaller},
    Comparison{"instances", " best", Better::larger},
    Comparison{"instances", " mean", Better::larger},
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [after, status] = std::from_chars(text.data(), end, value);
  return status == std::errc{} && after == end ? std::optional(value) : std::nullopt;
}

}  // namespace

std::set<std::pair<std::size_t, std::size_t>> best_cells(const TextTable& table) {
  std::set<std::pair<std::size_t, std::size_t>> best;
  for (const Comparison& comparison : comparisons) {
    if (comparison.table != table.name) continue;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const bool minimised = std::ranges::find(table.minimised, row) != table.minimised.end();
      const bool larger = comparison.better == Better::larger && !minimised;
      std::vector<std::pair<double, std::size_t>> values;  // smaller is better
      for (std::size_t c = table.keys; c < table.header.size(); ++c) {
        if (!table.header[c].ends_with(comparison.ending)) continue;
        if (const auto value = number(table.rows[row][c]))
          values.emplace_back(larger ? -*value : *value, c);
      }
      if (values.size() < 2) continue;
      const auto [low, high] = std::minmax_element(values.begin(), values.end());
      if (low->first == high->first) continue;
      for (const auto& [value, c] : values)
        if (value == low->first) best.emplace(row, c);
    }
  }
  return best;
}

bool is_total_row(const TextTable& table, std::size_t row) {
  constexpr std::array<std::string_view, 3> names{"Total", "Mean", "All"};
  return row + 1 == table.rows.size() && !table.rows[row].empty() &&
         std::find(names.begin(), names.end(), table.rows[row].front()) != names.end();
}

}  // namespace spinsack
