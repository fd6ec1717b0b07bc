// SPDX-License-Identifier: Apache-2.0
// Max k-cut as a 0/1 program: a column x_vc for every vertex v and part c, exactly one set per vertex, and
//
//   cut = W - sum over edges {u, v} and parts c of w_uv x_uc x_vc,   W the weight of all edges.
#pragma once

#include "problem/kcut/graph.hpp"
#include "program/program.hpp"

namespace spinsack::kcut {

// InvalidInstance if there are too many columns.
[[nodiscard]] Program cut_program(const Graph& graph);

}  // namespace spinsack::kcut
