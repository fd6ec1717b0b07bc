// SPDX-License-Identifier: Apache-2.0
// What the writers of LP and MPS share: names, numbers and comments that cannot break a file.
#pragma once

#include "core/file.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace spinsack {

void append_label(std::string& text, const Label& label);

// The names of everything in a file. A program that was read has those of its user; where one of them cannot stand in
// this format, or stands twice, all columns are called x_0, x_1, .. instead, or all rows r_0, r_1, ..
class WrittenNames {
 public:
  // allowed: whether a name can stand in the format.
  WrittenNames(const Program& program, bool (*allowed)(std::string_view name));

  void append_column(std::string& text, Index column) const;
  void append_row(std::string& text, std::size_t row) const;
  // Of the row that says that exactly one column of the group is set.
  void append_group(std::string& text, std::size_t group) const;
  std::string_view objective() const { return objective_; }
  // Of a column that is fixed at one and carries the constant of the objective.
  std::string_view constant() const { return constant_; }
  bool renamed() const { return number_columns_ || number_rows_; }

 private:
  const Program& program_;
  bool number_columns_ = false;
  bool number_rows_ = false;
  std::string_view objective_ = "obj";
  std::string_view group_ = "one";
  std::string_view constant_ = "constant";
};

// value / 10^digits in full, never with an exponent.
void append_number(std::string& text, std::int64_t value, int digits);

// The notes as comment lines that begin with the mark, of at most 200 bytes. Control characters
// become blanks, since a newline in an instance's name would end the comment; longer notes go on in
// the next line. Text beyond ASCII stays as it is and is not cut within a character.
void write_comments(std::span<const std::string> notes, std::string_view mark, TextWriter& out);

}  // namespace spinsack
