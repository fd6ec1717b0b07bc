// SPDX-License-Identifier: Apache-2.0
#include "program/writing.hpp"

#include "core/decimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <unordered_set>
#include <vector>

namespace spinsack {
namespace {

constexpr std::size_t comment_width = 200;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// The second to fourth byte of a UTF-8 character.
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

void append_integer(std::string& text, std::int64_t value) {
  const fmt::format_int digits(value);
  text.append(digits.data(), digits.size());
}

// The first of the words that begins no name; the last if all do, which is too odd to have been meant.
std::string_view free_word(std::initializer_list<std::string_view> words,
                           const std::vector<std::string>& names) {
  for (const std::string_view word : words)
    if (std::ranges::none_of(names,
                             [&](const std::string& name) { return name.starts_with(word); }))
      return word;
  return *(words.end() - 1);
}

bool all_good(const std::vector<std::string>& names, bool (*allowed)(std::string_view)) {
  std::unordered_set<std::string_view> seen;
  return std::ranges::all_of(
      names, [&](const std::string& name) { return allowed(name) && seen.insert(name).second; });
}

}  // namespace

void append_label(std::string& text, const Label& label) {
  text += label.word;
  for (const Index number : {label.first, label.second}) {
    if (number < 0) break;
    text += '_';
    append_integer(text, number);
  }
}

WrittenNames::WrittenNames(const Program& program, bool (*allowed)(std::string_view name))
    : program_(program) {
  if (!program.texts) return;  // our own names are good everywhere
  std::vector<std::string> names;
  for (const Row& row : program.rows) append_label(names.emplace_back(), row.name);
  number_rows_ = !all_good(names, allowed);
  objective_ = free_word({"obj", "objective", "spinsack_obj", "spinsack_objective_"}, names);
  group_ = free_word({"one", "group", "spinsack_one", "spinsack_group_"}, names);
  names.clear();
  for (const Column& column : program.columns) append_label(names.emplace_back(), column.name);
  number_columns_ = !all_good(names, allowed);
  constant_ = free_word({"constant", "spinsack_constant", "spinsack_constant_"}, names);
}

void WrittenNames::append_column(std::string& text, Index column) const {
  append_label(text, number_columns_ ? Label{"x", column} : program_.columns[at(column)].name);
}

void WrittenNames::append_row(std::string& text, std::size_t row) const {
  append_label(text, number_rows_ ? Label{"r", static_cast<Index>(row)} : program_.rows[row].name);
}

void WrittenNames::append_group(std::string& text, std::size_t group) const {
  append_label(text, {group_, static_cast<Index>(group)});
}

void append_number(std::string& text, std::int64_t value, int digits) {
  if (digits <= 0)
    append_integer(text, value);
  else
    text += format_decimal(value, digits);
}

void write_comments(std::span<const std::string> notes, std::string_view mark, TextWriter& out) {
  for (const std::string& note : notes) {
    std::string rest = note;
    for (char& c : rest)
      if (is_control(c)) c = ' ';
    do {
      std::size_t length = rest.size();
      if (mark.size() + 1 + length > comment_width) {
        length = comment_width - mark.size() - 1;
        // Four steps reach the start of any character; text that is not UTF-8 is cut anywhere.
        for (int step = 0; step < 4 && continues_character(rest[length]); ++step) --length;
      }
      out.text(mark);
      std::string line = rest.substr(0, length);
      while (!line.empty() && line.back() == ' ') line.pop_back();
      if (!line.empty()) out.text(" ");
      out.text(line);
      out.text("\n");
      rest.erase(0, length);
    } while (!rest.empty());
  }
}

}  // namespace spinsack
