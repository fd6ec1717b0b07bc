// SPDX-License-Identifier: Apache-2.0
// What a user gets without asking: a portfolio.
//
//   1. Up to a few dozen items, some rounds of lha and branch and bound (exact.hpp), which end the matter in milliseconds.
//   2. Where minimum cuts cost little, those of qkbp: on instances with few pairs they often end at the optimum, and
//      then prove it.
//   3. Lagrangian hyperplane annealing (lha.hpp), whose start is a good answer within milliseconds.
//   4. Once as much of its work as led to the best has brought nothing better: the greedy of the paper, a bound
//      (proof/margin_bound.hpp, or bound/best_bound.hpp where that one says little), cuts elsewhere, branch and bound,
//      and other searches for small shares. What they find goes back to lha. A proof ends the run.
//
// Without a time limit the shares are counted in work, so that the same command gives the same answer everywhere.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct Automatic {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view help =
      "a portfolio: lha, cuts, branch and bound; may prove the optimum";
  static constexpr bool brings_bound = true;
  static constexpr bool writes_proofs = true;
  static constexpr auto fields() { return std::tuple{}; }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
