// SPDX-License-Identifier: Apache-2.0
// Lagrangian hyperplane annealing. A read warm-starts from the walker's solution and goes through
//
//   A  a global anneal by single flips with the capacity priced in (global_anneal.hpp),
//   P  the best feasible candidate met, taken to a local optimum by swaps of largest gain,
//   B  anneals by swaps on the hyperplanes around its number of items, and on further ones while they pay
//      (local_search/hyperplane.hpp), each taken to a local optimum by swaps of largest reduced gain.
//
// Walkers make one read each per round. They do not see each other within a round, so threads change nothing
// but the time. Reads start short and get longer from round to round, then short again. After a round that
// brought nothing better, some walkers start from the best solution of all or from a child of two good ones. After
// `reheat_after` rounds three quarters of them reheat: they begin at the best solution, well below the first
// temperature. Without a time limit the run ends after `patience` such rounds in a row, once they were as much work as all
// before them.
#pragma once

#include "instance/knapsack_state.hpp"
#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <functional>
#include <optional>
#include <tuple>

namespace spinsack {

// How it stands after a round.
struct RoundReport {
  std::int64_t rounds = 0;
  std::int64_t idle = 0;  // the last so many brought nothing better
  double idle_share = 0;  // of all work, that of these
};

// Whether to begin an anneal of everything that the time limit will cut off, so that the walk is the same whatever the limit,
// or to reheat the best solution instead (read_plan.hpp).
enum class NearLimit { go_on, reheat };

struct LagrangianHyperplaneAnnealing {
  static constexpr std::string_view name = "lha";
  static constexpr std::string_view help =
      "Lagrangian hyperplane annealing: priced global anneals, swap anneals at fixed item counts";
  std::int64_t sweeps = 25;
  std::int64_t walkers = 4;
  std::int64_t patience = 6;
  double stiffness = 10;
  std::int64_t reheat_after = 5;
  static constexpr auto fields() {
    using Self = LagrangianHyperplaneAnnealing;
    return std::tuple{
        Field{"sweeps", &Self::sweeps, std::int64_t{1}, std::int64_t{1'000'000},
              "sweeps of the shortest global anneals; the longest have 256 times as many"},
        Field{"walkers", &Self::walkers, std::int64_t{1}, std::int64_t{1024},
              "searches side by side; more threads than this are of no use"},
        Field{"patience", &Self::patience, std::int64_t{1}, std::int64_t{1'000'000'000},
              "rounds without a better solution before the end, if there is no time limit"},
        Field{"stiffness", &Self::stiffness, 1.0, 1e6,
              "squared penalty of the global anneals, relative to the curvature of the profit"},
        Field{
            "reheat-after", &Self::reheat_after, std::int64_t{0}, std::int64_t{1'000'000'000},
            "rounds before most walkers warm the best solution up instead of melting everything"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
  // Likewise; ends when enough(report), asked after every round, is true. Begins with the quick solution, if somebody has
  // found it already.
  void search(const QkpInstance& instance, Incumbent& incumbent,
              const std::function<bool(const RoundReport&)>& enough,
              std::optional<KnapsackState> quick = std::nullopt,
              NearLimit near_limit = NearLimit::go_on) const;
};

}  // namespace spinsack
