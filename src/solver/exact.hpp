// SPDX-License-Identifier: Apache-2.0
// Branch and bound, after Caprara, Pisinger and Toth, "Exact solution of the quadratic knapsack problem",
// INFORMS Journal on Computing 11 (1999).
//
//   1. A solution of lha (lha.hpp), until two rounds bring nothing better, is the first incumbent.
//   2. Reduction: the split bound (bound/best_bound.hpp) for the sets that hold an item, and for those that do
//      not. Where one of them is no better than the incumbent the item is fixed, and all is repeated with what
//      is left, as long as enough is fixed.
//   3. Depth first: bound and reduce a subproblem; if something better may be left, decide one more item, the
//      item in before the item out.
//
// The publication computes one split by subgradients and only updates its bound at the nodes. Here every node
// gets a few passes of a bound of its own, which begin where those of its parent ended: more work per node, and
// far fewer nodes. Where these do not close a node, passes from the beginning are tried too: old prices can lead
// into a corner. The item to decide, the one whose bound with it most exceeds that without it per weight, is
// our reading of the published order by pi_i / w_i.
//
// Bounds are exact integers, so a proof is one. Negative pair profits count as zero in the bounds, which stay
// valid. The bound reported after a stop is the largest of what is open.
//
// O(pairs) per pass. Memory is one copy of the instance, for the subproblem at work, and O(n) for each open
// node, of which there is one per decision on the path; the search ends if these exceed `memory`.
#pragma once

#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct Exact {
  static constexpr std::string_view name = "exact";
  static constexpr std::string_view help =
      "branch and bound with reduction; proves the optimum of small and medium instances";
  std::int64_t root_passes = 400;
  std::int64_t node_passes = 8;
  std::int64_t nodes = 1'000'000'000'000;
  std::int64_t memory = 2048;
  static constexpr auto fields() {
    return std::tuple{
        Field{"root-passes", &Exact::root_passes, std::int64_t{3}, std::int64_t{1'000'000'000},
              "passes of the bound before branching"},
        Field{"node-passes", &Exact::node_passes, std::int64_t{3}, std::int64_t{1'000'000'000},
              "passes of the bound at a node"},
        Field{"nodes", &Exact::nodes, std::int64_t{1}, std::int64_t{1'000'000'000'000},
              "most nodes; the bound then covers what is left open"},
        Field{"memory", &Exact::memory, std::int64_t{1}, std::int64_t{1'000'000},
              "most megabytes of open nodes; the bound then covers what is left open"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
