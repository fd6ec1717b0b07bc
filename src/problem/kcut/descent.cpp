// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/descent.hpp"

namespace spinsack::kcut {
namespace {

// One pass; true if a pair was exchanged.
bool exchange_once(Partition& partition, StopCheck* watch) {
  const Graph& graph = partition.graph();
  bool changed = false;
  for (Index u = 0; u < partition.size(); ++u) {
    const auto ends = graph.neighbours(u);
    const auto weights = graph.weights(u);
    for (std::size_t e = 0; e < ends.size(); ++e) {
      const Index v = ends[e];
      if (v < u || partition.part(u) == partition.part(v)) continue;
      if (partition.swap_gain(u, v, weights[e]) <= 0) continue;
      const int part_of_u = partition.part(u);
      partition.move(u, partition.part(v));
      partition.move(v, part_of_u);
      changed = true;
    }
    if (watch != nullptr && watch->stop_after(graph.degree(u) + 1)) break;
  }
  return changed;
}

}  // namespace

bool descend(Partition& partition, StopCheck* watch) {
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    for (Index v = 0; v < partition.size(); ++v) {
      const Move best = partition.best_move(v);
      if (best.gain <= 0) continue;
      partition.move(v, best.part);
      again = changed = true;
    }
    if (watch != nullptr && watch->stop_after(partition.size())) break;
  }
  return changed;
}

bool exchange_ends(Partition& partition, StopCheck* watch) {
  bool changed = descend(partition, watch);
  while (exchange_once(partition, watch)) {
    changed = true;
    descend(partition, watch);
    if (watch != nullptr && watch->stop_after(0)) break;
  }
  return changed;
}

}  // namespace spinsack::kcut
