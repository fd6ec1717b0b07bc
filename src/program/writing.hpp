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

// value / 10^digits in full, never with an exponent.
void append_number(std::string& text, std::int64_t value, int digits);

// The notes as comment lines that begin with the mark, of at most 200 bytes. Control characters
// become blanks, since a newline in an instance's name would end the comment; longer notes go on in
// the next line. Text beyond ASCII stays as it is and is not cut within a character.
void write_comments(std::span<const std::string> notes, std::string_view mark, TextWriter& out);

}  // namespace spinsack
