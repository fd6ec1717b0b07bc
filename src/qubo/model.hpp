// SPDX-License-Identifier: Apache-2.0
// The machine's language: a QUBO whose squared penalties stay factored.
//
//   energy(x) = objective(x) + sum_t s_t (a_t . x + b_t)^2,   x_v in {0, 1}
//
// A capacity penalty couples every variable with every other, so written out it is dense whatever the
// problem was. Kept as a square, a new strength s_t costs nothing, a slack bit has no neighbours at
// all, and a flip moves one residual (a_t . x + b_t) instead of a row.
#pragma once

#include "core/types.hpp"
#include "qubo/quadratic_form.hpp"

#include <optional>
#include <span>
#include <vector>

namespace spinsack {

struct SquaredTerm {
  double strength = 0;    // s_t, the paper's lambda
  std::vector<double> a;  // one coefficient per variable
  double b = 0;
};

class QuboModel {
 public:
  // The objective may have fewer variables than the model: those that follow (slack bits) occur in
  // penalties only. Throws InvalidInstance on lengths that do not match, or numbers not finite.
  QuboModel(QuadraticForm objective, Index size, std::vector<SquaredTerm> penalties);
  explicit QuboModel(QuadraticForm form);  // any form, spins converted; no penalties

  Index size() const { return size_; }
  const QuadraticForm& objective() const { return objective_; }
  std::span<const SquaredTerm> penalties() const { return penalties_; }
  // What a sample should keep besides; energies know nothing of it.
  const std::optional<Inequality>& inequality() const { return objective_.inequality; }
  void set_strength(std::size_t term, double strength) { penalties_[term].strength = strength; }
  void set_constant(double constant) { objective_.constant = constant; }

  [[nodiscard]] double energy(BitView x) const;  // literal
  // Every square multiplied out: O(size^2) entries. UsageError beyond 40,000 variables with penalties.
  [[nodiscard]] QuadraticForm expand() const;
  std::size_t bytes() const;

 private:
  void check() const;

  QuadraticForm objective_;
  Index size_;
  std::vector<SquaredTerm> penalties_;
};

}  // namespace spinsack
