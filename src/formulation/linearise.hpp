// SPDX-License-Identifier: Apache-2.0
// Instance -> mathematical program, as a catalog. "quadratic" is the problem as it stands; the others
// replace every product of two items by linear rows, for the solvers that know nothing else. All have
// the optimum of the instance, for profits of either sign, and the first size() columns of each are
// the items, in their order.
//
// A new one is a function in linearise.cpp and a line in its catalog.
#pragma once

#include "instance/qkp.hpp"
#include "program/program.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

struct Linearisation {
  std::string_view name;
  std::string_view help;
  // Throws UsageError if the program would have more columns than an Index can count.
  Program (*build)(const QkpInstance& instance);
};

[[nodiscard]] std::span<const Linearisation> linearisations();

// The values that a solution gives to all columns of a program built from the instance by one of these.
[[nodiscard]] std::vector<double> column_values(const Program& program, const QkpInstance& instance,
                                                BitView bits);

}  // namespace spinsack
