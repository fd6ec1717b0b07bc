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
                  .end = entries.size(),
                  .kind = sense == RowSense::equal ? RowKind::equation : RowKind::capacity});
}

void Program::add_entry(Index column, std::int64_t value) {
  assert(!rows.empty());
  if (value == 0) return;
  entries.push_back({column, value});
  rows.back().end = entries.size();
}

void Program::add_conflict(const Label& row_name, Index first, Index second) {
  add_row(row_name, RowSense::at_most, 1);
  add_entry(first, 1);
  add_entry(second, 1);
  rows.back().kind = RowKind::conflict;
}

// a x_i + b x_j <= rhs with 0 < a, b <= rhs < a + b, whichever way round it is written.
void find_conflicts(Program& program) {
  for (Row& row : program.rows) {
    const std::span<const Entry> entries = program.entries_of(row);
    if (row.sense == RowSense::equal || entries.size() != 2) continue;
    const std::int64_t sign = row.sense == RowSense::at_most ? 1 : -1;
    const std::int64_t a = sign * entries[0].value;
    const std::int64_t b = sign * entries[1].value;
    const std::int64_t rhs = sign * row.rhs;
    if (a > 0 && b > 0 && a <= rhs && b <= rhs && rhs - a < b) row.kind = RowKind::conflict;
  }
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
