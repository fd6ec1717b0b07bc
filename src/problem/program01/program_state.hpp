// SPDX-License-Identifier: Apache-2.0
// One assignment of all columns of a program with its bookkeeping: what each column would earn, the sum of every row,
// and how far all rows are from what they ask for. Moves are sets of a few columns that flip together: one column, the
// two of a group whose label changes, or two such moves.
#pragma once

#include "core/types.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace spinsack {

// The program by column, made once for any number of states.
class ProgramTables {
 public:
  struct Cell {
    Index row = 0;
    std::int64_t value = 0;
  };
  explicit ProgramTables(const Program& program);

  const Program& program() const { return *program_; }
  std::span<const Cell> cells(Index column) const {
    return std::span(cells_).subspan(start_[at(column)],
                                     start_[at(column) + 1] - start_[at(column)]);
  }
  // -1: none.
  Index group_of(Index column) const { return group_of_[at(column)]; }
  std::int64_t pair(Index i, Index j) const;
  // The largest size of a coefficient: violations of different rows are compared by it.
  double unit(Index row) const { return unit_[at(row)]; }

 private:
  const Program* program_;
  std::vector<std::size_t> start_;
  std::vector<Cell> cells_;
  std::vector<Index> group_of_;
  std::vector<double> unit_;
};

class ProgramState {
 public:
  // The tables are kept by reference.
  ProgramState(const ProgramTables& tables, Bits columns);

  const Program& program() const { return tables_->program(); }
  const ProgramTables& tables() const { return *tables_; }
  BitView columns() const { return columns_; }
  bool set(Index column) const { return columns_[at(column)] != 0; }
  std::int64_t value() const { return value_; }
  // How far a row's sum is from what it asks for; rows and groups alone decide whether the state is feasible.
  std::int64_t violation(Index row) const;
  bool rows_hold() const { return violated_.empty(); }
  std::span<const Index> violated() const { return violated_; }

  // What the flips change together; all columns different.
  std::int64_t change(std::span<const Index> flips) const;
  // Calls f(row, violation before, violation after) for the rows that the flips move.
  template <class F>
  void for_each_moved_row(std::span<const Index> flips, F&& f) {
    gather(flips);
    for (const Index row : moved_) {
      const std::int64_t sum = sum_[at(row)];
      f(row, violation_at(row, sum), violation_at(row, sum + moved_by_[at(row)]));
    }
    forget();
  }
  // Whether no row that holds breaks, and none that is broken gets worse.
  bool harmless(std::span<const Index> flips);
  void flip(Index column);

 private:
  void gather(std::span<const Index> flips);
  void forget();
  std::int64_t violation_at(Index row, std::int64_t sum) const;
  void note(Index row);

  const ProgramTables* tables_;
  Bits columns_;
  std::int64_t value_ = 0;
  std::vector<std::int64_t> field_;  // what setting the column adds to what others bring
  std::vector<std::int64_t> sum_;    // of each row
  std::vector<Index> violated_;      // rows, in any order
  std::vector<Index> place_;         // of a row in that list, -1 if it holds
  std::vector<Index> moved_;         // scratch
  std::vector<std::int64_t> moved_by_;
  std::vector<std::uint8_t> is_moved_;
};

}  // namespace spinsack
