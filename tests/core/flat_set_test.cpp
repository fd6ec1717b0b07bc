// SPDX-License-Identifier: Apache-2.0
#include "core/flat_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace spinsack {
namespace {

TEST(FlatSet, HoldsWhatASetHolds) {
  std::mt19937_64 random(1);
  for (const std::uint64_t range : {std::uint64_t{50}, ~std::uint64_t{0}}) {
    FlatSet flat;
    std::set<std::uint64_t> set;
    EXPECT_FALSE(flat.contains(0));
    for (int i = 0; i < 3000; ++i) {
      const std::uint64_t value = random() % range;
      EXPECT_EQ(flat.insert(value), set.insert(value).second);
      EXPECT_EQ(flat.size(), set.size());
      const std::uint64_t other = random() % range;
      EXPECT_EQ(flat.contains(other), set.contains(other));
    }
    std::vector<std::uint64_t> values;
    flat.for_each([&](std::uint64_t value) { values.push_back(value); });
    std::ranges::sort(values);
    EXPECT_TRUE(std::ranges::equal(values, set));
    flat.clear();
    EXPECT_EQ(flat.size(), 0U);
    EXPECT_FALSE(flat.contains(values.front()));
  }
}

}  // namespace
}  // namespace spinsack
