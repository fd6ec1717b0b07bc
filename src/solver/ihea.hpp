// SPDX-License-Identifier: Apache-2.0
// Iterated hyperplane exploration. Y. Chen, J.-K. Hao: An iterated "hyperplane exploration"
// approach for the quadratic knapsack problem, Computers & Operations Research 77 (2017) 226-239.
//
//   1  Start: randomised greedy, then feasible additions and improving swaps until there is none.
//   2  Exploration of hyperplanes: with the number of items k fixed, tabu search by swaps among all
//      sets of k items that are worth more than the best of this round. Each step goes to the
//      smallest overload, then the largest profit. A feasible set ends up as the best of the round;
//      the next hyperplane is that of k + 1 items, from this set and a random item more. Without
//      one the round ends.
//   3  Perturbation: a few of the least efficient items leave, others come by randomised greedy and
//      descent. Back to 2, sqrt(n) + 65 times.
//
// On a hyperplane the most efficient items are fixed: with k_lb the number of items that fit
// heaviest first, k_lb + (k - k_lb) (1 - 1 / (0.008 n)) of them, and k_lb if that is less. Tabu is
// every swap that leads back to a set seen before since the last feasible one, found by reverse
// elimination: walking back the list of swapped items, a pair is tabu whenever what has changed
// since then is this pair alone. The tabu search ends when the list is full.
//
// A step costs (items in that are not fixed, about 40) * n looks by vector code, and a flip two
// rows.
//
// Open in the publication, and our reading: the list holds 300 items (two a step; known from
// another implementation, --list=50 is as good and somewhat faster); ties beyond profit go to the
// heavier item that leaves; the descent adds by reduced gain and swaps by largest gain; the items
// that may leave in a perturbation are counted by the fixed ones of the best set's own hyperplane.
// Further starts are ours: the published method has one, and with a time limit we make new ones
// until its end. Starts are what threads share.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct HyperplaneExploration {
  static constexpr std::string_view name = "ihea";
  static constexpr std::string_view help =
      "iterated hyperplane exploration: tabu search at fixed item counts (Chen and Hao 2017)";
  std::int64_t choices = 20;
  std::int64_t list = 300;
  std::int64_t candidates = 10;
  std::int64_t drops = 3;
  double freedom = 0.008;
  std::int64_t rounds = 65;
  std::int64_t starts = 1;
  static constexpr auto fields() {
    using Self = HyperplaneExploration;
    return std::tuple{
        Field{"choices", &Self::choices, std::int64_t{1}, std::int64_t{1'000'000},
              "most efficient items that the randomised greedy draws from"},
        Field{"list", &Self::list, std::int64_t{2}, std::int64_t{100'000},
              "swapped items remembered before a hyperplane is given up"},
        Field{"candidates", &Self::candidates, std::int64_t{1}, std::int64_t{1'000'000},
              "least efficient items that a perturbation draws from"},
        Field{"drops", &Self::drops, std::int64_t{0}, std::int64_t{1'000'000},
              "items that a perturbation drops"},
        Field{"freedom", &Self::freedom, 1e-9, 1e9,
              "the larger, the fewer items may be swapped on a hyperplane; relative to n"},
        Field{"rounds", &Self::rounds, std::int64_t{0}, std::int64_t{1'000'000'000},
              "rounds of a start, in addition to the square root of the number of items"},
        Field{"starts", &Self::starts, std::int64_t{1}, std::int64_t{1'000'000},
              "searches from different starts; with a time limit, as many as fit"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
