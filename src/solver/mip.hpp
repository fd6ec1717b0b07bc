// SPDX-License-Identifier: Apache-2.0
// The knapsack as a mixed-integer linear program, given to a general solver: what one gets from the usual tools,
// and proofs for small and sparse instances.
//
// Sources: the forms are those of formulation/linearise.hpp (Glover and Woolsey 1974; Adams and Sherali 1986, as
// strengthened by Caprara, Pisinger and Toth 1999; Glover 1975). Solver of our own program spinsack-mip: COIN-OR
// CBC (J. Forrest and others), branch and cut on the simplex method of Clp. The paper used Gurobi; what is reached depends on the
// form more than on the solver, so no number stands for all of them.
//
//   1. A start: the greedy solution with its exchanges (mip-start greedy), or a run of lha, or none. It is the
//      first incumbent, and the solver begins with it.
//   2. The program: adams-sherali if it stays below pair_limit pairs, else glover, which has a column and two rows
//      per item. Numbers that are larger than can matter are cut first (mip_task.hpp), and rows, columns and the
//      objective are brought to the same size, since the tolerances of solvers are absolute.
//   3. Branch and cut in a process of its own. That process can be ended within milliseconds whatever the solver is
//      doing (a linear program of a million rows does not listen), and what it prints or breaks stays there.
//      spinsack-mip reports solutions and bounds as it finds them (mip_exchange.hpp); other programs give theirs at
//      their end, so of a run that is cut short only the start remains.
//   4. Every solution is evaluated in integers and refused if it does not fit. A bound b becomes the integer
//      floor(b + tolerance), so it proves an optimum up to the tolerances of floating point (mip_task.hpp). Where
//      loads differ by less than these, a solver takes sets that do not fit: its bound is then too large, not wrong.
//
// Complexity: exponential in n. A program has O(n + pairs) columns, rows and entries (adams-sherali and
// glover-woolsey), or O(n) columns and rows with O(n + pairs) entries (glover).
// Open: one thread, whatever the request says, since CBC with threads is not repeatable.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <string>
#include <tuple>

namespace spinsack {

struct MixedIntegerProgram {
  static constexpr std::string_view name = "mip";
  static constexpr std::string_view help =
      "a linear program for branch and cut: CBC or another solver";
  std::string linearise = "auto";
  std::string solver = "cbc-library";
  std::string start = "greedy";
  std::int64_t nodes = 1'000'000'000;
  std::int64_t cut_rounds = 20;
  static constexpr auto fields() {
    using Self = MixedIntegerProgram;
    return std::tuple{Choice{"linearise",
                             &Self::linearise,
                             {"auto", "adams-sherali", "glover-woolsey", "glover", "quadratic"},
                             "form of the program; quadratic is only for scip and gurobi_cl"},
                      Choice{"mip-solver",
                             &Self::solver,
                             {"cbc-library", "cbc", "glpsol", "highs", "scip", "gurobi_cl"},
                             "CBC in the program spinsack-mip, or a program of this name in PATH"},
                      Choice{"mip-start",
                             &Self::start,
                             {"greedy", "lha", "none"},
                             "method whose solution the solver begins with"},
                      Field{"nodes", &Self::nodes, std::int64_t{0}, std::int64_t{1'000'000'000},
                            "most nodes of branch and bound; 0: the root alone"},
                      Field{"cut-rounds", &Self::cut_rounds, std::int64_t{0}, std::int64_t{10'000},
                            "most rounds of cuts at the root, for cbc-library"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
