// SPDX-License-Identifier: Apache-2.0
#include "program/mps_writer.hpp"

#include "program/writing.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace spinsack {
namespace {

// One line of fields, blanks between them.
class Record {
 public:
  explicit Record(TextWriter& out) : out_(out) {}

  Record& word(std::string_view text) {
    text_ += ' ';
    text_ += text;
    return *this;
  }
  Record& label(const Label& name) {
    text_ += ' ';
    append_label(text_, name);
    return *this;
  }
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
  TextWriter& out_;
  std::string text_;
};

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

void write_columns(const Program& program, const FreeWords& words, Record& record) {
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
      record.label(column.name)
          .word(words.objective)
          .number(-column.objective, program.objective_digits)
          .end();
    for (std::size_t e = begin; e < end; ++e) {
      const Row& row = program.rows[by_column.cells[e].row];
      record.label(column.name).label(row.name).number(by_column.cells[e].value, row.digits).end();
    }
    if (grouped)
      record.label(column.name)
          .label(words.group_row(static_cast<std::size_t>(group - program.groups.begin())))
          .number(1, 0)
          .end();
  }
}

void write_bounds(const Program& program, Record& record) {
  const auto bound = [&](std::string_view kind, const Column& column, std::int64_t value) {
    record.word(kind).word("BND").label(column.name).number(value, column.bound_digits).end();
  };
  for (const Column& column : program.columns) {
    if (column.kind == ColumnKind::binary) {
      record.word("BV").word("BND").label(column.name).end();
    } else if (column.lower == column.upper) {
      // Readers disagree on what UP 0 alone does to the lower bound.
      bound("FX", column, column.lower);
    } else {
      if (column.lower != 0) bound("LO", column, column.lower);
      bound("UP", column, column.upper);
    }
  }
}

}  // namespace

void write_mps(const Program& program, std::span<const std::string> notes, TextWriter& out) {
  const std::array<std::string, 1> sign{"Objective negated, to be minimised: profit = -obj"};
  write_comments(notes, "*", out);
  write_comments(program.notes, "*", out);
  if (!program.minimised) write_comments(sign, "*", out);
  const FreeWords words(program);
  Record record(out);
  out.text("NAME");
  record.word(single_word(program.name)).word("FREE").end();
  out.text("ROWS\n");
  record.word("N").word(words.objective).end();
  for (const Row& row : program.rows) record.word(letter(row.sense)).label(row.name).end();
  for (std::size_t g = 0; g < program.groups.size(); ++g)
    record.word("E").label(words.group_row(g)).end();
  out.text("COLUMNS\n");
  write_columns(program, words, record);
  out.text("RHS\n");
  if (program.objective_constant !=
      0)  // minimised: minus the value; the right-hand side counts against it
    record.word("RHS")
        .word(words.objective)
        .number(program.objective_constant, program.objective_digits)
        .end();
  for (const Row& row : program.rows)
    if (row.rhs != 0) record.word("RHS").label(row.name).number(row.rhs, row.digits).end();
  for (std::size_t g = 0; g < program.groups.size(); ++g)
    record.word("RHS").label(words.group_row(g)).number(1, 0).end();
  out.text("BOUNDS\n");
  write_bounds(program, record);
  if (program.pairs.pairs() > 0) {
    out.text("QUADOBJ\n");
    program.pairs.for_each_pair([&](Index first, Index second, auto value) {
      record.label(program.columns[at(first)].name)
          .label(program.columns[at(second)].name)
          .number(-static_cast<std::int64_t>(value), program.objective_digits)
          .end();
    });
  }
  out.text("ENDATA\n");
}

}  // namespace spinsack
