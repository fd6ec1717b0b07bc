// SPDX-License-Identifier: Apache-2.0
// Finds a squared penalty again in a model that was written out, as all files are: a capacity penalty of strength s,
//
//   s (a . x + b)^2 = s b^2 + sum_v s a_v (a_v + 2 b) x_v + sum_{u<v} 2 s a_u a_v x_u x_v,
//
// couples everything with everything by large numbers. Kept as a square it is one residual, and what remains are
// the couplings of the problem itself, which fit bytes more often than not.
#pragma once

#include "qubo/model.hpp"

#include <optional>

namespace spinsack {

// The same function with one square factored out, or nothing if none is found whose removal makes the couplings
// narrower or sparse. Exact or not at all: every coupling and linear term is checked in integers, and sums over
// any state stay within 53 bits. The square is found by a variable that occurs in it alone, as slack bits do: its
// couplings are the a_v up to a factor. Only dense integer couplings are looked at. O(couplings) at most, and
// O(size) for nearly all models that have no such square.
[[nodiscard]] std::optional<QuboModel> with_factored_square(const QuboModel& model);

}  // namespace spinsack
