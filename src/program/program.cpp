// SPDX-License-Identifier: Apache-2.0
#include "program/program.hpp"

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

}  // namespace spinsack
