// SPDX-License-Identifier: Apache-2.0
// Tabu search over single moves: every step makes the best move there is, even if it costs, of vertices that did not
// move lately; a move to a cut better than all before is always allowed. The best labelling met is the result. With
// buckets of gains (gain_buckets.hpp), a step costs O(k degree).
#pragma once

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "core/work.hpp"
#include "problem/kcut/partition.hpp"

#include <cstdint>

namespace spinsack::kcut {

struct TabuRules {
  std::int64_t steps = 0;
  // A vertex rests for tenure + 0..spread-1 steps after its move.
  std::int64_t tenure = 10;
  std::int64_t spread = 10;
};

// Tenure 10 and a spread of n/100, at least 10.
[[nodiscard]] TabuRules usual_tabu(const Graph& graph, std::int64_t steps);

// Goes on from labels and puts the best labelling found there, which may be the given one; returns its cut. watch, if
// given, may end it early.
Value tabu_search(const Graph& graph, Labels& labels, const TabuRules& rules, Rng& rng,
                  StopCheck* watch = nullptr, Work* work = nullptr);

}  // namespace spinsack::kcut
