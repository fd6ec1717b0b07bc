// SPDX-License-Identifier: Apache-2.0
// What a machine's bits say of the parts, and how it becomes an answer. Of every vertex a machine may have named one
// part, several or none.
#pragma once

#include "core/stop.hpp"
#include "problem/answer.hpp"
#include "problem/kcut/graph.hpp"

#include <cstdint>
#include <vector>

namespace spinsack::kcut {

// columns: n k bits, those of vertex v from v k on; bit c says that v is in part c.
struct NamedParts {
  NamedParts(const Graph& graph, BitView the_columns);

  bool named(Index v, int part) const {
    return columns[at(v) * static_cast<std::size_t>(parts) + static_cast<std::size_t>(part)] != 0;
  }
  bool feasible() const { return undecided.empty(); }

  BitView columns;
  int parts;
  Labels labels;                 // the part of each vertex with exactly one, and 0 for others
  std::vector<Index> undecided;  // those others, ascending
  std::int64_t violation = 0;    // parts too many or too few, of all vertices together
};

// The objective of the program for any bits: all weight, less w_uv for every part that both u and v have.
[[nodiscard]] Value value_of_columns(const Graph& graph, const NamedParts& raw);

// Greedy: vertices with one part keep it. The others, those with the heaviest edges first, choose among the parts that
// they have (among all if they have none) the one that joins them to least weight, as far as parts are known; of equal
// ones the first. O(edges + n k). Once watch, if given, says so, the rest take the first part that they have.
[[nodiscard]] Labels repaired(const Graph& graph, const NamedParts& raw,
                              StopCheck* watch = nullptr);

}  // namespace spinsack::kcut
