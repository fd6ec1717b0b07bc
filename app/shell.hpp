// SPDX-License-Identifier: Apache-2.0
// Other programs: their command lines, and what they answer.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// As a shell has to read it to get this word back.
[[nodiscard]] std::string shell_word(std::string_view word);
[[nodiscard]] std::string shell_line(std::span<const std::string> words);

// The words between the blanks of a text, without regard to quotes.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

// What a program writes to standard output. FileError if it cannot be started or fails, after what it said on
// standard error itself.
[[nodiscard]] std::string output_of_program(const std::vector<std::string>& words);

}  // namespace spinsack::cli
