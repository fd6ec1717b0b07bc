// SPDX-License-Identifier: Apache-2.0
#include "program/linear_program.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <limits>

namespace spinsack {
namespace {

// Only the side towards which the objective pulls the product y of columns i and j is written:
//   value > 0:  y <= x_i  and  y <= x_j       value < 0:  y >= x_i + x_j - 1
void add_product(Index i, Index j, std::int64_t value, Program& linear) {
  const Index y =
      linear.add_column({.name = {"y", i, j}, .kind = ColumnKind::continuous, .objective = value});
  if (value > 0) {
    for (const Index end : {i, j}) {
      linear.add_row({end == i ? "first" : "second", i, j}, RowSense::at_most, 0);
      linear.add_entry(y, 1);
      linear.add_entry(end, -1);
    }
  } else {
    linear.add_row({"both", i, j}, RowSense::at_most, 1);
    linear.add_entry(i, 1);
    linear.add_entry(j, 1);
    linear.add_entry(y, -1);
  }
}

}  // namespace

Program linear_program(const Program& program) {
  if (program.pairs.pairs() > std::numeric_limits<Index>::max() - program.size())
    throw UsageError(fmt::format("{}: {} products are too many for a column each", program.name,
                                 program.pairs.pairs()));
  Program linear = program;
  linear.pairs = {};
  linear.groups.clear();
  Index number = 0;
  for (const Group& group : program.groups) {
    linear.add_row({"one", number++}, RowSense::equal, 1);
    for (Index c = group.first; c < group.first + group.size; ++c) linear.add_entry(c, 1);
  }
  program.pairs.for_each_pair([&](Index i, Index j, auto value) {
    add_product(i, j, static_cast<std::int64_t>(value), linear);
  });
  return linear;
}

std::vector<double> linear_values(const Program& program, BitView columns) {
  std::vector<double> values(columns.begin(), columns.end());
  program.pairs.for_each_pair([&](Index i, Index j, auto) {
    values.push_back(columns[at(i)] != 0 && columns[at(j)] != 0 ? 1 : 0);
  });
  return values;
}

}  // namespace spinsack
