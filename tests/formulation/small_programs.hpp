// SPDX-License-Identifier: Apache-2.0
// Programs small enough for brute force: cuts into k parts, and others.
#pragma once

#include "core/rng.hpp"
#include "program/evaluate.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace spinsack::program_test {

struct Edge {
  Index u = 0;
  Index v = 0;
  std::int64_t weight = 0;
};

// A column x_v_c per vertex and part; what is not cut is lost.
inline Program cut_program(Index vertices, Index parts, const std::vector<Edge>& edges) {
  Program program;
  program.name = "cut";
  SymmetricRowsBuilder pairs(vertices * parts);
  for (Index v = 0; v < vertices; ++v) {
    program.groups.push_back({v * parts, parts});
    for (Index c = 0; c < parts; ++c) program.add_column({.name = {"x", v, c}});
  }
  for (const Edge& edge : edges) {
    program.objective_constant += edge.weight;
    for (Index c = 0; c < parts; ++c)
      pairs.add(edge.u * parts + c, edge.v * parts + c, -edge.weight);
  }
  program.pairs = std::move(pairs).finish();
  return program;
}

// Signs mixed; half of the pairs are edges.
inline std::vector<Edge> random_edges(Rng& rng, Index vertices) {
  std::vector<Edge> edges;
  for (Index u = 0; u < vertices; ++u)
    for (Index v = u + 1; v < vertices; ++v)
      if (rng.real() < 0.6)
        if (const std::int64_t weight = rng.integer(-5, 6); weight != 0)
          edges.push_back({u, v, weight});
  return edges;
}

// Over all labels of all elements, literally; nothing if no answer is feasible.
inline std::optional<std::int64_t> best_value(const Program& program) {
  std::vector<Index> labels_each(at(number_of_elements(program)), 2);
  Index element = 0;
  Index column = 0;
  for (const Group& group : program.groups) {
    element += group.first - column;
    labels_each[at(element++)] = group.size;
    column = group.end();
  }
  std::optional<std::int64_t> best;
  Bits labels(labels_each.size());
  for (;;) {
    const ProgramValue value = evaluate_program(program, columns_of(program, labels));
    if (value.feasible() && (!best || value.value > *best)) best = value.value;
    std::size_t e = 0;
    for (; e < labels.size() && labels[e] + 1 == labels_each[e]; ++e) labels[e] = 0;
    if (e == labels.size()) return best;
    ++labels[e];
  }
}

}  // namespace spinsack::program_test
