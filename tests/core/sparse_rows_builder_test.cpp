// SPDX-License-Identifier: Apache-2.0
#include "core/sparse_rows_builder.hpp"

#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace spinsack {
namespace {

using Entries = std::vector<std::tuple<Index, Index, std::int64_t>>;

SparseRowsBuilder built(Index n, const Entries& entries, std::int64_t low, std::int64_t high) {
  SparseRowsBuilder builder(n);
  for (const auto& [i, j, value] : entries) builder.count(i, j);
  builder.begin_integers(low, high);
  for (const auto& [i, j, value] : entries) builder.add(i, j, value);
  builder.sort_rows();
  return builder;
}

TEST(SparseRowsBuilder, GivesTheRowsOfAListInAnyOrder) {
  Rng rng(7);
  constexpr Index n = 300;
  for (const std::int64_t high : {200, 30'000, 2'000'000'000}) {
    Entries entries;
    for (int e = 0; e < 400; ++e) {
      const auto i = static_cast<Index>(rng.integer(0, n - 2));
      entries.emplace_back(i, static_cast<Index>(rng.integer(i + 1, n - 1)),
                           rng.integer(0, high / 100));
    }
    SymmetricRowsBuilder list(n);
    for (const auto& [i, j, value] : entries) list.add(j, i, value);
    const auto rows = built(n, entries, 0, high).finish();
    EXPECT_EQ(rows, std::move(list).finish());
  }
}

// A list of several blocks and many rows, against one pair after the other. Sums of reals show the order in which they
// came.
TEST(SparseRowsBuilder, GivesTheRowsOfALongList) {
  Rng rng(8);
  constexpr Index n = 200'000;
  Entries entries;
  for (int e = 0; e < 60'000; ++e) {
    const auto i = static_cast<Index>(rng.integer(0, e % 3 == 0 ? n - 2 : 500));
    entries.emplace_back(i, static_cast<Index>(rng.integer(i + 1, std::min(n - 1, i + 600))),
                         rng.integer(-1'000'000, 1'000'000));
  }
  const auto real = [](std::int64_t value) { return 0.1 * static_cast<double>(value) + 1e9; };
  SymmetricRowsBuilder list(n);
  SymmetricRowsBuilder list_of_reals(n);
  SparseRowsBuilder reals(n);
  for (const auto& [i, j, value] : entries) {
    list.add(j, i, value);
    list_of_reals.add(j, i, real(value));
    reals.count(i, j);
  }
  reals.begin_reals();
  for (const auto& [i, j, value] : entries) reals.add(i, j, real(value));
  reals.sort_rows();
  EXPECT_EQ(built(n, entries, INT32_MIN, INT32_MAX).finish(), std::move(list).finish());
  EXPECT_EQ(std::move(reals).finish(), std::move(list_of_reals).finish());
}

TEST(SparseRowsBuilder, TakesFiveBytesForAnEntryOfAByte) {
  const Entries entries{{0, 1, 255}, {98, 99, 1}, {5, 7, 0}};  // a zero leaves no entry
  const auto rows = built(100, entries, 0, 255).finish();
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->pairs(), 2);
  EXPECT_EQ(rows->bytes(), 101 * sizeof(std::size_t) + 2 * 2 * 5);
}

TEST(SparseRowsBuilder, TellsThePairThatCameTwice) {
  const std::pair<Index, Index> expected{2, 9};
  EXPECT_EQ(built(70, {{9, 2, 1}, {3, 4, 0}, {4, 3, 5}, {2, 9, 1}}, 0, 5).first_added_twice(),
            expected);
  EXPECT_FALSE(built(70, {{9, 2, 1}, {3, 4, 0}}, 0, 5).first_added_twice());
}

TEST(SparseRowsBuilder, HasNoRowsForASumThatDoesNotFit) {
  EXPECT_FALSE(built(70, {{0, 1, 200}, {1, 0, 100}}, 0, 255).finish());
  EXPECT_TRUE(built(70, {{0, 1, 200}, {1, 0, 100}}, 0, 256).finish());
  EXPECT_FALSE(built(70, {{0, 1, INT64_MAX}, {1, 0, 1}}, 0, INT64_MAX).finish());
}

}  // namespace
}  // namespace spinsack
