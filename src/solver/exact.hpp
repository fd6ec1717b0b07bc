// SPDX-License-Identifier: Apache-2.0
// Branch and bound with two bounds.
//
//   1. Where few pairs have a profit, minimum cuts (qkbp.hpp) often end at the optimum and bound it.
//   2. A solution of lha (lha.hpp), until two rounds bring nothing better, is the first incumbent.
//   3. Two trees take turns: one by the concave bound (proof/tree.hpp), which needs a good incumbent and closes
//      dense instances of thousands of items, and one by the split bound (split_tree.hpp), which is quick on small
//      instances and needs nothing. Whichever ends first has proven the incumbent.
//
// Turns are counted in operations of arithmetic, so that the same run gives the same answer everywhere; each turn
// is twice as long as the one before, so that not knowing which tree is the right one costs a factor of two at
// most. The bound reported after a stop is the smaller one of both trees.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <memory>
#include <optional>
#include <string>
#include <tuple>

namespace spinsack {

struct Exact {
  static constexpr std::string_view name = "exact";
  static constexpr std::string_view help = "branch and bound with two bounds: proves optima";
  static constexpr bool writes_proofs = true;
  static constexpr std::string_view bound_kinds[] = {"both", "concave", "split"};
  std::string bounds = "both";
  std::int64_t root_passes = 400;
  std::int64_t node_passes = 8;
  std::int64_t nodes = 1'000'000'000'000;
  std::int64_t memory = 2048;
  static constexpr auto fields() {
    return std::tuple{
        Choice{"bounds", &Exact::bounds, bound_kinds, "which trees to use"},
        Field{"root-passes", &Exact::root_passes, std::int64_t{3}, std::int64_t{1'000'000'000},
              "passes of the split bound before branching"},
        Field{"node-passes", &Exact::node_passes, std::int64_t{3}, std::int64_t{1'000'000'000},
              "passes of the split bound at a node"},
        Field{"nodes", &Exact::nodes, std::int64_t{1}, std::int64_t{1'000'000'000'000},
              "most nodes of each tree; the bound then covers what is left open"},
        Field{"memory", &Exact::memory, std::int64_t{1}, std::int64_t{1'000'000},
              "most megabytes of open nodes, and of matrices"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

// What the first bound of the concave tree takes: Cholesky's factor is tried a dozen times before it.
[[nodiscard]] inline double first_bound_operations(const QkpInstance& instance) {
  const double n = instance.size();
  return 6 * n * n * n;
}

// Both trees from whatever the incumbent is. Keeps references to both; offers come under a number after all others.
class ExactSearch {
 public:
  ExactSearch(const QkpInstance& instance, Incumbent& incumbent, Exact effort = {});
  ~ExactSearch();
  ExactSearch(const ExactSearch&) = delete;
  ExactSearch& operator=(const ExactSearch&) = delete;

  // Goes on for about so many operations or until stop asks for an end, and tells the incumbent what it has found
  // and how far it has come. True if the incumbent is proven to be optimal. What one bound takes is not cut short
  // by the number of operations.
  bool run(std::int64_t operations, Stop& stop);
  // Whether the concave tree, if it takes part, is still to find its first bound.
  [[nodiscard]] bool blind() const;

 private:
  class Trees;
  std::unique_ptr<Trees> trees_;
};

}  // namespace spinsack
