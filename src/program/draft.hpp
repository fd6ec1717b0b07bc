// SPDX-License-Identifier: Apache-2.0
// What the readers of LP and MPS collect: numbers as exact decimals in the order of the file, each with the place where
// it stood. finish() makes a program of it, or says by name and line what cannot be one.
#pragma once

#include "core/decimal.hpp"
#include "core/text_reader.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spinsack {

class ProgramDraft {
 public:
  // Decimals that a factor 1/2 of a bracket may still halve.
  struct Term {
    Index column = 0;
    Decimal value;
  };
  struct PairTerm {
    Index first = 0;
    Index second = 0;
    Decimal value;  // of the product of the two columns as it stands
    std::size_t place = 0;
  };
  struct DraftColumn {
    std::string name;
    std::size_t place = 0;  // of its first mention
    bool binary = false;
    bool integer = false;
    Index declared = 0;  // columns of the program stand by this number, then as they were met
    std::optional<Decimal> lower = Decimal{};  // none: no bound
    std::optional<Decimal> upper = {};
  };
  struct DraftRow {
    std::string name;
    RowSense sense = RowSense::at_most;
    std::vector<Term> terms;
    std::vector<Decimal> rhs;  // a sum
    std::size_t place = 0;
  };

  // reader is kept by reference, for messages.
  explicit ProgramDraft(const TextReader& reader) : reader_(reader) {}

  // The column of this name, made if it is new.
  Index column(std::string_view text, std::size_t place);
  std::optional<Index> find_column(std::string_view text) const;
  DraftColumn& at_column(Index column) { return columns_[at(column)]; }
  Index size() const { return static_cast<Index>(columns_.size()); }
  // Refuses a second row of the same name. The reference is good until the next row.
  DraftRow& add_row(std::string_view text, RowSense sense, std::size_t place);
  std::vector<DraftRow>& rows() { return rows_; }

  std::string name;
  bool minimised = false;          // what the file asks for; terms are as the file has them
  std::vector<Decimal> constants;  // of the objective
  std::vector<Term> objective;
  std::vector<PairTerm> pairs;

  // Throws InputError naming the first column, row or number that a program of binary columns cannot hold.
  [[nodiscard]] Program finish();

 private:
  void check_columns();
  void take_fixed(Index fixed, const Decimal& value);
  void write_columns(Program& program);
  void write_rows(Program& program);
  void write_objective(Program& program);
  void write_bounds(Program& program);

  const TextReader& reader_;
  std::vector<DraftColumn> columns_;
  std::unordered_map<std::string, Index> column_of_;
  std::vector<DraftRow> rows_;
  std::unordered_map<std::string, std::size_t> row_of_;
  std::vector<Index> kept_;         // the column of the program, -1 for those fixed
  std::vector<Index> order_;        // the columns that are kept
  std::vector<std::string> texts_;  // names of columns and rows
};

// 1/2, exactly.
[[nodiscard]] std::optional<Decimal> half_of(const Decimal& value);

// Makes groups of the equations that say no more than that: all coefficients 1, right-hand side 1, columns side by
// side and in no earlier group. The rows go.
void find_groups(Program& program);

}  // namespace spinsack
