// SPDX-License-Identifier: Apache-2.0
// The steps of post-processing, from a machine's bits to a labelling.
#pragma once

#include "problem/kcut/graph.hpp"
#include "problem/problem.hpp"

#include <span>

namespace spinsack::kcut {

[[nodiscard]] std::span<const StepRow> cut_steps();

// columns: as in repair.hpp. The tabu step draws from the stream of the read.
[[nodiscard]] Finished run_cut_steps(const Graph& graph, BitView columns, const Steps& steps,
                                     const StepRequest& request);

}  // namespace spinsack::kcut
