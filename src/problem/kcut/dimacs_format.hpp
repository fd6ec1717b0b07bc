// SPDX-License-Identifier: Apache-2.0
// Graphs as the DIMACS challenges wrote them, for colouring and cliques:
//
//   c a comment
//   p edge n m                  or p col n m
//   e u v                       m edges, vertices from 1; a weight may follow, and is 1 where none does
//
// Some of these files list every edge from both ends; such a pair counts once.
#pragma once

#include "core/file.hpp"
#include "problem/kcut/graph.hpp"

#include <string_view>

namespace spinsack::kcut {

[[nodiscard]] bool detect_dimacs(std::string_view text);
[[nodiscard]] Graph read_dimacs(const InputFile& file, int parts);
void write_dimacs(const Graph& graph, TextWriter& out);  // weights only where one is not 1

}  // namespace spinsack::kcut
