// SPDX-License-Identifier: Apache-2.0
#include "solver/program_exchange.hpp"

#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <limits>

namespace spinsack {
namespace {

constexpr std::string_view head = "spinsack-mip-program";
constexpr int most_decimals = 100;

void require_word(TextReader& text, std::string_view word) {
  if (text.peek() != word) text.fail_next(fmt::format("'{}'", word));
  text.next();
}

std::int64_t count_after(TextReader& text, std::string_view word, std::int64_t low,
                         std::int64_t high) {
  require_word(text, word);
  return text.integer(word, low, high);
}

int sense_number(RowSense sense) {
  return sense == RowSense::at_most ? -1 : sense == RowSense::equal ? 0 : 1;
}

Column read_column(TextReader& text) {
  Column column;
  column.objective = text.integer("an objective");
  column.lower = text.integer("a lower bound");
  column.upper = text.integer("an upper bound");
  column.bound_digits = static_cast<int>(text.integer("decimals", 0, most_decimals));
  const bool binary = text.integer("a kind", 0, 1) == 1;
  column.kind = binary ? ColumnKind::binary : ColumnKind::continuous;
  return column;
}

void read_row(TextReader& text, Program& program) {
  const std::int64_t sense = text.integer("a sense", -1, 1);
  const std::int64_t rhs = text.integer("a right side");
  const auto digits = static_cast<int>(text.integer("decimals", 0, most_decimals));
  program.add_row({},
                  sense < 0    ? RowSense::at_most
                  : sense == 0 ? RowSense::equal
                               : RowSense::at_least,
                  rhs, digits);
  const std::int64_t entries = text.integer("a number of entries", 0, program.size());
  for (std::int64_t e = 0; e < entries; ++e) {
    const auto column = static_cast<Index>(text.integer("a column", 0, program.size() - 1));
    program.add_entry(column, text.integer("a coefficient"));
  }
}

}  // namespace

void write_program_task(const ProgramTask& task, TextWriter& out) {
  const Program& program = task.program;
  out.text(fmt::format("{} 1\nseed {} nodes {} cut-rounds {}\ncolumns {} decided {}\n", head,
                       task.seed, task.nodes, task.cut_rounds, program.size(), task.decided));
  for (const Column& column : program.columns)
    out.text(fmt::format("{} {} {} {} {}\n", column.objective, column.lower, column.upper,
                         column.bound_digits, column.kind == ColumnKind::binary ? 1 : 0));
  out.text(fmt::format("rows {}\n", program.rows.size()));
  for (const Row& row : program.rows) {
    out.text(fmt::format("{} {} {} {}\n", sense_number(row.sense), row.rhs, row.digits,
                         row.end - row.begin));
    for (const Entry& entry : program.entries_of(row)) {
      out.integer(entry.column);
      out.text(" ");
      out.integer(entry.value);
      out.text(" ");
    }
    out.text("\n");
  }
  out.text("end\n");
}

bool is_program_task(const InputFile& file) { return file.text.starts_with(head); }

ProgramTask read_program_task(const InputFile& file) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  TextReader text(file.name, file.text);
  static_cast<void>(count_after(text, head, 1, 1));
  ProgramTask task;
  task.seed = static_cast<std::uint64_t>(count_after(text, "seed", 0, most));
  task.nodes = count_after(text, "nodes", 0, most);
  task.cut_rounds = count_after(text, "cut-rounds", 0, most);
  const auto columns = static_cast<Index>(count_after(text, "columns", 1, most));
  task.decided = static_cast<Index>(count_after(text, "decided", 1, columns));
  for (Index c = 0; c < columns; ++c) task.program.add_column(read_column(text));
  const std::int64_t rows = count_after(text, "rows", 0, most);
  for (std::int64_t r = 0; r < rows; ++r) read_row(text, task.program);
  require_word(text, "end");
  text.end("the task");
  return task;
}

}  // namespace spinsack
