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

// Words for what a program has no names for: its objective, the rows of its groups (with the number of the group behind
// it), and the column that is fixed at one and carries the constant. No name of the program begins like one of them.
struct FreeWords {
  explicit FreeWords(const Program& program);

  Label group_row(std::size_t group) const { return {one_of_group, static_cast<Index>(group)}; }

  std::string_view objective;
  std::string_view one_of_group;
  std::string_view constant;
};

// value / 10^digits in full, never with an exponent.
void append_number(std::string& text, std::int64_t value, int digits);

// The notes as comment lines that begin with the mark, of at most 200 bytes. Control characters
// become blanks, since a newline in an instance's name would end the comment; longer notes go on in
// the next line. Text beyond ASCII stays as it is and is not cut within a character.
void write_comments(std::span<const std::string> notes, std::string_view mark, TextWriter& out);

}  // namespace spinsack
