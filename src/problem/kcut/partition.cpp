// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/partition.hpp"

namespace spinsack::kcut {

Partition::Partition(const Graph& graph, LabelView labels)
    : graph_(&graph),
      parts_(graph.parts()),
      labels_(labels.begin(), labels.end()),
      pull_(at(graph.size()) * static_cast<std::size_t>(graph.parts()), 0) {
  graph.for_each_edge([&](Index u, Index v, Value weight) {
    const auto k = static_cast<std::size_t>(parts_);
    pull_[at(u) * k + labels_[at(v)]] += weight;
    pull_[at(v) * k + labels_[at(u)]] += weight;
    if (labels_[at(u)] != labels_[at(v)]) cut_ += weight;
  });
}

Move Partition::best_move(Index v) const {
  const Value* const pull = pulls(v);
  const int own = part(v);
  int best = own == 0 ? 1 : 0;
  for (int c = best + 1; c < parts_; ++c)
    if (c != own && pull[c] < pull[best]) best = c;
  return {v, best, pull[own] - pull[best]};
}

void Partition::move(Index v, int part) {
  const int from = labels_[at(v)];
  if (part == from) return;
  cut_ += gain(v, part);
  labels_[at(v)] = static_cast<std::uint8_t>(part);
  const auto ends = graph_->neighbours(v);
  const auto weights = graph_->weights(v);
  const auto k = static_cast<std::size_t>(parts_);
  for (std::size_t e = 0; e < ends.size(); ++e) {
    Value* const pull = pull_.data() + at(ends[e]) * k;
    pull[from] -= weights[e];
    pull[part] += weights[e];
  }
}

}  // namespace spinsack::kcut
