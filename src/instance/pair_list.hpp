// SPDX-License-Identifier: Apache-2.0
// Pair profits as a file lists them, each pair once and in any order.
#pragma once

#include "core/types.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace spinsack {

struct ListedPair {
  Index i, j;  // i <= j
  std::int64_t profit;
  std::size_t offset;  // in the file, for messages
};

// False if a product leaves 64 bits.
[[nodiscard]] bool multiply_profits(std::span<ListedPair> pairs, std::int64_t factor);

// Sorts the pairs by their items. The second of two pairs of the same items, or nullptr.
[[nodiscard]] const ListedPair* sort_and_find_repeated(std::vector<ListedPair>& pairs);

}  // namespace spinsack
