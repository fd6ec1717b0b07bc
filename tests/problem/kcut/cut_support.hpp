// SPDX-License-Identifier: Apache-2.0
// Small graphs and their optima by looking at every labelling.
#pragma once

#include "core/error.hpp"
#include "core/rng.hpp"
#include "problem/kcut/cut.hpp"
#include "problem/kcut/graph.hpp"
#include "problem/problem.hpp"
#include "solver/incumbent.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::kcut::test {

// Each pair an edge with this probability, weights uniform in low..high without 0.
inline Graph small_graph(Index n, int parts, double density, Value low, Value high,
                         std::uint64_t seed) {
  Rng rng(seed, stream_of("small graph"));
  Graph::Data data{.name = "small", .vertices = n, .parts = parts, .edges = {}};
  for (Index u = 0; u < n; ++u)
    for (Index v = u + 1; v < n; ++v)
      if (rng.real() < density)
        if (const Value weight = rng.integer(low, high); weight != 0)
          data.edges.push_back({u, v, weight});
  return Graph(std::move(data));
}

inline Labels random_labels(const Graph& graph, Rng& rng) {
  Labels labels(at(graph.size()));
  for (std::uint8_t& part : labels)
    part = static_cast<std::uint8_t>(rng.integer(0, graph.parts() - 1));
  return labels;
}

// f(labels) for all k^n of them.
template <class F>
void for_each_labelling(const Graph& graph, F&& f) {
  Labels labels(at(graph.size()), 0);
  for (;;) {
    f(std::as_const(labels));
    std::size_t v = 0;
    while (v < labels.size() && ++labels[v] == graph.parts()) labels[v++] = 0;
    if (v == labels.size()) return;
  }
}

inline Value optimum_by_force(const Graph& graph) {
  Value best = 0;
  for_each_labelling(
      graph, [&](const Labels& labels) { best = std::max(best, cut_value(graph, labels)); });
  return best;
}

template <class Method>
SolveOutcome solved(const Graph& graph, const Method& method, const SolveRequest& request = {}) {
  Incumbent incumbent(TrivialAnswer{.labels = Labels(at(graph.size()), 0)}, request);
  method.solve(graph, incumbent);
  return std::move(incumbent).outcome();
}

template <class F>
std::string message_of(F&& f) {
  try {
    static_cast<void>(f());
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace spinsack::kcut::test
