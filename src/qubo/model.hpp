// SPDX-License-Identifier: Apache-2.0
// The machine's language: a QUBO whose squared penalties stay factored.
//
//   energy(x) = objective(x) + sum_t s_t (a_t . x + b_t)^2,   x_v in {0, 1}
//
// A capacity penalty couples every variable with every other, so written out it is dense whatever the
// problem was. Kept as a square, a new strength s_t costs nothing, a slack bit has no neighbours at
// all, and a flip moves one residual (a_t . x + b_t) instead of a row. A term lists the variables that occur in it, so
// a model may have thousands of short ones.
//
// Groups of variables of which exactly one is meant to be set are listed beside the energy, for machines that keep them
// themselves; there may be penalties that ask for the same.
#pragma once

#include "core/group.hpp"
#include "core/types.hpp"
#include "qubo/quadratic_form.hpp"

#include <optional>
#include <span>
#include <vector>

namespace spinsack {

struct SquaredTerm {
  double strength = 0;           // s_t, the paper's lambda
  std::vector<Index> variables;  // that occur in it, ascending
  std::vector<double> a;         // their coefficients
  double b = 0;

  // From one coefficient per variable; zeros are left out.
  static SquaredTerm of_all(double strength, std::span<const double> coefficients, double b);

  // f(variable, coefficient) for those that occur.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t e = 0; e < variables.size(); ++e) f(variables[e], a[e]);
  }
  std::vector<double> written_out(Index size) const;  // one coefficient per variable
};

// The squared terms by variable instead of by term: term t has the coefficient a_tv.
struct TermsByVariable {
  struct Part {
    std::size_t term = 0;
    double a = 0;
  };
  TermsByVariable(std::span<const SquaredTerm> terms, Index size);

  // By ascending term.
  std::span<const Part> of(Index variable) const {
    return std::span(parts).subspan(start[at(variable)],
                                    start[at(variable) + 1] - start[at(variable)]);
  }

  std::vector<std::size_t> start;
  std::vector<Part> parts;
};

class QuboModel {
 public:
  // The objective may have fewer variables than the model: those that follow (slack bits) occur in
  // penalties only. Throws InvalidInstance on lengths that do not match, or numbers not finite.
  QuboModel(QuadraticForm objective, Index size, std::vector<SquaredTerm> penalties,
            std::vector<Group> groups = {});
  explicit QuboModel(QuadraticForm form);  // any form, spins converted; no penalties

  Index size() const { return size_; }
  const QuadraticForm& objective() const { return objective_; }
  std::span<const SquaredTerm> penalties() const { return penalties_; }
  std::span<const Group> groups() const { return groups_; }
  // What a sample should keep besides; energies know nothing of it.
  const std::optional<Inequality>& inequality() const { return objective_.inequality; }
  void set_strength(std::size_t term, double strength) { penalties_[term].strength = strength; }
  void set_groups(std::vector<Group> groups);  // InvalidInstance unless they fit the model
  void set_constant(double constant) { objective_.constant = constant; }

  [[nodiscard]] double energy(BitView x) const;  // literal
  // Every square multiplied out: half the square of its length in entries. UsageError where these are more than 800
  // million, which is one square of 40,000 variables. Groups leave no trace.
  [[nodiscard]] QuadraticForm expand() const;
  std::size_t bytes() const;

 private:
  void check() const;

  QuadraticForm objective_;
  Index size_;
  std::vector<SquaredTerm> penalties_;
  std::vector<Group> groups_;
};

}  // namespace spinsack
