// SPDX-License-Identifier: Apache-2.0
// The layout that MQLib's QUBOs and the Gset graphs have in common:
//
//   n m
//   i j w                       m lines, numbered from 1
//
// The same lines mean a QUBO to maximise in one and a graph to cut in the other. Two things tell
// them apart: an entry with i == j, which no graph has, and our own comment `# format=NAME`. A file
// with neither is refused unless the user names the format: guessing wrong would still give a
// model, and a meaningless one.
#pragma once

#include "core/text_reader.hpp"
#include "core/types.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace spinsack {

struct TripleWords {
  std::string_view variables;  // "variables", for messages
  std::string_view variable;   // "a variable"
  std::string_view entries;    // "entries"
  std::string_view value;      // "an entry"
};

struct TripleHeader {
  Index size;
  std::int64_t entries;
};

// The line `n m`, on which lines stands.
TripleHeader read_triple_header(const TripleWords& words, TermLines& lines);
// InputError: not as many entries as announced.
[[noreturn]] void fail_entries(const TripleWords& words, const TripleHeader& header,
                               const TextReader& reader, std::size_t offset,
                               std::string_view found);
// The lines that follow, use(term, offset) for each, and the end of the file.
template <class F>
void read_triples(const TripleWords& words, const TripleHeader& header, TextReader& reader,
                  TermLines& lines, F&& use) {
  const TermLayout layout{
      .variable = words.variable, .value = words.value, .first = 1, .last = header.size};
  std::int64_t entries = 0;
  lines.for_each_term(layout, [&](const Term& term, std::size_t offset) {
    if (++entries > header.entries) fail_entries(words, header, reader, offset, "more");
    use(term, offset);
  });
  if (entries < header.entries)
    fail_entries(words, header, reader, reader.offset(),
                 fmt::format("{} before the end of the file", entries));
}

// Whether the first line with something to read holds two integers, and nothing else.
[[nodiscard]] bool looks_like_triples(std::string_view text);
// NAME in a comment `# format=NAME` before the first or after the last line; empty if none.
[[nodiscard]] std::string_view marked_format(std::string_view text);
// Whether some entry has i == j. For texts that look like triples; reads up to the first such
// entry.
[[nodiscard]] bool has_diagonal_entry(std::string_view text);

}  // namespace spinsack
