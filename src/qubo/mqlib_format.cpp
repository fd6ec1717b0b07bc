// SPDX-License-Identifier: Apache-2.0
#include "qubo/mqlib_format.hpp"

#include "core/text_reader.hpp"
#include "qubo/qs_format.hpp"
#include "qubo/term_lines.hpp"
#include "qubo/triple_lines.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace spinsack {
namespace {

constexpr TripleWords mqlib_words{
    .variables = "variables", .variable = "a variable", .entries = "entries", .value = "an entry"};

// A line with one integer before the line `n m`.
bool starts_with_count(std::string_view text) {
  TextReader reader({}, text);
  while (reader.more()) {
    TextReader line({}, reader.line());
    if (line.text().starts_with('#')) continue;
    return line.try_integer() && !line.more() && looks_like_triples(text.substr(reader.offset()));
  }
  return false;
}

// Takes the OR-Library's number of problems off, if the line on which lines stands is that.
void skip_count(TextReader& reader, TermLines& lines) {
  TextReader ahead = reader;
  ahead.next();
  if (ahead.more_on_line()) return;
  const std::size_t start = reader.offset();
  const std::int64_t count =
      lines.integer("the line 'n m' or the number of problems", 1, INT64_MAX);
  if (count > 1)
    reader.fail_at(start, fmt::format("expected one problem, found a file of {}; put the lines of "
                                      "each problem, from its 'n m' on, into a file of its own",
                                      count));
  if (!lines.next()) reader.fail_next("the line 'n m'");
}

}  // namespace

bool detect_mqlib(std::string_view text) {
  if (starts_with_count(text)) return true;
  if (!looks_like_triples(text) || detect_qs(text)) return false;
  const std::string_view name = marked_format(text);
  return name.empty() ? has_diagonal_entry(text) : name == "mqlib";
}

QuadraticForm read_mqlib(const InputFile& file) {
  TextReader reader(file.name, file.text);
  TermLines lines(reader, '#');
  if (!lines.next()) reader.fail_next("the line 'n m'");
  skip_count(reader, lines);
  const TripleHeader header = read_triple_header(mqlib_words, lines);
  TermSum sum(header.size);
  read_triples(mqlib_words, header, reader, lines, [&](const Term& term, std::size_t) {
    sum.add({term.i, term.j, (term.i == term.j ? -1 : -2) * term.value});
  });
  return std::move(sum).finish(Vartype::binary, lines.constant().value_or(0));
}

void write_mqlib(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  if (form.vartype == Vartype::spin) return write_mqlib(to_binary(form), notes, out);
  require_variables(form);
  std::int64_t entries = 0;
  for (const double linear : form.linear) entries += linear != 0 ? 1 : 0;
  form.pairs.for_each_pair([&](Index, Index, auto value) {
    entries += form.unit * static_cast<double>(value) != 0 ? 1 : 0;
  });
  out.text("# format=mqlib\n");
  write_notes(notes, "#", out);
  if (form.constant != 0) write_comment("#", "constant", form.constant, out);
  out.text(fmt::format("{} {}\n", form.size(), entries));
  for (Index i = 0; i < form.size(); ++i)
    if (form.linear[at(i)] != 0) write_term(i + 1, i + 1, -form.linear[at(i)], out);
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    const double coupling = form.unit * static_cast<double>(value);
    if (coupling != 0) write_term(i + 1, j + 1, -half_of(coupling, "mqlib"), out);
  });
}

}  // namespace spinsack
