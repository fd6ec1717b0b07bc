// SPDX-License-Identifier: Apache-2.0
#include "program/program.hpp"

#include <algorithm>
#include <cassert>

namespace spinsack {

Index Program::add_column(const Column& column) {
  columns.push_back(column);
  return static_cast<Index>(columns.size() - 1);
}

void Program::add_row(const Label& row_name, RowSense sense, std::int64_t rhs, int digits) {
  rows.push_back({.name = row_name,
                  .sense = sense,
                  .rhs = rhs,
                  .digits = digits,
                  .begin = entries.size(),
                  .end = entries.size()});
}

void Program::add_entry(Index column, std::int64_t value) {
  assert(!rows.empty());
  if (value == 0) return;
  entries.push_back({column, value});
  rows.back().end = entries.size();
}

// a x_i + a x_j <= rhs with a <= rhs < 2 a, whichever way round it is written.
RowKind kind_of(const Program& program, const Row& row) {
  if (row.sense == RowSense::equal) return RowKind::equation;
  const std::span<const Entry> entries = program.entries_of(row);
  if (entries.size() != 2 || entries[0].value != entries[1].value) return RowKind::capacity;
  const std::int64_t sign = row.sense == RowSense::at_most ? 1 : -1;
  const std::int64_t a = sign * entries[0].value;
  const std::int64_t rhs = sign * row.rhs;
  return a > 0 && rhs >= a && rhs - a < a ? RowKind::conflict : RowKind::capacity;
}

void Program::scale_down() {
  const auto size = [](std::int64_t value) { return value < 0 ? -value : value; };
  // The least number of decimals that make this mantissa at most 1.
  const auto decimals = [](std::int64_t mantissa) {
    int digits = 0;
    for (; mantissa > 1; mantissa = (mantissa + 9) / 10) ++digits;
    return digits;
  };
  // 1. A column in units of 10^k has 10^k times the coefficients.
  std::vector<std::int64_t> largest(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c)
    largest[c] = std::max<std::int64_t>(1, size(columns[c].objective));
  for (const Entry& entry : entries)
    largest[at(entry.column)] = std::max(largest[at(entry.column)], size(entry.value));
  std::vector<std::int64_t> unit(columns.size(), 1);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    Column& column = columns[c];
    const int digits = decimals(std::max(size(column.lower), size(column.upper)));
    for (; column.bound_digits < digits && largest[c] <= sum_limit / 10; ++column.bound_digits) {
      unit[c] *= 10;
      largest[c] *= 10;
    }
    column.objective *= unit[c];
  }
  for (Entry& entry : entries) entry.value *= unit[at(entry.column)];
  // 2. Rows.
  for (Row& row : rows)
    for (const Entry& entry : entries_of(row))
      row.digits = std::max(row.digits, decimals(size(entry.value)));
}

}  // namespace spinsack
