// SPDX-License-Identifier: Apache-2.0
#include "program/lp_writer.hpp"

#include "program/lp_tokens.hpp"
#include "program/writing.hpp"

#include <string_view>

namespace spinsack {
namespace {

// A line is broken before the piece that would pass this; no piece is longer than 100 characters.
constexpr std::size_t line_width = 100;

// Puts pieces one after another, a blank between them, and breaks lines where needed.
class LineWriter {
 public:
  explicit LineWriter(TextWriter& out) : out_(out) {}

  void piece(std::string_view text) {
    if (width_ > 0 && width_ + 1 + text.size() > line_width) end();
    out_.text(" ");
    out_.text(text);
    width_ += 1 + text.size();
  }
  void end() {
    out_.text("\n");
    width_ = 0;
  }

 private:
  TextWriter& out_;
  std::size_t width_ = 0;
};

constexpr std::string_view symbol(RowSense sense) {
  switch (sense) {
    case RowSense::at_most:
      return "<=";
    case RowSense::equal:
      return "=";
    case RowSense::at_least:
      return ">=";
  }
  return {};
}

// A sum: signs stand apart from numbers, the first plus and factors of one are left out.
class SumWriter {
 public:
  SumWriter(const WrittenNames& names, LineWriter& lines) : names_(names), lines_(lines) {}

  void term(std::int64_t value, int digits, Index column) {
    number(value, digits);
    names_.append_column(text_, column);
    put();
  }
  void product(std::int64_t value, int digits, Index first, Index second) {
    number(value, digits);
    names_.append_column(text_, first);
    text_ += " * ";
    names_.append_column(text_, second);
    put();
  }
  // As a column that is fixed at one: many readers know no other constants.
  void constant(std::int64_t value, int digits) {
    number(value, digits);
    text_ += names_.constant();
    put();
  }
  bool empty() const { return empty_; }

 private:
  void number(std::int64_t value, int digits) {
    text_ = value < 0 ? "- " : empty_ ? "" : "+ ";
    const std::size_t begin = text_.size();
    append_number(text_, value < 0 ? -value : value, digits);
    if (std::string_view(text_).substr(begin) == "1")
      text_.resize(begin);
    else
      text_ += ' ';
  }
  void put() {
    lines_.piece(text_);
    empty_ = false;
  }

  const WrittenNames& names_;
  LineWriter& lines_;
  std::string text_;
  bool empty_ = true;
};

void write_objective(const Program& program, const WrittenNames& names, LineWriter& lines) {
  const int digits = program.objective_digits;
  const int sign = program.minimised ? -1 : 1;
  lines.piece(std::string(names.objective()) + ':');
  SumWriter sum(names, lines);
  for (std::size_t c = 0; c < program.columns.size(); ++c)
    if (program.columns[c].objective != 0)
      sum.term(sign * program.columns[c].objective, digits, static_cast<Index>(c));
  // Not every reader takes an empty objective, or one that starts with a bracket.
  if (sum.empty()) sum.term(0, 0, 0);
  if (program.objective_constant != 0) sum.constant(sign * program.objective_constant, digits);
  if (program.pairs.pairs() > 0) {
    lines.piece("+ [");
    SumWriter bracket(names, lines);
    program.pairs.for_each_pair([&](Index first, Index second, auto value) {
      bracket.product(2 * sign * static_cast<std::int64_t>(value), digits, first, second);
    });
    lines.piece("] / 2");
  }
  lines.end();
}

// Exactly one column of each group is set.
void write_groups(const Program& program, const WrittenNames& names, LineWriter& lines) {
  std::string text;
  for (std::size_t g = 0; g < program.groups.size(); ++g) {
    text.clear();
    names.append_group(text, g);
    text += ':';
    lines.piece(text);
    SumWriter sum(names, lines);
    const Group& group = program.groups[g];
    for (Index c = group.first; c < group.end(); ++c) sum.term(1, 0, c);
    lines.piece("= 1");
    lines.end();
  }
}

void write_row(const Program& program, std::size_t r, const WrittenNames& names,
               LineWriter& lines) {
  const Row& row = program.rows[r];
  std::string text;
  names.append_row(text, r);
  text += ':';
  lines.piece(text);
  SumWriter sum(names, lines);
  for (const Entry& entry : program.entries_of(row))
    sum.term(entry.value, row.digits, entry.column);
  if (sum.empty()) sum.term(0, 0, 0);
  text = symbol(row.sense);
  text += ' ';
  append_number(text, row.rhs, row.digits);
  lines.piece(text);
  lines.end();
}

void write_bounds(const Program& program, const WrittenNames& names, TextWriter& out,
                  LineWriter& lines) {
  std::string text;
  bool any = false;
  const auto begin = [&] {
    if (!any) out.text("Bounds\n");
    any = true;
  };
  if (program.objective_constant != 0) {
    begin();
    lines.piece(std::string(names.constant()) + " = 1");
    lines.end();
  }
  for (Index c = 0; c < program.size(); ++c) {
    const Column& column = program.columns[at(c)];
    if (column.kind == ColumnKind::binary) continue;
    begin();
    text.clear();
    append_number(text, column.lower, column.bound_digits);
    text += " <= ";
    names.append_column(text, c);
    text += " <= ";
    append_number(text, column.upper, column.bound_digits);
    lines.piece(text);
    lines.end();
  }
}

void write_binaries(const Program& program, const WrittenNames& names, LineWriter& lines) {
  std::string text;
  for (Index c = 0; c < program.size(); ++c) {
    if (program.columns[at(c)].kind != ColumnKind::binary) continue;
    text.clear();
    names.append_column(text, c);
    lines.piece(text);
  }
  lines.end();
}

}  // namespace

void write_lp(const Program& program, std::span<const std::string> notes, TextWriter& out) {
  write_comments(notes, "\\", out);
  write_comments(program.notes, "\\", out);
  const WrittenNames names(program, is_lp_name);
  LineWriter lines(out);
  out.text(program.minimised ? "Minimize\n" : "Maximize\n");
  write_objective(program, names, lines);
  out.text("Subject To\n");
  for (std::size_t r = 0; r < program.rows.size(); ++r) write_row(program, r, names, lines);
  write_groups(program, names, lines);
  write_bounds(program, names, out, lines);
  out.text("Binaries\n");
  write_binaries(program, names, lines);
  out.text("End\n");
}

}  // namespace spinsack
