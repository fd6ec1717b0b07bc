// SPDX-License-Identifier: Apache-2.0
// What a user gets without asking: Lagrangian hyperplane annealing. Once it has stopped to find better solutions
// an upper bound is worked out, and if that proves the best one optimal the run ends. Instances with few pairs
// begin with the cuts of qkbp, which bring a solution and a bound of their own.
#pragma once

#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct Automatic {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view help =
      "the best there is: lha, after qkbp if pairs are few, until a bound proves it optimal";
  static constexpr auto fields() { return std::tuple{}; }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
