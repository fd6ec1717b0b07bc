// SPDX-License-Identifier: Apache-2.0
#include "qubo/triple_lines.hpp"

#include <fmt/format.h>

#include <utility>

namespace spinsack {

TripleHeader read_triple_header(const TripleWords& words, TermLines& lines) {
  TripleHeader header{};
  header.size = static_cast<Index>(
      lines.integer(fmt::format("the number of {}", words.variables), 1, max_variables));
  // Every entry of a full matrix, both triangles; a larger number is a damaged one.
  const std::int64_t most = std::int64_t{header.size} * header.size;
  header.entries = lines.integer(fmt::format("the number of {}", words.entries), 0, most);
  lines.end_line();
  return header;
}

void fail_entries(const TripleWords& words, const TripleHeader& header, const TextReader& reader,
                  std::size_t offset, std::string_view found) {
  reader.fail_at(offset, fmt::format("expected the number of {} announced, {}, found {}",
                                     words.entries, header.entries, found));
}

bool looks_like_triples(std::string_view text) {
  TextReader reader({}, text);
  while (reader.more()) {
    TextReader line({}, reader.line());
    if (line.text().starts_with('#')) continue;
    return line.try_integer() && line.try_integer() && !line.more();
  }
  return false;
}

std::string_view marked_format(std::string_view text) {
  TextReader reader({}, text);
  while (reader.more()) {
    const std::string_view line = reader.line();
    if (!line.starts_with('#')) break;
    if (const auto name = comment_value(line.substr(1), "format")) return *name;
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    if (is_blank(rest.back())) {
      rest.remove_suffix(1);
      continue;
    }
    const std::size_t start = rest.rfind('\n') + 1;  // npos + 1 == 0
    const std::string_view line = rest.substr(start);
    if (!line.starts_with('#')) break;
    if (const auto name = comment_value(line.substr(1), "format")) return *name;
    rest = rest.substr(0, start);
  }
  return {};
}

bool has_diagonal_entry(std::string_view text) {
  TextReader reader({}, text);
  bool header = true;
  while (reader.more()) {
    if (text[reader.offset()] != '#' && !std::exchange(header, false)) {
      const auto i = reader.try_integer();
      const auto j = reader.try_integer();
      if (i && i == j) return true;
    }
    reader.line();
  }
  return false;
}

}  // namespace spinsack
