// SPDX-License-Identifier: Apache-2.0
#include "program/evaluate.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <type_traits>

namespace spinsack {
namespace {

constexpr Index most_labels = 255;

std::int64_t narrowed(Wide value) {
  constexpr Wide low = std::numeric_limits<std::int64_t>::min();
  constexpr Wide high = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp(value, low, high));
}

Wide violation_of(const Program& program, const Row& row, BitView columns) {
  Wide excess = -Wide{row.rhs};
  for (const Entry& entry : program.entries_of(row))
    if (columns[at(entry.column)] != 0) excess += entry.value;
  switch (row.sense) {
    case RowSense::at_most:
      return std::max<Wide>(excess, 0);
    case RowSense::at_least:
      return std::max<Wide>(-excess, 0);
    case RowSense::equal:
      return excess < 0 ? -excess : excess;
  }
  return 0;
}

Wide size_of(std::int64_t value) { return value < 0 ? -Wide{value} : Wide{value}; }

// Calls for_group(group) and for_column(column) for the elements in their order.
template <class ForGroup, class ForColumn>
void for_each_element(const Program& program, const ForGroup& for_group,
                      const ForColumn& for_column) {
  std::size_t g = 0;
  for (Index c = 0; c < program.size();) {
    if (g < program.groups.size() && program.groups[g].first == c) {
      for_group(program.groups[g]);
      c = program.groups[g].end();
      ++g;
    } else {
      for_column(c);
      ++c;
    }
  }
}

}  // namespace

ProgramValue evaluate_program(const Program& program, BitView columns) {
  assert(columns.size() == program.columns.size());
  Wide value = program.objective_constant;
  for (Index c = 0; c < program.size(); ++c) {
    if (columns[at(c)] == 0) continue;
    value += program.columns[at(c)].objective;
    if (c < program.pairs.size())
      program.pairs.for_each_in_row(c, [&](Index other, auto q) {
        if (other > c && columns[at(other)] != 0) value += static_cast<std::int64_t>(q);
      });
  }
  Wide violation = 0;
  for (const Row& row : program.rows) violation += violation_of(program, row, columns);
  for (const Group& group : program.groups) {
    Index set = 0;
    for (Index c = group.first; c < group.end(); ++c) set += columns[at(c)] != 0 ? 1 : 0;
    violation += set > 1 ? set - 1 : 1 - set;
  }
  return {narrowed(value), narrowed(violation)};
}

void check_program(const Program& program) {
  const auto refuse = [&](std::string_view what) {
    throw InvalidInstance(fmt::format("{}: {}", program.name, what));
  };
  for (const Column& column : program.columns)
    if (column.kind != ColumnKind::binary) refuse("a column that is not binary");
  if (program.columns.empty()) refuse("no columns");
  if (program.pairs.size() > program.size() || !program.pairs.integral())
    refuse("pairs that are not integers of its columns");
  check_groups(program.groups, program.size());
  for (const Group& group : program.groups)
    if (group.size > most_labels)
      refuse(fmt::format("a group of {} columns, at most {} allowed", group.size, most_labels));
  Wide objective = size_of(program.objective_constant);
  for (const Column& column : program.columns) objective += size_of(column.objective);
  program.pairs.for_each_pair([&](Index, Index, auto q) {
    if constexpr (std::is_integral_v<decltype(q)>) objective += size_of(q);
  });
  if (objective >= sum_limit) refuse("the sizes of all terms of the objective sum to 2^61 or more");
  for (std::size_t r = 0; r < program.rows.size(); ++r) {
    Wide sum = size_of(program.rows[r].rhs);
    for (const Entry& entry : program.entries_of(program.rows[r])) sum += size_of(entry.value);
    if (sum >= sum_limit)
      refuse(fmt::format("the sizes of all numbers of row {} sum to 2^61 or more", r));
  }
}

Index number_of_elements(const Program& program) {
  Index count = program.size();
  for (const Group& group : program.groups) count -= group.size - 1;
  return count;
}

Bits labels_of(const Program& program, BitView columns) {
  assert(columns.size() == program.columns.size());
  Bits labels;
  labels.reserve(at(number_of_elements(program)));
  for_each_element(
      program,
      [&](const Group& group) {
        const auto part = columns.subspan(at(group.first), at(group.size));
        const auto set = std::ranges::find_if(part, [](std::uint8_t bit) { return bit != 0; });
        labels.push_back(static_cast<std::uint8_t>(set == part.end() ? 0 : set - part.begin()));
      },
      [&](Index c) { labels.push_back(columns[at(c)] != 0 ? 1 : 0); });
  return labels;
}

Bits columns_of(const Program& program, BitView labels) {
  assert(labels.size() == at(number_of_elements(program)));
  Bits columns(program.columns.size());
  auto label = labels.begin();
  for_each_element(
      program,
      [&](const Group& group) {
        if (const Index named = *label++; named < group.size) columns[at(group.first + named)] = 1;
      },
      [&](Index c) { columns[at(c)] = *label++ != 0 ? 1 : 0; });
  return columns;
}

}  // namespace spinsack
