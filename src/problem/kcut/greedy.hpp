// SPDX-License-Identifier: Apache-2.0
// The vertices one by one, those with the heaviest edges first, each into the part that joins it to least weight; then
// descent and exchanges of neighbours. No random choice.
#pragma once

#include "problem/kcut/graph.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack::kcut {

struct GreedyCut {
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view help =
      "each vertex into the part that joins it to least weight, then descent and swaps";
  static constexpr auto fields() { return std::tuple{}; }

  void solve(const Graph& graph, Incumbent& incumbent) const;
};

}  // namespace spinsack::kcut
