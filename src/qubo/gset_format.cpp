// SPDX-License-Identifier: Apache-2.0
#include "qubo/gset_format.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "qubo/term_lines.hpp"
#include "qubo/triple_lines.hpp"

#include <fmt/format.h>

namespace spinsack {
namespace {

constexpr TripleWords gset_words{
    .variables = "vertices", .variable = "a vertex", .entries = "edges", .value = "a weight"};

}  // namespace

bool detect_gset(std::string_view text) {
  return looks_like_triples(text) && marked_format(text) == "gset";
}

QuadraticForm read_gset(const InputFile& file) {
  TextReader reader(file.name, file.text);
  TermLines lines(reader, '#');
  if (!lines.next()) reader.fail_next("the line 'n m'");
  const TripleHeader header = read_triple_header(gset_words, lines);
  TermSum sum(header.size);
  double weight = 0;
  read_triples(gset_words, header, reader, lines, [&](const Term& term, std::size_t offset) {
    if (term.i == term.j)
      reader.fail_at(offset,
                     fmt::format("expected two different vertices, found {} twice", term.i + 1));
    sum.add(term);
    weight += term.value;
  });
  QuadraticForm form = std::move(sum).finish(Vartype::spin, lines.constant().value_or(-weight / 2));
  form.unit = 0.5;
  return form;
}

void write_gset(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  if (form.vartype == Vartype::binary) return write_gset(to_spin(form), notes, out);
  require_variables(form);
  for (Index i = 0; i < form.size(); ++i)
    if (form.linear[at(i)] != 0)
      throw UsageError(
          fmt::format("format 'gset' holds graphs, spin models without linear terms, but spin {} "
                      "has the linear "
                      "term {:g}; use 'coo', 'bqm' or 'bqpjson'",
                      i, form.linear[at(i)]));
  const auto weight_of = [&](auto value) { return 2 * (form.unit * static_cast<double>(value)); };
  std::int64_t edges = 0;
  double weight = 0;  // summed in the order of the file, as the reader does
  form.pairs.for_each_pair([&](Index, Index, auto value) {
    edges += weight_of(value) != 0 ? 1 : 0;
    weight += weight_of(value);
  });
  out.text(fmt::format("{} {}\n", form.size(), edges));
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    if (weight_of(value) != 0) write_term(i + 1, j + 1, weight_of(value), out);
  });
  write_notes(notes, "#", out);
  if (form.constant != -weight / 2) write_comment("#", "constant", form.constant, out);
  out.text("# format=gset\n");
}

}  // namespace spinsack
