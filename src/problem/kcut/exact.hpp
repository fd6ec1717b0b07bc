// SPDX-License-Identifier: Apache-2.0
// Branch and bound for small graphs; what it ends with is proven. Vertices get parts in a fixed order, that with the
// heaviest edges to those before it next; a vertex may open one new part at most, since parts have no names. A node is
// left if
//
//   cut so far + over the other vertices the weight to those placed, less what its best part must join
//              + all positive weight between two vertices not placed
//
// does not exceed what is known. Subtrees at a fixed depth are the numbered searches, so threads share them.
#pragma once

#include "problem/kcut/graph.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack::kcut {

struct ExactCut {
  static constexpr std::string_view name = "exact";
  static constexpr std::string_view help = "branch and bound; proves the optimum of small graphs";
  static constexpr auto fields() { return std::tuple{}; }

  void solve(const Graph& graph, Incumbent& incumbent) const;
};

}  // namespace spinsack::kcut
