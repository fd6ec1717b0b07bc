// SPDX-License-Identifier: Apache-2.0
// The set of nodes that is worth most, where nodes have values and leaving one end of an edge behind costs
// its capacity:
//
//   maximise   sum over i in S of value_i  -  sum over edges between S and the rest of capacity_ij.
//
// A minimum cut between a source that feeds the positive values and a sink that takes the negative ones.
// Found by push-relabel (Goldberg and Tarjan 1988; Cherkassky and Goldberg 1997): highest label first, exact
// labels by a search from the sink now and then, and nodes above a gap in the labels are given up at once.
// Only the first phase is needed: a maximum preflow shows the cut. Integers throughout. O(n^2 sqrt(m)).
#pragma once

#include "core/stop.hpp"
#include "core/types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace spinsack {

// Every edge from both ends; the arcs of node i are start[i]..start[i + 1], by ascending head. Capacities are
// at least 0 and the same both ways.
struct CutGraph {
  std::vector<std::size_t> start;
  std::vector<Index> head;
  std::vector<Profit> capacity;

  Index size() const { return static_cast<Index>(start.size()) - 1; }
};

struct CutEffort {
  std::int64_t arcs = 0;  // looked at
  std::int64_t pushes = 0;
};

// values are numbers of 127 bits; capacities are multiplied by scale >= 1. No sum of absolute values and
// scaled capacities may leave 126 bits. Of several best sets the largest, which contains the others. Nothing
// if the watch says stop. Memory: 16 bytes per arc, 24 where 64 bits are not enough.
[[nodiscard]] std::optional<Bits> largest_best_set(const CutGraph& graph,
                                                   std::span<const Wide> values, Profit scale,
                                                   StopCheck& watch, CutEffort& effort);

}  // namespace spinsack
