// SPDX-License-Identifier: Apache-2.0
// The paper's Greedy: everything in, then repair, fill and exchange. Items that cost more than they bring
// (negative profits, which the paper does not have) are dropped first. O(n^2) in practice.
#pragma once

#include "core/stop.hpp"
#include "core/types.hpp"
#include "instance/qkp.hpp"

namespace spinsack::post {

// Ends early if watch, which may be null, says so; if still overloaded then, the least efficient items of that
// moment leave at once, so that the answer is feasible all the same.
[[nodiscard]] Bits greedy(const QkpInstance& instance, StopCheck* watch = nullptr);

}  // namespace spinsack::post
