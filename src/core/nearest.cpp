// SPDX-License-Identifier: Apache-2.0
#include "core/nearest.hpp"

#include "core/text_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace spinsack {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  const auto cell = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= a.size(); ++i) cell(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cell(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cell(i, j) = std::min({cell(i - 1, j) + 1, cell(i, j - 1) + 1,
                             cell(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cell(i, j) = std::min(cell(i, j), cell(i - 2, j - 2) + 1);
    }
  }
  return cell(a.size(), b.size());
}

}  // namespace

std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> words) {
  constexpr std::size_t longest = 100;  // nobody means a known word by more than that
  if (typed.size() > longest) return {};
  std::string_view best;
  std::size_t best_distance = typed.size() / 3 + 2;
  for (const std::string_view word : words) {
    // Lengths alone tell most of a million words apart.
    const std::size_t longer = std::max(word.size(), typed.size());
    if (longer - std::min(word.size(), typed.size()) >= best_distance) continue;
    const std::size_t distance = edit_distance(typed, word);
    if (distance >= best_distance) continue;
    best = word;
    best_distance = distance;
  }
  return best;
}

std::string unknown_word(std::string_view kind, std::string_view typed,
                         std::span<const std::string_view> words) {
  std::string message = fmt::format("unknown {} {}", kind, quote(typed));
  const std::string_view near = nearest_word(typed, words);
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near);
  return message + fmt::format("{} known: {}", near.empty() ? ";" : "", fmt::join(words, ", "));
}

}  // namespace spinsack
