// SPDX-License-Identifier: Apache-2.0
// The tables of facts in data/ are compiled in, so one that cannot be read is a fault of the build: std::logic_error.
#pragma once

#include "core/split.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace spinsack {

// One row, by the places of its cells. They point into the table.
class FactRow {
 public:
  FactRow(std::string_view table, std::string_view row, std::size_t columns)
      : table_(table), row_(row), cells_(text::split(row, ',')) {
    if (cells_.size() != columns) throw broken();
  }

  std::string_view text(std::size_t column) const { return cells_[column]; }
  template <class T>
  T number(std::size_t column) const {
    return number_in<T>(cells_[column]);
  }
  // Of a text that is part of a cell.
  template <class T>
  T number_in(std::string_view text) const {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [after, status] = std::from_chars(text.data(), end, value);
    if (status != std::errc{} || after != end) throw broken();
    return value;
  }
  [[nodiscard]] std::logic_error broken() const {
    return std::logic_error(fmt::format("data/{}.csv: cannot use the row '{}'", table_, row_));
  }

 private:
  std::string_view table_;
  std::string_view row_;
  std::vector<std::string_view> cells_;
};

// What make(const FactRow&) says of each row below the heading, whose columns all rows have.
template <class Make>
auto read_facts(std::string_view table, std::string_view csv, const Make& make) {
  const auto rows = text::split(csv, '\n');
  const std::size_t columns = text::split(rows.front(), ',').size();
  std::vector<decltype(make(FactRow(table, rows.front(), columns)))> facts;
  for (const std::string_view row : std::span(rows).subspan(1))
    if (!row.empty()) facts.push_back(make(FactRow(table, row, columns)));
  return facts;
}

}  // namespace spinsack
