// SPDX-License-Identifier: Apache-2.0
// A quantum-inspired evolutionary algorithm: a reconstruction of C. Patvardhan, S. Bansal, A.
// Srivastav: Parallel improved quantum inspired evolutionary algorithm to solve large size
// quadratic knapsack problems, Swarm and Evolutionary Computation 26 (2016) 175-190.
//
// An individual is a probability q_i for every item to be in. A generation
//   1  observes every individual: draws a set by its q, drops items that are too much, adds items
//      that fit, by one of several orders of the items, which the individuals take by turns: gain
//      per weight of the set itself, or gain per weight beside all items, or beside the best set so
//      far;
//   2  improves the best tenth of what was observed, and another tenth in turn, by filling and
//      swaps until nothing pays, those of largest gain less the price of their weight first;
//   3  rotates every q a little towards an attractor: the individual's own best, that of its
//      neighbour, the best set of all, or one of the elite.
// At first q is large for the items that come first in a shaken order of the individual, small for
// the last ones, and one half near the capacity. An individual that found nothing better for
// `stale` generations starts anew, and so do all, without an elite, when the best of all did not
// change for twice as long.
//
// An observation costs a row for every item that changes, and the orders O(n log n) per generation.
//
// Published are the ingredients; numbers, angles (here a share of the way, drawn for each step) and
// orders are our reading. With a time limit the generations go on until its end.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct QuantumInspired {
  static constexpr std::string_view name = "iqiea";
  static constexpr std::string_view help =
      "quantum-inspired evolutionary algorithm (reconstruction of Patvardhan et al. 2016)";
  std::int64_t population = 40;
  std::int64_t elites = 8;
  double step = 0.2;
  double doubt = 0.001;
  std::int64_t stale = 50;
  std::int64_t generations = 300;
  static constexpr auto fields() {
    using Self = QuantumInspired;
    return std::tuple{
        Field{"population", &Self::population, std::int64_t{1}, std::int64_t{100'000},
              "individuals; more threads than this are of no use"},
        Field{"elites", &Self::elites, std::int64_t{1}, std::int64_t{10'000},
              "best solutions that may attract others"},
        Field{"step", &Self::step, 1e-6, 1.0,
              "largest step of a generation, as a share of the way to the attractor; the smallest "
              "is two fifths of it"},
        Field{"doubt", &Self::doubt, 0.0, 0.5, "probabilities stay this far from 0 and 1"},
        Field{"stale", &Self::stale, std::int64_t{1}, std::int64_t{1'000'000'000},
              "generations without a better solution before an individual starts again"},
        Field{"generations", &Self::generations, std::int64_t{1}, std::int64_t{1'000'000'000},
              "generations, if there is no time limit"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
