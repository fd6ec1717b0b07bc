// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/program.hpp"
#include "program/writing.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace spinsack::program_test {

inline std::vector<std::string> names_of_columns(const Program& program) {
  std::vector<std::string> names;
  for (const Column& column : program.columns) append_label(names.emplace_back(), column.name);
  return names;
}

// Everything but names and notes, whichever way it is scaled.
inline bool same_numbers(const Program& a, const Program& b) {
  const auto scaled = [](std::int64_t value, int digits) {
    return static_cast<double>(value) / std::pow(10.0, digits);
  };
  if (a.size() != b.size() || a.rows.size() != b.rows.size() ||
      a.pairs.pairs() != b.pairs.pairs() || a.groups != b.groups)
    return false;
  bool same = scaled(a.objective_constant, a.objective_digits) ==
              scaled(b.objective_constant, b.objective_digits);
  for (std::size_t c = 0; c < a.columns.size(); ++c)
    same = same && scaled(a.columns[c].objective, a.objective_digits) ==
                       scaled(b.columns[c].objective, b.objective_digits);
  a.pairs.for_each_pair([&](Index i, Index j, auto q) {
    same = same && scaled(static_cast<std::int64_t>(q), a.objective_digits) ==
                       scaled(b.pairs.integer(i, j), b.objective_digits);
  });
  for (std::size_t r = 0; r < a.rows.size(); ++r) {
    const Row& row = a.rows[r];
    const Row& other = b.rows[r];
    const auto entries = a.entries_of(row);
    const auto others = b.entries_of(other);
    same = same && row.sense == other.sense && entries.size() == others.size() &&
           scaled(row.rhs, row.digits) == scaled(other.rhs, other.digits);
    for (std::size_t e = 0; same && e < entries.size(); ++e)
      same = entries[e].column == others[e].column &&
             scaled(entries[e].value, row.digits) == scaled(others[e].value, other.digits);
  }
  return same;
}

}  // namespace spinsack::program_test
