// SPDX-License-Identifier: Apache-2.0
#include "qubo/term_lines.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace spinsack {
namespace {

// Words that readers of these files look for, ours and dimod's, followed by = or :.
constexpr std::array<std::string_view, 4> keys{"vartype", "constant", "format", "count"};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

TermLines::TermLines(TextReader& reader, char mark, OnComment on_comment)
    : reader_(reader),
      mark_(mark),
      capital_mark_(mark >= 'a' && mark <= 'z' ? static_cast<char>(mark - 'a' + 'A') : mark),
      on_comment_(std::move(on_comment)) {}

bool TermLines::next() {
  while (reader_.more()) {
    const char first = reader_.text()[reader_.offset()];
    if (first != mark_ && first != capital_mark_) return true;
    read_comment();
  }
  return false;
}

void TermLines::read_comment() {
  const std::size_t offset = reader_.offset() + 1;
  const std::string_view comment = reader_.line().substr(1);
  if (const auto text = comment_value(comment, "constant")) {
    TextReader value = reader_;
    value.seek(static_cast<std::size_t>(text->data() - reader_.text().data()));
    if (constant_) value.fail_next("one constant in the file");
    if (text->empty()) value.fail_at(value.offset(), "expected a constant after 'constant='");
    constant_ = TermLines(value, mark_).coefficient("a constant");
  }
  if (on_comment_) on_comment_(comment, offset);
}

void TermLines::stay_on_line(std::string_view what) {
  if (reader_.more_on_line()) return;
  if (reader_.offset() == reader_.text().size()) reader_.fail_next(what);
  reader_.fail_at(reader_.offset(), fmt::format("expected {}, found the end of the line", what));
}

std::string_view TermLines::word(std::string_view what) {
  stay_on_line(what);
  return reader_.next();
}

std::int64_t TermLines::integer(std::string_view what, std::int64_t low, std::int64_t high) {
  stay_on_line(what);
  return reader_.integer(what, low, high);
}

double TermLines::coefficient(std::string_view what) {
  stay_on_line(what);
  if (const auto whole = reader_.try_integer()) return static_cast<double>(*whole);
  const double value = reader_.real(what);
  if (std::fabs(value) > largest_coefficient)
    reader_.fail(fmt::format("expected {} of at most {:g} in magnitude, found {:g}", what,
                             largest_coefficient, value));
  return value;
}

void TermLines::end_line() {
  if (reader_.more_on_line()) reader_.fail_next("the end of the line");
}

Term TermLines::term(const TermLayout& layout) {
  const auto i = integer(layout.variable, layout.first, layout.last);
  const auto j = integer(layout.variable, layout.first, layout.last);
  const double value = coefficient(layout.value);
  end_line();
  return {static_cast<Index>(i - layout.first), static_cast<Index>(j - layout.first), value};
}

std::optional<std::string_view> comment_value(std::string_view comment, std::string_view key) {
  std::string_view word = trimmed(comment);
  if (word.size() <= key.size() || !word.starts_with(key) || word[key.size()] != '=')
    return std::nullopt;
  word.remove_prefix(key.size() + 1);
  for (const char c : word)
    if (is_blank(c)) return std::nullopt;
  return word;
}

void write_notes(const FileNotes& notes, std::string_view mark, TextWriter& out) {
  for (const std::string& note : notes) {
    std::string line(mark);
    line += ' ';
    for (const char c : note) {
      if (c == '\n') {
        out.text(line + "\n");
        line = std::string(mark) + ' ';
        continue;
      }
      if (c == '=' || c == ':')
        for (const std::string_view key : keys)
          if (line.ends_with(key)) line += ' ';
      const auto code = static_cast<unsigned char>(c);
      line += code < 0x20 || code == 0x7f ? ' ' : c;
    }
    out.text(line + "\n");
  }
}

void write_comment(std::string_view mark, std::string_view key, double value, TextWriter& out) {
  require_writable(value);
  out.text(mark);
  out.text(" ");
  out.text(key);
  out.text("=");
  out.real(value);
  out.text("\n");
}

void require_variables(const QuadraticForm& form) {
  if (form.size() == 0) throw UsageError("a model without variables cannot be written");
}

void require_writable(double value) {
  if (!(std::fabs(value) <= largest_coefficient))
    throw UsageError(
        fmt::format("the model has a coefficient {:g}; files hold finite numbers up to {:g}", value,
                    largest_coefficient));
}

double half_of(double coupling, std::string_view format) {
  const double half = coupling / 2;
  if (half * 2 != coupling)
    throw UsageError(fmt::format(
        "format '{}' holds half of each coupling, and half of {:g} is not a double; use "
        "'coo'",
        format, coupling));
  return half;
}

}  // namespace spinsack
