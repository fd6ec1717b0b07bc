// SPDX-License-Identifier: Apache-2.0
// Max k-cut as a row of the catalog of problems.
#pragma once

#include "problem/kcut/graph.hpp"
#include "problem/kcut/published_cuts.hpp"
#include "problem/problem.hpp"

#include <optional>

namespace spinsack::kcut {

[[nodiscard]] const Problem& kcut_problem();

// The graph as an instance; a published one is recognised by its edges.
[[nodiscard]] Instance instance_of(Graph graph);
[[nodiscard]] Instance published_instance(const PublishedCut& published);
// One that was drawn, with the optimum if it is known because it was hidden there.
[[nodiscard]] Instance drawn_instance(Graph graph, std::optional<Value> optimum);

}  // namespace spinsack::kcut
