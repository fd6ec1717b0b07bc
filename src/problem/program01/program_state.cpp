// SPDX-License-Identifier: Apache-2.0
#include "problem/program01/program_state.hpp"

#include "program/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spinsack {

ProgramTables::ProgramTables(const Program& program)
    : program_(&program),
      start_(program.columns.size() + 1),
      cells_(program.entries.size()),
      group_of_(program.columns.size(), -1) {
  for (const Entry& entry : program.entries) ++start_[at(entry.column) + 1];
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
  for (std::size_t r = 0; r < program.rows.size(); ++r) {
    double largest = 1;
    for (const Entry& entry : program.entries_of(program.rows[r])) {
      cells_[next[at(entry.column)]++] = {static_cast<Index>(r), entry.value};
      largest = std::max(largest, std::fabs(static_cast<double>(entry.value)));
    }
    unit_.push_back(largest);
  }
  for (std::size_t g = 0; g < program.groups.size(); ++g)
    for (Index c = program.groups[g].first; c < program.groups[g].end(); ++c)
      group_of_[at(c)] = static_cast<Index>(g);
}

std::int64_t ProgramTables::pair(Index i, Index j) const {
  const Index size = program_->pairs.size();
  return i < size && j < size && i != j ? program_->pairs.integer(i, j) : 0;
}

ProgramState::ProgramState(const ProgramTables& tables, Bits columns)
    : tables_(&tables),
      columns_(std::move(columns)),
      field_(columns_.size()),
      sum_(program().rows.size()),
      place_(program().rows.size(), -1),
      moved_by_(program().rows.size()),
      is_moved_(program().rows.size()) {
  value_ = evaluate_program(program(), columns_).value;
  for (std::size_t c = 0; c < columns_.size(); ++c) field_[c] = program().columns[c].objective;
  for (Index c = 0; c < program().pairs.size(); ++c)
    if (set(c))
      program().pairs.scan_row(c, [f = field_.data()](Index other, auto q) {
        f[other] += static_cast<std::int64_t>(q);
      });
  for (std::size_t r = 0; r < sum_.size(); ++r) {
    for (const Entry& entry : program().entries_of(program().rows[r]))
      if (set(entry.column)) sum_[r] += entry.value;
    note(static_cast<Index>(r));
  }
}

std::int64_t ProgramState::violation_at(Index row, std::int64_t sum) const {
  const Row& asked = program().rows[at(row)];
  const std::int64_t excess = sum - asked.rhs;
  switch (asked.sense) {
    case RowSense::at_most:
      return std::max<std::int64_t>(excess, 0);
    case RowSense::at_least:
      return std::max<std::int64_t>(-excess, 0);
    case RowSense::equal:
      return excess < 0 ? -excess : excess;
  }
  return 0;
}

std::int64_t ProgramState::violation(Index row) const { return violation_at(row, sum_[at(row)]); }

// Keeps the list of violated rows.
void ProgramState::note(Index row) {
  const bool broken = violation(row) > 0;
  Index& place = place_[at(row)];
  if (broken == (place >= 0)) return;
  if (broken) {
    place = static_cast<Index>(violated_.size());
    violated_.push_back(row);
  } else {
    const Index last = violated_.back();
    violated_[at(place)] = last;
    place_[at(last)] = place;
    violated_.pop_back();
    place = -1;
  }
}

std::int64_t ProgramState::change(std::span<const Index> flips) const {
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < flips.size(); ++k) {
    const std::int64_t step = set(flips[k]) ? -1 : 1;
    sum += step * field_[at(flips[k])];
    for (std::size_t l = 0; l < k; ++l)
      sum += step * (set(flips[l]) ? -1 : 1) * tables_->pair(flips[k], flips[l]);
  }
  return sum;
}

void ProgramState::gather(std::span<const Index> flips) {
  for (const Index column : flips) {
    const std::int64_t step = set(column) ? -1 : 1;
    for (const ProgramTables::Cell& cell : tables_->cells(column)) {
      if (is_moved_[at(cell.row)] == 0) moved_.push_back(cell.row);
      is_moved_[at(cell.row)] = 1;
      moved_by_[at(cell.row)] += step * cell.value;
    }
  }
}

void ProgramState::forget() {
  for (const Index row : moved_) {
    is_moved_[at(row)] = 0;
    moved_by_[at(row)] = 0;
  }
  moved_.clear();
}

bool ProgramState::harmless(std::span<const Index> flips) {
  bool good = true;
  for_each_moved_row(flips, [&](Index, std::int64_t before, std::int64_t after) {
    good = good && after <= before;
  });
  return good;
}

void ProgramState::flip(Index column) {
  const std::int64_t step = set(column) ? -1 : 1;
  value_ += step * field_[at(column)];
  columns_[at(column)] ^= 1U;
  if (column < program().pairs.size())
    program().pairs.scan_row(column, [f = field_.data(), step](Index other, auto q) {
      f[other] += step * static_cast<std::int64_t>(q);
    });
  for (const ProgramTables::Cell& cell : tables_->cells(column)) {
    sum_[at(cell.row)] += step * cell.value;
    note(cell.row);
  }
}

}  // namespace spinsack
