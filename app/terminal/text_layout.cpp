// SPDX-License-Identifier: Apache-2.0
#include "terminal/text_layout.hpp"

#include <algorithm>

namespace spinsack::cli {
namespace {

// One line without line ends, broken at blanks.
void wrap_line(std::string_view text, std::size_t width, std::vector<std::string>& lines) {
  std::string line;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (!line.empty() && shown_width(line) + 1 + shown_width(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  lines.push_back(std::move(line));
}

}  // namespace

std::size_t shown_width(std::string_view text) {
  const auto starts_character = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    wrap_line(text.substr(0, end), width, lines);
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string unwrapped(std::string_view raw) {
  constexpr std::string_view blanks = " \t\r";
  std::string text;
  bool gap = false;  // an empty line since the last word
  while (!raw.empty()) {
    const std::size_t end = std::min(raw.find('\n'), raw.size());
    std::string_view line = raw.substr(0, end);
    raw.remove_prefix(std::min(end + 1, raw.size()));
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    line = line.substr(0, line.find_last_not_of(blanks) + 1);
    if (line.empty()) {
      gap = true;
      continue;
    }
    if (!text.empty()) text += gap ? "\n\n" : " ";
    text += line;
    gap = false;
  }
  return text;
}

std::string paragraph(std::string_view text, std::size_t indent) {
  std::string result;
  for (const std::string& line : wrap(text, page_width - indent))
    result += line.empty() ? "\n" : std::string(indent, ' ') + line + '\n';
  return result;
}

std::string definition(std::string_view term, std::string_view explanation, std::size_t column) {
  constexpr std::size_t indent = 2;
  std::string result = std::string(indent, ' ') + std::string(term);
  std::size_t used = indent + shown_width(term);
  if (used + 2 > column) {
    result += '\n';
    used = 0;
  }
  for (const std::string& line : wrap(explanation, page_width - column)) {
    result += std::string(column - used, ' ') + line + '\n';
    used = 0;
  }
  return result;
}

std::string table(const std::vector<std::vector<std::string>>& rows,
                  const std::vector<std::size_t>& right, std::size_t indent) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], shown_width(row[c]));
  }
  std::string result;
  for (const auto& row : rows) {
    std::string line(indent, ' ');
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string padding(widths[c] - shown_width(row[c]), ' ');
      const bool to_right = std::find(right.begin(), right.end(), c) != right.end();
      if (c > 0) line += "  ";
      line += to_right ? padding + row[c] : row[c] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  }
  return result;
}

}  // namespace spinsack::cli
