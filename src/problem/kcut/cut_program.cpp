// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/cut_program.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace spinsack::kcut {

Program cut_program(const Graph& graph) {
  const Index k = graph.parts();
  if (std::int64_t{graph.size()} * k > max_variables)
    throw InvalidInstance(fmt::format(
        "{}: expected at most {} columns in a program, found {} vertices times {} parts",
        graph.name(), max_variables, graph.size(), k));
  Program program;
  program.name = graph.name();
  program.notes = {"x_v_c is 1 if and only if vertex v, from 0, is in part c"};
  program.objective_constant = graph.weight();
  SymmetricRowsBuilder pairs(graph.size() * k);
  for (Index v = 0; v < graph.size(); ++v) {
    program.groups.push_back({.first = v * k, .size = k});
    for (Index c = 0; c < k; ++c)
      program.add_column({.name = {.word = "x", .first = v, .second = c}});
  }
  graph.for_each_edge([&](Index u, Index v, Value weight) {
    if (weight == 0) return;
    for (Index c = 0; c < k; ++c) pairs.add(u * k + c, v * k + c, -weight);
  });
  program.pairs = std::move(pairs).finish();
  return program;
}

}  // namespace spinsack::kcut
