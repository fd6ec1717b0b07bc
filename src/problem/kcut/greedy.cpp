// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/greedy.hpp"

#include "problem/kcut/descent.hpp"
#include "problem/kcut/repair.hpp"

namespace spinsack::kcut {

void GreedyCut::solve(const Graph& graph, Incumbent& incumbent) const {
  incumbent.bound(graph.positive_weight());
  // Nothing is named, so every vertex is to be given a part.
  const Bits nothing(at(graph.size()) * static_cast<std::size_t>(graph.parts()), 0);
  Partition partition(graph, repaired(graph, NamedParts(graph, nothing)));
  incumbent.offer(partition.labels(), partition.cut());
  StopCheck watch = incumbent.watch();
  exchange_ends(partition, &watch);
  incumbent.offer(partition.labels(), partition.cut());
  incumbent.count({.sweeps = 1, .visits = graph.size(), .flips = 0});
}

}  // namespace spinsack::kcut
