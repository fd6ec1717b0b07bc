// SPDX-License-Identifier: Apache-2.0
// What a user gets without asking: a portfolio.
//
//   1. Lagrangian hyperplane annealing (lha.hpp), whose start is a good answer within milliseconds.
//   2. Where minimum cuts cost little, those of qkbp before it: on instances with few pairs they often end at the
//      optimum, and then prove it. Elsewhere they come later, if they are worth a share of the time.
//   3. Once rounds of lha bring nothing better: the greedy of the paper, an upper bound, and branch and bound
//      (exact.hpp) in shares. A proof ends the run.
//
// Without a time limit the shares are counted in work, so that the same command gives the same answer everywhere.
// With one, half of the time goes to proofs and bounds as soon as the search is idle.
#pragma once

#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct Automatic {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view help =
      "all of ours in turns: lha, cuts, branch and bound; may prove it";
  static constexpr bool brings_bound = true;
  static constexpr bool writes_proofs = true;
  static constexpr auto fields() { return std::tuple{}; }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
