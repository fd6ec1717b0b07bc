// SPDX-License-Identifier: Apache-2.0
#include "core/smallest_tree.hpp"

#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spinsack {
namespace {

constexpr std::int64_t nothing = 1000;

TEST(SmallestTree, KnowsTheFirstOfTheSmallestThroughAllChanges) {
  Rng rng(5);
  for (const std::size_t size : {1U, 2U, 63U, 64U, 65U, 4096U, 4097U, 9000U}) {
    std::vector<std::int64_t> values(size);
    for (auto& value : values) value = rng.integer(0, 30);
    SmallestTree<std::int64_t> tree(values, nothing);
    for (int round = 0; round < 2000; ++round) {
      const auto place = static_cast<std::size_t>(rng.integer(0, std::int64_t(size) - 1));
      values[place] = rng.integer(0, 9) == 0 ? nothing : rng.integer(0, 30);
      tree.set(place, values[place]);
      if (round % 20 != 0) continue;
      const auto smallest = std::ranges::min_element(values);
      ASSERT_EQ(tree.smallest(), *smallest);
      ASSERT_EQ(tree.first_smallest(), static_cast<std::size_t>(smallest - values.begin()));
    }
  }
}

TEST(SmallestTree, FindsTheNextSmallOne) {
  Rng rng(6);
  for (const std::size_t size : {1U, 64U, 70U, 4096U, 5000U}) {
    std::vector<std::int64_t> values(size, nothing);
    for (int few = 0; few < 6; ++few)
      values[static_cast<std::size_t>(rng.integer(0, std::int64_t(size) - 1))] = rng.integer(0, 30);
    const SmallestTree<std::int64_t> tree(values, nothing);
    for (const std::int64_t limit : {0, 10, 31})
      for (std::size_t from = 0; from <= size; ++from) {
        const auto expected = std::find_if(values.begin() + static_cast<std::ptrdiff_t>(from),
                                           values.end(), [&](auto v) { return v < limit; });
        ASSERT_EQ(tree.next_below(from, limit),
                  static_cast<std::size_t>(expected - values.begin()));
      }
  }
}

}  // namespace
}  // namespace spinsack
