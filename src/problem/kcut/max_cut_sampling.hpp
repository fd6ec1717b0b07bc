// SPDX-License-Identifier: Apache-2.0
// Two parts by a sampler: bits of the max-cut model are the parts.
#pragma once

#include "problem/answer.hpp"
#include "problem/kcut/graph.hpp"
#include "qubo/model.hpp"
#include "solver/incumbent.hpp"

#include <optional>

namespace spinsack::kcut {

// Whether the weights are exact in the doubles of a model.
[[nodiscard]] bool fits_model(const Graph& graph);

// The model whose energy is the cut into two parts, negated.
[[nodiscard]] QuboModel max_cut_model(const Graph& graph);

// The best of one call of the sampler `auto`: of so many seconds, or without a time of so many reads, from this number on.
[[nodiscard]] Labels sample_max_cut(const QuboModel& model, Incumbent& incumbent,
                                    std::int64_t first_read, std::int64_t reads,
                                    std::optional<double> seconds);

}  // namespace spinsack::kcut
