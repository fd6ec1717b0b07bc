// SPDX-License-Identifier: Apache-2.0
// Branch and bound by the split bound, after Caprara, Pisinger and Toth, "Exact solution of the quadratic knapsack
// problem", INFORMS Journal on Computing 11 (1999).
//
//   1. Reduction: the split bound (bound/best_bound.hpp) for the sets that hold an item, and for those that do
//      not. Where one of them is no better than the incumbent the item is fixed, and all is repeated with what
//      is left, as long as enough is fixed.
//   2. Depth first: bound and reduce a subproblem; if something better may be left, decide one more item, the
//      item in before the item out.
//
// The publication computes one split by subgradients and only updates its bound at the nodes. Here every node
// gets a few passes of a bound of its own, which begin where those of its parent ended: more work per node, and
// far fewer nodes. Where these do not close a node, passes from the beginning are tried too: old prices can lead
// into a corner. The item to decide, the one whose bound with it most exceeds that without it per weight, is
// our reading of the published order by pi_i / w_i.
//
// Bounds are exact integers, so a proof is one. Negative pair profits count as zero in the bounds, which stay
// valid.
//
// O(pairs) per pass. Memory is one copy of the instance, for the subproblem at work, and O(n) for each open
// node, of which there is one per decision on the path.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <cstdint>
#include <memory>

namespace spinsack {

struct SplitEffort {
  std::int64_t root_passes = 400;
  std::int64_t node_passes = 8;
  std::int64_t nodes = 0;   // at most
  std::int64_t memory = 0;  // megabytes of open nodes, at most
};

// A search that can be left and taken up again. What it finds it offers under this number.
class SplitTree {
 public:
  SplitTree(const QkpInstance& instance, Incumbent& incumbent, const SplitEffort& effort,
            std::int64_t number);
  ~SplitTree();
  SplitTree(const SplitTree&) = delete;
  SplitTree& operator=(const SplitTree&) = delete;

  // Goes on until nothing is open, which is the result, until stop or the incumbent ask for an end, or for at
  // least so many operations of arithmetic.
  bool run(std::int64_t operations, Stop& stop);
  [[nodiscard]] std::int64_t operations() const;  // so far
  [[nodiscard]] bool exhausted() const;           // more nodes or memory than it may have
  [[nodiscard]] Profit bound() const;             // the largest of what is open
  [[nodiscard]] Work work() const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace spinsack
