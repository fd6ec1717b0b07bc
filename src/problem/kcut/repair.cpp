// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/repair.hpp"

#include <algorithm>
#include <cstdlib>

namespace spinsack::kcut {

NamedParts::NamedParts(const Graph& graph, BitView the_columns)
    : columns(the_columns), parts(graph.parts()), labels(at(graph.size()), 0) {
  for (Index v = 0; v < graph.size(); ++v) {
    int found = 0;
    for (int c = parts; c-- > 0;)
      if (named(v, c)) {
        ++found;
        labels[at(v)] = static_cast<std::uint8_t>(c);
      }
    if (found == 1) continue;
    labels[at(v)] = 0;
    undecided.push_back(v);
    violation += std::abs(found - 1);
  }
}

Value value_of_columns(const Graph& graph, const NamedParts& raw) {
  // Most vertices have one part, and two such ends are compared at once.
  std::vector<std::uint8_t> open(at(graph.size()), 0);
  for (const Index v : raw.undecided) open[at(v)] = 1;
  Value value = graph.weight();
  graph.for_each_edge([&](Index u, Index v, Value weight) {
    if (open[at(u)] == 0 && open[at(v)] == 0) {
      if (raw.labels[at(u)] == raw.labels[at(v)]) value -= weight;
      return;
    }
    for (int c = 0; c < raw.parts; ++c)
      if (raw.named(u, c) && raw.named(v, c)) value -= weight;
  });
  return value;
}

Labels repaired(const Graph& graph, const NamedParts& raw, StopCheck* watch) {
  Labels labels = raw.labels;
  std::vector<std::uint8_t> open(at(graph.size()), 0);
  std::vector<std::pair<Value, Index>> order;  // heaviest first
  for (const Index v : raw.undecided) {
    Value heaviness = 0;
    for (const Value weight : graph.weights(v)) heaviness += std::abs(weight);
    order.emplace_back(-heaviness, v);
    open[at(v)] = 1;
  }
  std::ranges::sort(order);
  std::vector<Value> pull(static_cast<std::size_t>(raw.parts));
  for (const auto& [heaviness, v] : order) {
    std::ranges::fill(pull, 0);
    const auto ends = graph.neighbours(v);
    const auto weights = graph.weights(v);
    const bool hurried = watch != nullptr && watch->stop_after(graph.degree(v) + 1);
    for (std::size_t e = 0; !hurried && e < ends.size(); ++e)
      if (open[at(ends[e])] == 0) pull[labels[at(ends[e])]] += weights[e];
    bool any = false;
    for (int c = 0; c < raw.parts; ++c) any = any || raw.named(v, c);
    int best = -1;
    for (int c = 0; c < raw.parts; ++c) {
      if (any && !raw.named(v, c)) continue;
      if (best < 0 || pull[at(c)] < pull[at(best)]) best = c;
    }
    labels[at(v)] = static_cast<std::uint8_t>(best);
    open[at(v)] = 0;
  }
  return labels;
}

}  // namespace spinsack::kcut
