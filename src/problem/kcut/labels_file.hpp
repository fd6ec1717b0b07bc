// SPDX-License-Identifier: Apache-2.0
// Labellings as text: one part per vertex, apart by blanks or lines; # begins a comment. Parts are numbered from 0, or
// from 1 as most publications do: a file in which 0 occurs counts from 0. exchange/answer_file.hpp writes them from 0,
// one per line.
#pragma once

#include "core/file.hpp"
#include "problem/answer.hpp"
#include "problem/kcut/graph.hpp"

namespace spinsack::kcut {

// InputError where there are too few or too many labels, or one that is no part.
[[nodiscard]] Labels read_labels(const InputFile& file, const Graph& graph);

}  // namespace spinsack::kcut
