// SPDX-License-Identifier: Apache-2.0
// Penalty strengths of the rows and groups of any program.
//
//   safe       the minimum of the model is that of the program. For a k-cut that is proven per vertex, and tight
//              (group_encoding.cpp). For groups without rows it is all that the group can move. A conflict of a program
//              that has no other rows needs what the lesser of its columns can earn. Everything else needs the
//              range of the whole objective, since a violation may be as small as 1: safe, and far too strong for
//              most machines.
//   automatic  weaker, for machines whose answers are repaired: 0.75 times safe for a k-cut one-hot, safe for its other
//              encodings. Elsewhere an estimate. With the reach of a column, the most that a flip of it moves the
//              objective if groups are kept: half the largest reach over the square of the coefficient for equations and
//              groups; for a capacity the strength at which its typical price makes an overload of a tenth, and
//              at most that of half a typical coefficient; for a conflict the lesser reach.
#pragma once

#include "formulation/group_encoding.hpp"
#include "formulation/request.hpp"
#include "program/program.hpp"

#include <string_view>
#include <vector>

namespace spinsack {

// One number > 0 per row and per group.
struct PenaltyStrengths {
  std::vector<double> rows;
  std::vector<double> groups;
};

[[nodiscard]] PenaltyStrengths penalty_strengths(const Program& program,
                                                 const GroupEncoding& encoding,
                                                 StrengthScale scale);

// One strength as a request has it.
struct StrengthChoice {
  double value = 1;
  StrengthScale scale = StrengthScale::absolute;
  friend bool operator==(const StrengthChoice&, const StrengthChoice&) = default;
};

// The strengths of a rule: a number, 2^-3, 2^-6..2^7, safe, scale:0.5 (of safe), scale:1..4, auto. UsageError for
// anything else.
[[nodiscard]] std::vector<StrengthChoice> parse_program_strengths(std::string_view text);

// Largest slack by its name: "auto" and "capacity" let every row have as much as it can, or an integer.
[[nodiscard]] Weight parse_program_bound(std::string_view text);

}  // namespace spinsack
