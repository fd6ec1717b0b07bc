// SPDX-License-Identifier: Apache-2.0
// Multiple operator heuristic: a reconstruction of F. Ma, J.-K. Hao: A multiple search operator heuristic for the max-k-cut
// problem, Annals of Operations Research 248 (2017) 365-403, arXiv:1510.09156.
//
// A search begins with random parts and repeats
//   1  descent: the best single move while one gains, else the best double move that gains, until none does;
//   2  diversified improvement: up to `omega` steps, each the best single move (with probability `rho`) or the best double
//      move that is not tabu, even if it costs, until the cut is larger than where the phase began: then back to 1;
//   3  after `xi` phases in a row without a better cut, a perturbation: `gamma` n random moves.
// A vertex that moved is tabu for 3 + uniform(n / 10) steps, unless the move leads to a cut better than all before.
//
// Open in our reading of the publication, and what we do:
// - The double move is constrained to vertices near the top of the gains: one is a vertex of the largest gain, the other
//   a neighbour of it or the next best vertex; all parts of both are tried.
// - xi is 1000 there, for runs of an hour; with ours a search of the default length perturbs some times.
#pragma once

#include "problem/kcut/graph.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack::kcut {

struct MultipleOperators {
  static constexpr std::string_view name = "moh";
  static constexpr std::string_view help =
      "multiple search operators with tabu and perturbation (reconstruction of Ma and Hao 2017)";
  std::int64_t omega = 500;
  double rho = 0.5;
  std::int64_t xi = 1000;
  double gamma = 0.1;
  std::int64_t steps = 200;
  std::int64_t searches = 4;
  static constexpr auto fields() {
    using Self = MultipleOperators;
    return std::tuple{
        Field{"omega", &Self::omega, std::int64_t{1}, std::int64_t{1'000'000'000},
              "most steps of a diversified improvement"},
        Field{"rho", &Self::rho, 0.0, 1.0, "probability of a single move in it"},
        Field{"xi", &Self::xi, std::int64_t{1}, std::int64_t{1'000'000'000},
              "phases without a better cut before a perturbation"},
        Field{"gamma", &Self::gamma, 0.0, 1.0, "share of the vertices that a perturbation moves"},
        Field{"steps", &Self::steps, std::int64_t{1}, std::int64_t{1'000'000'000},
              "moves of a search per vertex; with a time limit, searches go on until its end"},
        Field{"searches", &Self::searches, std::int64_t{1}, std::int64_t{1'000'000'000},
              "independent searches; with a time limit, one for each thread"}};
  }

  void solve(const Graph& graph, Incumbent& incumbent) const;
};

}  // namespace spinsack::kcut
