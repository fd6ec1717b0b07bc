// SPDX-License-Identifier: Apache-2.0
#include "instance/pair_list.hpp"

#include <algorithm>

namespace spinsack {

bool multiply_profits(std::span<ListedPair> pairs, std::int64_t factor) {
  return std::all_of(pairs.begin(), pairs.end(), [&](ListedPair& pair) {
    return !__builtin_mul_overflow(pair.profit, factor, &pair.profit);
  });
}

const ListedPair* sort_and_find_repeated(std::vector<ListedPair>& pairs) {
  std::stable_sort(pairs.begin(), pairs.end(), [](const ListedPair& a, const ListedPair& b) {
    return a.i != b.i ? a.i < b.i : a.j < b.j;
  });
  const auto twice = std::adjacent_find(
      pairs.begin(), pairs.end(),
      [](const ListedPair& a, const ListedPair& b) { return a.i == b.i && a.j == b.j; });
  return twice == pairs.end() ? nullptr : &*(twice + 1);
}

}  // namespace spinsack
