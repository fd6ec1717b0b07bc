// SPDX-License-Identifier: Apache-2.0
// Graphs as rudy writes them, and with it the Gset, the Biq Mac collection and MQLib (.mc):
//
//   n m
//   u v w                       m edges, vertices from 1; w may be missing and is 1 then
//
// Lines that begin with # are comments. An edge from a vertex to itself makes the file a QUBO, and is refused.
#pragma once

#include "core/file.hpp"
#include "problem/kcut/graph.hpp"

#include <string_view>

namespace spinsack::kcut {

[[nodiscard]] bool detect_rudy(std::string_view text);
[[nodiscard]] Graph read_rudy(const InputFile& file, int parts);
void write_rudy(const Graph& graph, TextWriter& out);

}  // namespace spinsack::kcut
