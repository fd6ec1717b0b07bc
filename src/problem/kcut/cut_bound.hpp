// SPDX-License-Identifier: Apache-2.0
// Upper bounds of all cuts, which hold.
//
// All positive weight: no cut has more.
//
// The largest eigenvalue: with L the weighted Laplacian and any correction u of its diagonal that sums to 0,
//
//   cut <= (k - 1) / k  n / 2  lambda_max(L + Diag(u))                     (Delorme and Poljak 1993 for k = 2).
//
// For a cut is (k - 1) / (2 k) <L, X> with X_ij = 1 for vertices of one part and -1/(k - 1) for others; X is positive
// semidefinite with diagonal 1, so that <L, X> = <L + Diag(u), X> <= n lambda_max. Corrections are improved by
// subgradient steps, whose eigenvectors come from Lanczos iterations. None of that has to be exact: a number lambda is
// taken only if lambda I - L - Diag(u) is shown to be positive semidefinite. With a shift that pays for all rounding,
// Cholesky's factorisation runs to its end only if the matrix without the shift is (Rump 2006, theorem 2.3: a shift of
// gamma_(n+1) / (1 - gamma_(n+1)) times the trace suffices; ours is four times that). What u lacks to a sum of 0 is
// added to lambda, and the last product is rounded up. The factor is dense, so larger graphs have the first bound only.
#pragma once

#include "core/stop.hpp"
#include "problem/kcut/graph.hpp"

#include <optional>

namespace spinsack::kcut {

inline constexpr Index largest_factor = 2500;  // vertices; 50 MB and a second or two

// The smaller of both, or of what there was time for. A bound no larger than target is good enough.
[[nodiscard]] Value cut_bound(const Graph& graph, Stop* stop = nullptr,
                              std::optional<Value> target = {});

// The second alone; nothing for graphs that are too large or when stopped.
[[nodiscard]] std::optional<Value> eigenvalue_bound(const Graph& graph, Stop* stop = nullptr);

}  // namespace spinsack::kcut
