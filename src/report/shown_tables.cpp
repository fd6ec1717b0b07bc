// SPDX-License-Identifier: Apache-2.0
#include "report/shown_tables.hpp"

#include "analysis/number_text.hpp"
#include "report/paper.hpp"

#include <algorithm>
#include <iterator>

namespace spinsack {
namespace {

bool is_empty(const TextTable& table) {
  return std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
    return std::all_of(row.begin() + static_cast<std::ptrdiff_t>(table.keys), row.end(),
                       [](const std::string& cell) { return cell == number_text::undefined; });
  });
}

}  // namespace

std::vector<TextTable> shown_tables(const Analysis& analysis) {
  std::vector<TextTable> tables = text_tables(analysis);
  std::vector<TextTable> published = paper_tables(analysis);
  std::move(published.begin(), published.end(), std::back_inserter(tables));
  std::erase_if(tables, is_empty);
  return tables;
}

}  // namespace spinsack
