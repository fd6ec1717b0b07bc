// SPDX-License-Identifier: Apache-2.0
// A mathematical program as plain data: what every problem is turned into, and what an LP or MPS file holds.
//
//   maximise   constant + sum_c objective_c v_c + sum_{i<j} pairs_ij v_i v_j
//   subject to sum_c value_rc v_c  <=, = or >=  rhs_r     for every row r
//              exactly one v_c of each group is 1
//              lower_c <= v_c <= upper_c, some v_c in {0, 1}
//
// Numbers are integers with a decimal point: the mantissa is stored, and the number of decimals beside
// it, once for the objective, once per row and once for the bounds of a column. So files hold the
// numbers of the user's own file, in the user's units, to the last digit, and nothing passes
// through a double on the way. No mantissa exceeds 2^61, so that twice any of them fits 64 bits.
//
// An answer is one small label per element. Elements come in the order of their first column: a group is one
// element, with a label for each of its columns, and a column of no group is one, with the labels 0 and 1.
#pragma once

#include "core/group.hpp"
#include "core/symmetric_rows.hpp"
#include "core/types.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// A name such as "capacity", "x_4" or "y_2_7", put together when it is written: millions of them cost
// no strings. The word is a literal of letters, or for a program that was read one of Program::texts, which may hold
// any characters but blanks.
struct Label {
  std::string_view word;
  Index first = -1;   // none if negative
  Index second = -1;  // none if negative
};

enum class ColumnKind { binary, continuous };

struct Column {
  Label name;
  ColumnKind kind = ColumnKind::binary;
  std::int64_t objective = 0;
  std::int64_t lower = 0;  // bounds are for continuous columns and always finite
  std::int64_t upper = 1;
  int bound_digits = 0;
};

enum class RowSense { at_most, equal, at_least };

struct Entry {
  Index column = 0;
  std::int64_t value = 0;
};

// What a row asks for, and so how it becomes a penalty.
enum class RowKind {
  capacity,  // a sum that stays on one side of a number
  equation,  // a sum that is a number
  conflict   // two columns of which at most one is set; as a row, their sum is at most 1
};

struct Row {
  Label name;
  RowSense sense = RowSense::at_most;
  std::int64_t rhs = 0;
  int digits = 0;         // of the right-hand side and of every coefficient
  std::size_t begin = 0;  // its entries are Program::entries[begin..end)
  std::size_t end = 0;
  RowKind kind = RowKind::capacity;
};

struct Program {
  std::string name;                // of the instance, as the user wrote it
  std::vector<std::string> notes;  // what the columns and rows mean, for a reader of the file
  bool minimised = false;          // the user's own objective is minus this one, to be minimised
  int objective_digits = 0;
  std::int64_t objective_constant = 0;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<Entry> entries;  // of all rows, row by row; no zeros, no column twice in a row
  SymmetricRows pairs;  // integers, of the first pairs.size() columns; shared with the instance
  std::vector<Group> groups;  // in order, apart from each other; no row repeats what they say
  std::shared_ptr<const std::vector<std::string>> texts = {};  // names of a program that was read

  Index add_column(const Column& column);
  // The entries that follow, up to the next row, are its own. Zeros are left out. Its kind is that of its sense.
  void add_row(const Label& row_name, RowSense sense, std::int64_t rhs, int digits = 0);
  void add_entry(Index column, std::int64_t value);
  void add_conflict(const Label& row_name, Index first, Index second);
  Index size() const { return static_cast<Index>(columns.size()); }

  // Divides rows and continuous columns by powers of ten until neither coefficients nor bounds exceed 1, for
  // solvers, whose tolerances are absolute. The same program to the last digit, but not in the user's units.
  void scale_down();

  std::span<const Entry> entries_of(const Row& row) const {
    return std::span(entries).subspan(row.begin, row.end - row.begin);
  }
};

// Gives the rows that say no more than "not both" the kind of a conflict. For programs that were read; who makes one
// knows what its rows mean.
void find_conflicts(Program& program);

}  // namespace spinsack
