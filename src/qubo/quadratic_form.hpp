// SPDX-License-Identifier: Apache-2.0
// A quadratic polynomial of n two-valued variables, written out in full: what a file holds, what a real
// machine is sent, and the judge of the factored model.
//
//   value(x) = constant + sum_i linear_i x_i + unit * sum_{i<j} pairs_ij x_i x_j
//
// with x_i in {0, 1} (a QUBO) or in {-1, +1} (an Ising model). The common factor `unit` lets integer
// entries stay integers through sign changes, decimal scales and the conversions below.
#pragma once

#include "core/symmetric_rows.hpp"
#include "core/types.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace spinsack {

enum class Vartype { binary, spin };

// weights . x <= bound, of bits whatever the variables of the form are.
struct Inequality {
  std::vector<double> weights;  // one per variable
  double bound = 0;

  friend bool operator==(const Inequality&, const Inequality&) = default;
};

struct QuadraticForm {
  Vartype vartype = Vartype::binary;
  double constant = 0;
  std::vector<double> linear;
  double unit = 1;
  SymmetricRows pairs;              // of linear.size() variables
  std::int64_t repeated_terms = 0;  // how many terms of a file were added to earlier ones
  // What a machine is to keep besides; no part of the value. Most machines and formats have no place for it.
  std::optional<Inequality> inequality = {};

  Index size() const { return static_cast<Index>(linear.size()); }
};

// The definition, literally. A spin variable is up (+1) where its bit is 1.
[[nodiscard]] double value_of(const QuadraticForm& form, BitView x);

// The same function of the other kind of variable, x = (1 + s) / 2. Only linear terms, constant and
// unit change (by powers of two and sums), so integers lose nothing below 2^51.
[[nodiscard]] QuadraticForm to_spin(QuadraticForm form);
[[nodiscard]] QuadraticForm to_binary(QuadraticForm form);

}  // namespace spinsack
