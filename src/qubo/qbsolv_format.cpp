// SPDX-License-Identifier: Apache-2.0
#include "qubo/qbsolv_format.hpp"

#include "core/text_reader.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

namespace spinsack {
namespace {

struct QbsolvHeader {
  Index size;
  std::int64_t nodes, couplers;
};

QbsolvHeader read_header(TextReader& reader, TermLines& lines) {
  constexpr std::string_view line = "the line 'p qubo 0 variables nodes couplers'";
  if (!lines.next()) reader.fail_next(line);
  if (const std::string_view p = reader.next(); p != "p" && p != "P")
    reader.fail(fmt::format("expected {}, found {}", line, quote(p)));
  const auto word = [&](std::string_view expected, std::string_view what) {
    const std::string_view token = lines.word(what);
    if (token != expected) reader.fail(fmt::format("expected {}, found {}", what, quote(token)));
  };
  word("qubo", "the problem kind 'qubo'");
  word("0", "topology 0 (no fixed topology)");
  QbsolvHeader header{};
  header.size = static_cast<Index>(lines.integer("the number of variables", 1, max_variables));
  header.nodes = lines.integer("the number of nodes", 0, header.size);
  header.couplers =
      lines.integer("the number of couplers", 0, std::int64_t{header.size} * header.size);
  lines.end_line();
  return header;
}

}  // namespace

bool detect_qbsolv(std::string_view text) {
  TextReader reader({}, text);
  while (reader.more()) {
    TextReader line({}, reader.line());
    if (line.text().starts_with('c') || line.text().starts_with('C')) continue;
    const std::string_view word = line.next();
    return (word == "p" || word == "P") && line.more();
  }
  return false;
}

QuadraticForm read_qbsolv(const InputFile& file) {
  TextReader reader(file.name, file.text);
  TermLines lines(reader, 'c');
  const QbsolvHeader header = read_header(reader, lines);
  const TermLayout layout{
      .variable = "a variable", .value = "a weight", .first = 0, .last = header.size - 1};
  TermSum sum(header.size);
  std::int64_t nodes = 0;
  std::int64_t couplers = 0;
  const auto fail_count = [&](std::size_t offset, std::string_view what, std::int64_t announced,
                              std::string_view found) {
    reader.fail_at(offset, fmt::format("expected the number of {} announced, {}, found {}", what,
                                       announced, found));
  };
  lines.for_each_term(layout, [&](const Term& term, std::size_t offset) {
    if (term.i > term.j)
      reader.fail_at(offset, fmt::format("expected the smaller variable first, found {} before {}",
                                         term.i, term.j));
    ++(term.i == term.j ? nodes : couplers);
    if (nodes > header.nodes) fail_count(offset, "nodes", header.nodes, "more");
    if (couplers > header.couplers) fail_count(offset, "couplers", header.couplers, "more");
    sum.add(term);
  });
  const auto before_end = [](std::int64_t count) {
    return fmt::format("{} before the end of the file", count);
  };
  const std::size_t end = reader.offset();
  if (nodes < header.nodes) fail_count(end, "nodes", header.nodes, before_end(nodes));
  if (couplers < header.couplers)
    fail_count(end, "couplers", header.couplers, before_end(couplers));
  return std::move(sum).finish(Vartype::binary, lines.constant().value_or(0));
}

void write_qbsolv(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  if (form.vartype == Vartype::spin) return write_qbsolv(to_binary(form), notes, out);
  require_variables(form);
  std::int64_t couplers = 0;
  form.pairs.for_each_pair([&](Index, Index, auto value) {
    couplers += form.unit * static_cast<double>(value) != 0 ? 1 : 0;
  });
  write_notes(notes, "c", out);
  if (form.constant != 0) write_comment("c", "constant", form.constant, out);
  out.text(fmt::format("p qubo 0 {} {} {}\n", form.size(), form.size(), couplers));
  for (Index i = 0; i < form.size(); ++i) write_term(i, i, form.linear[at(i)], out);
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    const double strength = form.unit * static_cast<double>(value);
    if (strength != 0) write_term(i, j, strength, out);
  });
}

}  // namespace spinsack
