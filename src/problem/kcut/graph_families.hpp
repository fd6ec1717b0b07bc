// SPDX-License-Identifier: Apache-2.0
// Random graphs of several families, described by parameters and a seed. The same parameters give the same graph on
// every machine. Edges are those of rudy (qubo/rudy_graph.hpp) with this seed, so `random` with n 800, density 6 and seed 8001
// has the edges of G1; weights come from a stream of their own.
#pragma once

#include "core/params.hpp"
#include "problem/kcut/graph.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace spinsack::kcut {

struct GraphFamily {
  std::string_view name;
  std::string_view help;
  std::vector<Parameter> (*parameters)();
  ParameterValues (*complete)(const ParameterValues& values);
  // UsageError for values that are unknown, out of range or do not fit each other.
  Graph (*generate)(const ParameterValues& values);
  bool hides_optimum;  // all positive weight can be cut
};

[[nodiscard]] std::span<const GraphFamily> graph_families();

}  // namespace spinsack::kcut
