// SPDX-License-Identifier: Apache-2.0
// GRASP with memory, then tabu search: a reconstruction of Z. Yang, G. Wang, F. Chu: An effective
// GRASP and tabu search for the 0-1 quadratic knapsack problem, Computers & Operations Research 40
// (2013) 1176-1185.
//
// An iteration
//   1  constructs by randomised greedy from the items of largest gain per weight, raised by up to
//      `memory` for items that are in the best solutions so far,
//   2  fills and swaps to a local optimum,
//   3  goes on by tabu search: of all additions, removals and swaps that fit and are not tabu, the
//      one of largest score, even if it costs profit. An item that left may not enter for a while,
//      one that entered may not leave for half of it. A move that gives the best solution of the
//      iteration is made whatever its score. Ends after `patience` n steps without a better one.
//
// A step is one pass over the items and a look at few swaps: with z = g - mu w, the gain of an item
// less the price of its weight, a swap of i for j scores z_j - z_i - p_ij, and gains at most mu
// room more than that; lists sorted as far as needed show where no better one can follow.
//
// Open in the publication, and our reading:
// - All parameters. The score is the gain less a price for the weight; by gain alone heavy items
//   use up the room, and the tabu search stays at numbers of items that are too small (1.8 % below
//   the optimum of medium:100_100_4).
// - The price begins as that of the margin, gets dearer while the knapsack is full and cheaper
//   while it is not.
// - Phases of `rhythm` steps: any number of items; one more (no removals, and the price rises until
//   lighter items leave room for one); any; one less (one leaves, none comes back by itself).
//   Neighbouring numbers of items need different mixtures of weights, between which a single price
//   does not lead.
// - Four iterations share a memory before they add to it, which is what lets threads take one each.
// - With a time limit, whole runs of `iterations` follow each other, each with a memory of its own:
//   one memory for ever leads back to one place.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct GraspTabu {
  static constexpr std::string_view name = "grasp";
  static constexpr std::string_view help =
      "GRASP with memory and tabu search (reconstruction of Yang, Wang and Chu 2013)";
  std::int64_t choices = 10;
  double memory = 0.3;
  std::int64_t elites = 10;
  std::int64_t tenure = 7;
  std::int64_t spread = 10;
  std::int64_t rhythm = 150;
  double patience = 5;
  std::int64_t iterations = 30;
  static constexpr auto fields() {
    using Self = GraspTabu;
    return std::tuple{
        Field{"choices", &Self::choices, std::int64_t{1}, std::int64_t{1'000'000},
              "most appealing items that the construction draws from"},
        Field{"memory", &Self::memory, 0.0, 1e6,
              "how much more appealing an item is if all elite solutions hold it"},
        Field{"elites", &Self::elites, std::int64_t{1}, std::int64_t{10'000},
              "number of best solutions in the memory"},
        Field{"tenure", &Self::tenure, std::int64_t{0}, std::int64_t{1'000'000},
              "fewest steps for which a dropped item stays out"},
        Field{"spread", &Self::spread, std::int64_t{0}, std::int64_t{1'000'000},
              "most random steps added to the tenure"},
        Field{"rhythm", &Self::rhythm, std::int64_t{1}, std::int64_t{1'000'000'000},
              "tabu steps of a phase"},
        Field{"patience", &Self::patience, 0.0, 1e6,
              "tabu steps per item without a better solution before an iteration ends"},
        Field{"iterations", &Self::iterations, std::int64_t{1}, std::int64_t{1'000'000'000},
              "constructions of a run; with a time limit, as many runs as fit"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
