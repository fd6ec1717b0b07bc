// SPDX-License-Identifier: Apache-2.0
#include "qubo/qs_format.hpp"

#include "core/text_reader.hpp"
#include "qubo/term_lines.hpp"
#include "qubo/triple_lines.hpp"

#include <fmt/format.h>

#include <optional>

namespace spinsack {
namespace {

constexpr TripleWords qs_words{
    .variables = "variables", .variable = "a variable", .entries = "entries", .value = "an entry"};
constexpr std::string_view offset_key = "ObjectiveOffset";
constexpr std::string_view columns_key = "Vars Non-zeros";

}  // namespace

bool detect_qs(std::string_view text) {
  if (!looks_like_triples(text)) return false;
  TextReader reader({}, text);
  while (reader.more() && text[reader.offset()] == '#') {
    TextReader comment({}, reader.line().substr(1));
    comment.more();
    const std::string_view words = comment.text().substr(comment.offset());
    if (words.starts_with(offset_key) || words.starts_with(columns_key)) return true;
  }
  return false;
}

QuadraticForm read_qs(const InputFile& file) {
  TextReader reader(file.name, file.text);
  std::optional<double> constant;
  TermLines lines(reader, '#', [&](std::string_view comment, std::size_t offset) {
    // A reader of its own, over the file up to the end of the comment, so that messages know their place.
    TextReader words(file.name, std::string_view(file.text).substr(0, offset + comment.size()));
    words.seek(offset);
    if (words.next() != offset_key) return;
    if (constant) words.fail("expected one ObjectiveOffset in the file");
    constant = TermLines(words, '#').coefficient("the number after 'ObjectiveOffset'");
    if (words.more()) words.fail_next("the end of the line");
  });
  if (!lines.next()) reader.fail_next("the line 'n m'");
  const TripleHeader header = read_triple_header(qs_words, lines);
  TermSum sum(header.size);
  read_triples(qs_words, header, reader, lines, [&](const Term& term, std::size_t) {
    sum.add({term.i, term.j, (term.i == term.j ? 1 : 2) * term.value});
  });
  return std::move(sum).finish(Vartype::binary, constant.value_or(0));
}

void write_qs(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  if (form.vartype == Vartype::spin) return write_qs(to_binary(form), notes, out);
  require_variables(form);
  std::int64_t entries = 0;
  for (const double linear : form.linear) entries += linear != 0 ? 1 : 0;
  form.pairs.for_each_pair([&](Index, Index, auto value) {
    entries += form.unit * static_cast<double>(value) != 0 ? 1 : 0;
  });
  write_notes(notes, "#:", out);  // with a colon no line of them can be taken for one of the keys
  require_writable(form.constant);
  out.text(fmt::format("# {} ", offset_key));
  out.real(form.constant);
  out.text(fmt::format("\n# {}\n{} {}\n", columns_key, form.size(), entries));
  for (Index i = 0; i < form.size(); ++i) {
    if (form.linear[at(i)] != 0) write_term(i + 1, i + 1, form.linear[at(i)], out);
    form.pairs.for_each_in_row(i, [&](Index j, auto value) {
      const double coupling = form.unit * static_cast<double>(value);
      if (j > i && coupling != 0) write_term(i + 1, j + 1, half_of(coupling, "qs"), out);
    });
  }
}

}  // namespace spinsack
