// SPDX-License-Identifier: Apache-2.0
#include "qubo/coo_format.hpp"

#include "core/text_reader.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace spinsack {
namespace {

constexpr TermLayout layout{.variable = "a variable", .value = "a bias"};
constexpr std::string_view word_letters =
    "-_.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// Collects what comments say about the kind of variable, by dimod's rule: `vartype`, directly
// followed by = or :, anywhere in a comment of any line.
class VartypeComments {
 public:
  explicit VartypeComments(const TextReader& reader) : reader_(reader) {}

  void read(std::string_view comment, std::size_t offset) {
    constexpr std::string_view key = "vartype";
    std::size_t place = comment.find(key);
    while (place != std::string_view::npos) {
      const std::size_t after = place + key.size();
      if (after < comment.size() && (comment[after] == '=' || comment[after] == ':'))
        return read_word(comment, after + 1, offset);
      place = comment.find(key, after);
    }
  }
  Vartype vartype() const { return vartype_.value_or(Vartype::binary); }

 private:
  void read_word(std::string_view comment, std::size_t place, std::size_t offset) {
    while (place < comment.size() && is_blank(comment[place])) ++place;
    const std::size_t start = offset + place;
    const std::string_view rest = comment.substr(place);
    const std::string_view word = rest.substr(0, rest.find_first_not_of(word_letters));
    if (word != "SPIN" && word != "BINARY")
      reader_.fail_at(start, fmt::format("expected vartype SPIN or BINARY, found {}", quote(word)));
    const Vartype vartype = word == "SPIN" ? Vartype::spin : Vartype::binary;
    if (vartype_.value_or(vartype) != vartype)
      reader_.fail_at(start, fmt::format("expected the same vartype as before, found {}", word));
    vartype_ = vartype;
  }

  const TextReader& reader_;
  std::optional<Vartype> vartype_;
};

// One more than the larger variable of the last line that is no comment; 1 if it is no term.
Index variables_of_last_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t start = text.find_last_of('\n', text.size() - 1) + 1;  // npos + 1 == 0
    TextReader line({}, text.substr(start));
    if (line.more() && line.peek().front() != '#') {
      const auto i = line.try_integer().value_or(0);
      const auto j = line.try_integer().value_or(0);
      return static_cast<Index>(std::clamp<std::int64_t>(std::max(i, j) + 1, 1, max_variables));
    }
    text = text.substr(0, start == 0 ? 0 : start - 1);
  }
  return 1;
}

}  // namespace

bool detect_coo(std::string_view text) {
  TextReader reader({}, text);
  bool vartype = false;
  while (reader.more()) {
    TextReader line({}, reader.line());
    if (line.text().starts_with('#')) {
      vartype = vartype || line.text().find("vartype") != std::string_view::npos;
      continue;
    }
    const bool variables = line.try_integer() && line.try_integer();
    return variables && !line.next().empty() && !line.more();
  }
  return vartype;
}

QuadraticForm read_coo(const InputFile& file) {
  // The number of variables is known in the end only. If the last line names the last variable, once is enough.
  for (Index size = variables_of_last_line(file.text);;) {
    TextReader reader(file.name, file.text);
    VartypeComments comments(reader);
    TermLines lines(reader, '#', [&](std::string_view comment, std::size_t offset) {
      comments.read(comment, offset);
    });
    TermSum sum(size);
    Index last = -1;
    lines.for_each_term(layout, [&](const Term& term, std::size_t) {
      last = std::max({last, term.i, term.j});
      if (last < size) sum.add(term);
    });
    if (last < 0) reader.fail_next("a term 'i j bias'");
    if (last < size) return std::move(sum).finish(comments.vartype(), lines.constant().value_or(0));
    size = last + 1;
  }
}

void write_coo(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  require_variables(form);
  out.text(form.vartype == Vartype::spin ? "# vartype=SPIN\n" : "# vartype=BINARY\n");
  write_notes(notes, "#", out);
  if (form.constant != 0) write_comment("#", "constant", form.constant, out);
  bool last_seen = false;
  const auto write = [&](Index i, Index j, double value) {
    if (value == 0) return;
    write_term(i, j, value, out);
    last_seen = last_seen || j + 1 == form.size();
  };
  for (Index i = 0; i < form.size(); ++i) {
    write(i, i, form.linear[at(i)]);
    form.pairs.for_each_in_row(i, [&](Index j, auto value) {
      if (j > i) write(i, j, form.unit * static_cast<double>(value));
    });
  }
  if (!last_seen) write_term(form.size() - 1, form.size() - 1, 0, out);
}

}  // namespace spinsack
