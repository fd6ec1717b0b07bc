// SPDX-License-Identifier: Apache-2.0
#include "core/published_name.hpp"

#include "core/nearest.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace spinsack {

bool is_pattern(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

// On a mismatch only the last star has to take one more, so this never needs to go back further.
bool matches_pattern(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_end = 0;  // in text: what the last star covers so far
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_end = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool names_suite(std::string_view text, std::span<const std::string_view> suites) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  return std::ranges::any_of(suites, [&](std::string_view suite) {
    return matches_pattern(text.substr(0, colon), suite);
  });
}

std::string unknown_published(std::string_view kind, std::string_view text,
                              std::span<const std::string> names, std::string_view known) {
  std::vector<std::string_view> words;
  for (const std::string& name : names)
    if (is_pattern(name) == is_pattern(text) || name.ends_with(":*")) words.push_back(name);
  std::string message = is_pattern(text)
                            ? fmt::format("no {} matches the pattern {}", kind, quote(text))
                            : fmt::format("unknown {} {}", kind, quote(text));
  const std::string_view near = nearest_word(text, words);
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near);
  return message + fmt::format("{} known: {}", near.empty() ? ";" : "", known);
}

}  // namespace spinsack
