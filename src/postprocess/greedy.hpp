// SPDX-License-Identifier: Apache-2.0
// The paper's Greedy: everything in, then repair, fill and exchange. Items that cost more than they bring
// (negative profits, which the paper does not have) are dropped first. O(n^2) in practice.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"

namespace spinsack {

[[nodiscard]] Bits greedy(const QkpInstance& instance);

}  // namespace spinsack
