// SPDX-License-Identifier: Apache-2.0
// Answers of any problem as plain text. Of a knapsack it is the file of its items (solution_file.hpp). Of every other
// problem it is a comment that says what it is, then the label of each element, one per line; when read, labels may be
// separated by any blanks, and lines starting with '#' are comments.
#pragma once

#include "core/file.hpp"
#include "problem/instance.hpp"

#include <span>
#include <string>

namespace spinsack {

// Throws InputError unless there is one label for each element.
[[nodiscard]] Labels read_answer(const InputFile& file, const Instance& instance);

void write_answer(const Instance& instance, LabelView labels, std::span<const std::string> notes,
                  TextWriter& out);

}  // namespace spinsack
