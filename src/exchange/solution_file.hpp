// SPDX-License-Identifier: Apache-2.0
// Solutions as plain text. Written: a comment that says what it is, then the chosen items, from 0, one
// per line. Read: that, or n digits 0 and 1, with or without blanks between them; lines starting with '#'
// are comments.
#pragma once

#include "core/file.hpp"
#include "core/types.hpp"

#include <span>
#include <string>
#include <vector>

namespace spinsack {

// The chosen items in ascending order. Throws InputError on items out of range or named twice.
[[nodiscard]] std::vector<Index> read_solution(const InputFile& file, Index n);

void write_solution(std::span<const Index> items, std::span<const std::string> notes,
                    TextWriter& out);

}  // namespace spinsack
