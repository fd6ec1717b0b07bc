// SPDX-License-Identifier: Apache-2.0
#include "exchange/solution_file.hpp"

#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spinsack {
namespace {

// The text with comment lines blanked out, so that places keep their line and column.
std::string without_comments(std::string text) {
  bool line_start = true;
  bool comment = false;
  for (char& c : text) {
    if (line_start && c == '#') comment = true;
    line_start = c == '\n';
    if (c == '\n') comment = false;
    if (comment) c = ' ';
  }
  return text;
}

// n digits 0 or 1 and nothing else: a bit string. Item lists cannot be mistaken for it unless n <= 2,
// since no item may be named twice.
bool is_bit_string(std::string_view text, Index n) {
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '0' || c == '1')
      ++digits;
    else if (!is_blank(c))
      return false;
  }
  return digits == at(n) && n > 2;
}

}  // namespace

std::vector<Index> read_solution(const InputFile& file, Index n) {
  const std::string text = without_comments(file.text);
  std::vector<Index> items;
  if (is_bit_string(text, n)) {
    Index i = 0;
    for (const char c : text) {
      if (c == '1') items.push_back(i);
      if (!is_blank(c)) ++i;
    }
    return items;
  }
  TextReader reader(file.name, text);
  std::vector<std::uint8_t> chosen(at(n));
  while (reader.more()) {
    const auto item = static_cast<Index>(reader.integer("an item", 0, n - 1));
    if (chosen[at(item)] != 0)
      reader.fail(fmt::format("expected each item once, found item {} again", item));
    chosen[at(item)] = 1;
    items.push_back(item);
  }
  std::ranges::sort(items);
  return items;
}

void write_solution(std::span<const Index> items, std::span<const std::string> notes,
                    TextWriter& out) {
  for (const std::string& note : notes) out.text(fmt::format("# {}\n", note));
  for (const Index item : items) {
    out.integer(item);
    out.text("\n");
  }
}

}  // namespace spinsack
