// SPDX-License-Identifier: Apache-2.0
// What an assignment of all columns is worth, literally and in exact integers, for programs of binary columns; and the
// way between columns and labels.
#pragma once

#include "core/types.hpp"
#include "program/program.hpp"

#include <cstdint>

namespace spinsack {

struct ProgramValue {
  std::int64_t value = 0;      // of the objective, in units of 10^-objective_digits
  std::int64_t violation = 0;  // of all rows and groups together; 0: feasible

  bool feasible() const { return violation == 0; }
  friend bool operator==(const ProgramValue&, const ProgramValue&) = default;
};

// The violation of a row is how far its sum is from what it asks for, in units of 10^-digits of the row; that of a
// group, how many set columns it has too many or too few. Values beyond 64 bits stop at their end.
[[nodiscard]] ProgramValue evaluate_program(const Program& program, BitView columns);

// Throws InvalidInstance unless all columns are binary, pairs are integers of no more columns than there are, groups are
// in order and of at most 255 columns, and no sum over any set of columns can leave 2^61.
void check_program(const Program& program);

[[nodiscard]] Index number_of_elements(const Program& program);

// One label per element. A group of which none or several columns are set gets its first set one, or 0.
[[nodiscard]] Bits labels_of(const Program& program, BitView columns);
// A label that a group does not have sets none of its columns.
[[nodiscard]] Bits columns_of(const Program& program, BitView labels);

}  // namespace spinsack
