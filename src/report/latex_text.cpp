// SPDX-License-Identifier: Apache-2.0
#include "report/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace spinsack {
namespace {

constexpr std::array<std::pair<char, std::string_view>, 15> special{{
    {'\\', "\\textbackslash{}"},
    {'{', "\\{"},
    {'}', "\\}"},
    {'$', "\\$"},
    {'&', "\\&"},
    {'#', "\\#"},
    {'%', "\\%"},
    {'_', "\\_"},
    {'^', "\\textasciicircum{}"},
    {'~', "\\textasciitilde{}"},
    {'<', "\\textless{}"},
    {'>', "\\textgreater{}"},
    {'"', "\\textquotedbl{}"},
    {'\'', "\\textquotesingle{}"},
    {'`', "\\textasciigrave{}"},
}};

// Pairs of these become a dash or a quotation mark. Other pairs that do are made of special
// characters.
constexpr std::string_view joining = "-,";

// A character of ASCII behind the text before it.
void add_plain(std::string& result, std::string_view before, char c) {
  const auto* const entry =
      std::find_if(special.begin(), special.end(), [&](const auto& one) { return one.first == c; });
  const char last = before.empty() ? ' ' : before.back();
  if (entry != special.end())
    result += entry->second;
  else if (c == ' ' && last == ' ')
    result += "\\ ";  // else several blanks are one, and the first none
  else if (c == last && joining.find(c) != std::string_view::npos)
    result += std::string("{}") + c;
  else
    result += c;
}

// The character that begins at the offset, which moves behind it; broken UTF-8 gives the replacement
// character.
std::uint32_t next_character(std::string_view text, std::size_t& offset) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(offset++);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  if (first < 0xc0) return 0xfffd;
  std::uint32_t code = first & (0x3fU >> more);
  for (std::size_t k = 0; k < more; ++k) {
    if (offset == text.size() || (byte(offset) & 0xc0) != 0x80) return 0xfffd;
    code = code << 6 | (byte(offset++) & 0x3fU);
  }
  return code;
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string result;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t start = offset;
    const std::uint32_t code = next_character(text, offset);
    if (code < 0x20)
      result += ' ';
    else if (code < 0x7f)
      add_plain(result, text.substr(0, start), text[start]);
    else if (code == 0xb1)
      result += "$\\pm$";
    else if (code >= 0xc0 && code <= 0xff && code != 0xd7 && code != 0xf7)
      result += text.substr(start, offset - start);  // letters that every T1 font has
    else
      result += fmt::format("[U+{:04X}]", code);
  }
  return result;
}

}  // namespace spinsack
