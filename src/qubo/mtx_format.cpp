// SPDX-License-Identifier: Apache-2.0
#include "qubo/mtx_format.hpp"

#include "core/text_reader.hpp"
#include "qubo/term_lines.hpp"
#include "qubo/triple_lines.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <optional>
#include <string>

namespace spinsack {
namespace {

constexpr std::string_view banner = "%%MatrixMarket";
constexpr TripleWords mtx_words{
    .variables = "rows", .variable = "a row or column", .entries = "entries", .value = "an entry"};

std::string lower_case(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// The first line; true if the matrix is symmetric.
bool read_banner(TextReader& reader) {
  if (!detect_mtx(reader.text()))
    reader.fail_next(fmt::format("'{} matrix coordinate real symmetric'", banner));
  reader.next();
  const auto word = [&](std::string_view what, std::string_view one, std::string_view other) {
    const std::string_view token = reader.more_on_line() ? reader.next() : std::string_view{};
    const std::string found = lower_case(token);
    if (found != one && found != other)
      reader.fail(fmt::format("expected {} '{}'{}, found {}", what, one,
                              other.empty() ? "" : fmt::format(" or '{}'", other),
                              token.empty() ? "the end of the line" : quote(token)));
    return found == one;
  };
  word("the object", "matrix", "");
  word("the layout", "coordinate", "");
  word("numbers that are", "real", "integer");
  return word("a matrix that is", "symmetric", "general");
}

TripleHeader read_size(TextReader& reader, TermLines& lines) {
  if (!lines.next()) reader.fail_next("the line 'rows columns entries'");
  TripleHeader header{};
  header.size = static_cast<Index>(lines.integer("the number of rows", 1, max_variables));
  if (const auto columns = lines.integer("the number of columns", 1, max_variables);
      columns != header.size)
    reader.fail(
        fmt::format("expected as many columns as rows, {}, found {}", header.size, columns));
  header.entries =
      lines.integer("the number of entries", 0, std::int64_t{header.size} * header.size);
  lines.end_line();
  return header;
}

}  // namespace

bool detect_mtx(std::string_view text) { return text.starts_with(banner); }

QuadraticForm read_mtx(const InputFile& file) {
  TextReader reader(file.name, file.text);
  const bool symmetric = read_banner(reader);
  std::optional<bool> twice;
  bool sized = false;
  TermLines lines(reader, '%', [&](std::string_view comment, std::size_t offset) {
    const auto count = comment_value(comment, "count");
    if (!count) return;
    if (sized || twice)
      reader.fail_at(offset, "expected 'count=' once, before the line 'rows columns entries'");
    if (!symmetric) reader.fail_at(offset, "expected no 'count=' for a general matrix");
    if (*count != "once" && *count != "twice")
      reader.fail_at(offset,
                     fmt::format("expected count=once or count=twice, found {}", quote(*count)));
    twice = *count == "twice";
  });
  const TripleHeader header = read_size(reader, lines);
  sized = true;
  const double factor = symmetric && twice.value_or(true) ? 2 : 1;
  TermSum sum(header.size);
  read_triples(mtx_words, header, reader, lines, [&](const Term& term, std::size_t offset) {
    if (symmetric && term.i < term.j)
      reader.fail_at(offset,
                     fmt::format("expected the lower triangle, row >= column, found {} before {}",
                                 term.i + 1, term.j + 1));
    sum.add({term.i, term.j, term.i == term.j ? term.value : factor * term.value});
  });
  QuadraticForm form = std::move(sum).finish(Vartype::binary, lines.constant().value_or(0));
  if (!symmetric) form.repeated_terms = 0;  // both triangles are how such a matrix is written
  return form;
}

void write_mtx(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  if (form.vartype == Vartype::spin) return write_mtx(to_binary(form), notes, out);
  require_variables(form);
  std::int64_t entries = 0;
  for (const double linear : form.linear) entries += linear != 0 ? 1 : 0;
  form.pairs.for_each_pair([&](Index, Index, auto value) {
    entries += form.unit * static_cast<double>(value) != 0 ? 1 : 0;
  });
  out.text(fmt::format("{} matrix coordinate real symmetric\n% count=twice\n", banner));
  write_notes(notes, "%", out);
  if (form.constant != 0) write_comment("%", "constant", form.constant, out);
  out.text(fmt::format("{0} {0} {1}\n", form.size(), entries));
  for (Index i = 0; i < form.size(); ++i) {  // column by column, as scipy does
    if (form.linear[at(i)] != 0) write_term(i + 1, i + 1, form.linear[at(i)], out);
    form.pairs.for_each_in_row(i, [&](Index j, auto value) {
      const double coupling = form.unit * static_cast<double>(value);
      if (j > i && coupling != 0) write_term(j + 1, i + 1, half_of(coupling, "mtx"), out);
    });
  }
}

}  // namespace spinsack
