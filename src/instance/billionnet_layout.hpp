// SPDX-License-Identifier: Apache-2.0
// The guesswork of reading Billionnet-Soutif files, whose variants do not announce themselves: is
// the first line a name, and do the lines agree with the count of numbers?
#pragma once

#include "core/text_reader.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spinsack {

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; }

[[nodiscard]] bool is_integer(std::string_view token);

// Takes the name line off, if there is one: a first line with a word, or numbers that cannot be n.
[[nodiscard]] std::optional<std::string> take_name(TextReader& reader);

// row_starts are the offsets where, by counting numbers, the n rows of profits and what comes after
// them begin. A number missing from or left over in a row shifts all that follow, and the count
// alone may take the result for another variant. So if there are as many lines as rows, each must
// begin on a line of its own; InputError at the first line of the wrong length otherwise.
void check_lines_of_profits(const TextReader& below_n, std::span<const std::size_t> row_starts);

}  // namespace spinsack
