// SPDX-License-Identifier: Apache-2.0
// Solutions as plain text. Written: a comment that says what it is, then the chosen items, from 0, one
// per line, each with its name behind a tab if it has one. Read: that, or names alone, one per line, or numbers
// alone, or n digits 0 and 1, with or without blanks between them; lines starting with '#' are comments. Where a
// number is also the name of an item, the name counts.
#pragma once

#include "core/file.hpp"
#include "core/types.hpp"
#include "instance/qkp.hpp"

#include <span>
#include <string>
#include <vector>

namespace spinsack {

// The chosen items in ascending order. Throws InputError on items out of range, unknown, or named twice.
[[nodiscard]] std::vector<Index> read_solution(const InputFile& file, const QkpInstance& instance);

void write_solution(const QkpInstance& instance, std::span<const Index> items,
                    std::span<const std::string> notes, TextWriter& out);

}  // namespace spinsack
