// SPDX-License-Identifier: Apache-2.0
// Whether two forms are the same polynomial, coefficient by coefficient, however they are stored.
#pragma once

#include "qubo/quadratic_form.hpp"

#include <sstream>
#include <string>

namespace spinsack::test {

// Empty if equal; otherwise the first difference.
inline std::string form_difference(const QuadraticForm& a, const QuadraticForm& b) {
  std::ostringstream difference;
  difference.precision(17);
  if (a.vartype != b.vartype) return "kinds of variable differ";
  if (a.size() != b.size()) {
    difference << a.size() << " and " << b.size() << " variables";
    return difference.str();
  }
  if (a.inequality != b.inequality) return "inequalities differ";
  if (a.constant != b.constant) difference << "constant " << a.constant << " and " << b.constant;
  for (Index i = 0; i < a.size() && difference.view().empty(); ++i)
    if (a.linear[at(i)] != b.linear[at(i)])
      difference << "linear " << i << ": " << a.linear[at(i)] << " and " << b.linear[at(i)];
  const auto compare = [&](const QuadraticForm& one, const QuadraticForm& other) {
    one.pairs.for_each_pair([&](Index i, Index j, auto value) {
      const double here = one.unit * static_cast<double>(value);
      const double there = other.unit * other.pairs.value(i, j);
      if (here != there && difference.view().empty())
        difference << "pair " << i << ' ' << j << ": " << here << " and " << there;
    });
  };
  compare(a, b);
  compare(b, a);  // pairs that only b has
  return difference.str();
}

}  // namespace spinsack::test
