// SPDX-License-Identifier: Apache-2.0
#include "shell.hpp"

#include "core/error.hpp"
#include "core/run_process.hpp"

#include <fmt/format.h>

#include <cctype>
#include <sstream>
#include <utility>

namespace spinsack::cli {
std::string shell_word(std::string_view word) {
  constexpr std::string_view plain = "_-./,:=+@%";
  bool as_it_is = !word.empty();
  for (const char c : word)
    as_it_is = as_it_is && (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                            plain.find(c) != std::string_view::npos);
  if (as_it_is) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += R"('\'')";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string shell_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string output_of_program(const std::vector<std::string>& words) {
  ProcessResult result = run_process({.command = words, .errors = Stream::shared});
  if (!result.end.success())
    throw FileError(fmt::format("{} failed: {}", words.front(), result.end.text()));
  return std::move(result.output);
}

}  // namespace spinsack::cli
