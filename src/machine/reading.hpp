// SPDX-License-Identifier: Apache-2.0
// Ways to misread a model. Machines differ in what a file or a sign means, and a wrong reading still gives samples and
// energies; what it gives tells which one it was.
#pragma once

#include "core/types.hpp"
#include "qubo/quadratic_form.hpp"

#include <optional>
#include <string>
#include <vector>

namespace spinsack {

struct Reading {
  bool maximised = false;
  double pair_factor = 1;  // how often a pair counts: 1, 2, 1/2
  bool spins = false;      // coefficients of bits taken for those of spins
  bool reversed = false;   // the last variable first
  bool diagonal = true;    // linear terms are there
  bool constant = true;

  // "right", or what is wrong, such as "pairs counted twice, the constant lost".
  [[nodiscard]] std::string text() const;
  // The energy that such a machine gives this state, which it tells in its own order.
  [[nodiscard]] double value(const QuadraticForm& form, BitView bits) const;
  friend bool operator==(const Reading&, const Reading&) = default;
};

// All of them, 96, the right one first, then those with the fewest mistakes.
[[nodiscard]] const std::vector<Reading>& all_readings();

// Sum of the sizes of all terms that count in a state: what rounding errors are measured by.
[[nodiscard]] double magnitude(const QuadraticForm& form, BitView bits);

// Why a machine told this energy of a state, form being what it was sent: empty if it is right up to rounding of its
// bits, else the reading that explains it, or "lost precision", or what was expected.
[[nodiscard]] std::string finding(const QuadraticForm& form, BitView bits, double told,
                                  int bits_of_machine, bool lacks_constant);

}  // namespace spinsack
