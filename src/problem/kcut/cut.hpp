// SPDX-License-Identifier: Apache-2.0
// The literal reading of the definition, which judges every faster way, and the canonical form of an answer.
#pragma once

#include "problem/answer.hpp"
#include "problem/kcut/graph.hpp"

#include <string_view>

namespace spinsack::kcut {

// The weight of the edges between different parts. InvalidInstance unless there is one label 0..k-1 per vertex.
[[nodiscard]] Value cut_value(const Graph& graph, LabelView labels);

// Why these labels are no answer, or nothing said (empty) if they are one.
[[nodiscard]] std::string broken_rule(const Graph& graph, LabelView labels);

// Parts have no names: the same cut has up to k! labellings. The canonical one numbers parts by their first vertex.
[[nodiscard]] Labels canonical(LabelView labels);

[[nodiscard]] int parts_used(LabelView labels);

}  // namespace spinsack::kcut
