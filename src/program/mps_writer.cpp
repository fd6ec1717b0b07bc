// SPDX-License-Identifier: Apache-2.0
#include "program/mps_writer.hpp"

#include "program/writing.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace spinsack {
namespace {

// One line of fields, blanks between them.
class Record {
 public:
  Record(const WrittenNames& names, TextWriter& out) : names_(names), out_(out) {}

  Record& word(std::string_view text) {
    text_ += ' ';
    text_ += text;
    return *this;
  }
  Record& column(Index column) {
    text_ += ' ';
    names_.append_column(text_, column);
    return *this;
  }
  Record& row(std::size_t row) {
    text_ += ' ';
    names_.append_row(text_, row);
    return *this;
  }
  Record& group(std::size_t group) {
    text_ += ' ';
    names_.append_group(text_, group);
    return *this;
  }
  Record& objective() { return word(names_.objective()); }
  Record& number(std::int64_t value, int digits) {
    text_ += ' ';
    append_number(text_, value, digits);
    return *this;
  }
  void end() {
    text_ += '\n';
    out_.text(text_);
    text_.clear();
  }

 private:
  const WrittenNames& names_;
  TextWriter& out_;
  std::string text_;
};

bool is_mps_name(std::string_view name) {
  constexpr std::size_t longest = 255;
  return !name.empty() && name.size() <= longest &&
         std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f; });
}

// One word of harmless characters, for the NAME line.
std::string single_word(std::string_view name) {
  std::string word;
  for (const char c : name.substr(0, 60)) {
    const bool harmless = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    word += harmless ? c : '_';
  }
  return word.empty() ? "program" : word;
}

// The entries by column instead of by row. Counting sort: O(entries) time and memory.
struct ByColumn {
  struct Cell {
    std::size_t row;
    std::int64_t value;
  };
  std::vector<std::size_t> start;  // column c is cells[start[c]..start[c + 1])
  std::vector<Cell> cells;

  explicit ByColumn(const Program& program)
      : start(program.columns.size() + 1), cells(program.entries.size()) {
    for (const Entry& entry : program.entries) ++start[at(entry.column) + 1];
    for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (std::size_t r = 0; r < program.rows.size(); ++r)
      for (const Entry& entry : program.entries_of(program.rows[r]))
        cells[next[at(entry.column)]++] = {r, entry.value};
  }
};

constexpr std::string_view letter(RowSense sense) {
  switch (sense) {
    case RowSense::at_most:
      return "L";
    case RowSense::equal:
      return "E";
    case RowSense::at_least:
      return "G";
  }
  return {};
}

void write_columns(const Program& program, Record& record) {
  const ByColumn by_column(program);
  auto group = program.groups.begin();
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    const Column& column = program.columns[c];
    const std::size_t begin = by_column.start[c];
    const std::size_t end = by_column.start[c + 1];
    while (group != program.groups.end() && static_cast<Index>(c) >= group->end()) ++group;
    const bool grouped = group != program.groups.end() && static_cast<Index>(c) >= group->first;
    // A column exists once it is mentioned, if only with a zero.
    if (column.objective != 0 || (begin == end && !grouped))
      record.column(static_cast<Index>(c))
          .objective()
          .number(-column.objective, program.objective_digits)
          .end();
    for (std::size_t e = begin; e < end; ++e) {
      const std::size_t row = by_column.cells[e].row;
      record.column(static_cast<Index>(c))
          .row(row)
          .number(by_column.cells[e].value, program.rows[row].digits)
          .end();
    }
    if (grouped)
      record.column(static_cast<Index>(c))
          .group(static_cast<std::size_t>(group - program.groups.begin()))
          .number(1, 0)
          .end();
  }
}

void write_bounds(const Program& program, Record& record) {
  for (Index c = 0; c < program.size(); ++c) {
    const Column& column = program.columns[at(c)];
    const auto bound = [&](std::string_view kind, std::int64_t value) {
      record.word(kind).word("BND").column(c).number(value, column.bound_digits).end();
    };
    if (column.kind == ColumnKind::binary) {
      record.word("BV").word("BND").column(c).end();
    } else if (column.lower == column.upper) {
      // Readers disagree on what UP 0 alone does to the lower bound.
      bound("FX", column.lower);
    } else {
      if (column.lower != 0) bound("LO", column.lower);
      bound("UP", column.upper);
    }
  }
}

}  // namespace

void write_mps(const Program& program, std::span<const std::string> notes, TextWriter& out) {
  const std::array<std::string, 1> sign{"Objective negated, to be minimised: profit = -obj"};
  write_comments(notes, "*", out);
  write_comments(program.notes, "*", out);
  if (!program.minimised) write_comments(sign, "*", out);
  const WrittenNames names(program, is_mps_name);
  Record record(names, out);
  out.text("NAME");
  record.word(single_word(program.name)).word("FREE").end();
  out.text("ROWS\n");
  record.word("N").objective().end();
  for (std::size_t r = 0; r < program.rows.size(); ++r)
    record.word(letter(program.rows[r].sense)).row(r).end();
  for (std::size_t g = 0; g < program.groups.size(); ++g) record.word("E").group(g).end();
  out.text("COLUMNS\n");
  write_columns(program, record);
  out.text("RHS\n");
  // The right-hand side of the objective counts against it, and so do values when they are minimised.
  if (program.objective_constant != 0)
    record.word("RHS")
        .objective()
        .number(program.objective_constant, program.objective_digits)
        .end();
  for (std::size_t r = 0; r < program.rows.size(); ++r)
    if (const Row& row = program.rows[r]; row.rhs != 0)
      record.word("RHS").row(r).number(row.rhs, row.digits).end();
  for (std::size_t g = 0; g < program.groups.size(); ++g)
    record.word("RHS").group(g).number(1, 0).end();
  out.text("BOUNDS\n");
  write_bounds(program, record);
  if (program.pairs.pairs() > 0) {
    out.text("QUADOBJ\n");
    program.pairs.for_each_pair([&](Index first, Index second, auto value) {
      record.column(first)
          .column(second)
          .number(-static_cast<std::int64_t>(value), program.objective_digits)
          .end();
    });
  }
  out.text("ENDATA\n");
}

}  // namespace spinsack
