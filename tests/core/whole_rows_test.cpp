// SPDX-License-Identifier: Apache-2.0
#include "core/whole_rows.hpp"

#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

using Rows = std::vector<std::vector<RowEntry>>;

std::optional<SymmetricRows> built(const Rows& rows) {
  return whole_rows(static_cast<Index>(rows.size()),
                    [&](Index i) { return std::span<const RowEntry>(rows[at(i)]); });
}

// Both rows of every pair, some of them zeros, and the same pairs in a builder.
struct Twins {
  Rows rows;
  SymmetricRows expected;
};
Twins random_rows(Index n, double share, double (*value)(Rng&), std::uint64_t seed) {
  Rng rng(seed);
  Twins twins{Rows(at(n)), {}};
  SymmetricRowsBuilder builder(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) {
      if (rng.real() >= share) continue;
      const double entry = value(rng);
      twins.rows[at(i)].push_back({j, entry});
      twins.rows[at(j)].push_back({i, entry});
      builder.add(i, j, entry);
    }
  for (auto& row : twins.rows) std::ranges::sort(row, {}, &RowEntry::column);
  twins.expected = std::move(builder).finish();
  return twins;
}

TEST(WholeRows, AreThoseOfTheBuilder) {
  const auto values = {
      +[](Rng& rng) { return static_cast<double>(rng.integer(0, 100)); },
      +[](Rng& rng) { return static_cast<double>(rng.integer(-1, 1)); },
      +[](Rng& rng) { return static_cast<double>(rng.integer(-30000, 30000)); },
      +[](Rng& rng) { return static_cast<double>(rng.integer(-2000000, 2000000)); },
      +[](Rng& rng) { return static_cast<double>(rng.integer(-5'000'000'000, 5'000'000'000)); },
      +[](Rng& rng) { return static_cast<double>(rng.integer(-9, 9)) / 4; },
      +[](Rng& rng) { return rng.real() - 0.5; },
      +[](Rng& rng) { return std::ldexp(rng.real(), 900); },
  };
  std::uint64_t seed = 0;
  for (const auto value : values)
    for (const Index n : {1, 2, 40, 64, 65, 200})
      for (const double share : {0.0, 0.02, 0.2, 1.0}) {
        const Twins twins = random_rows(n, share, value, ++seed);
        const auto found = built(twins.rows);
        ASSERT_TRUE(found) << seed;
        EXPECT_EQ(*found, twins.expected) << seed;
        EXPECT_EQ(found->pairs(), twins.expected.pairs()) << seed;
        EXPECT_EQ(found->dense(), twins.expected.dense()) << seed;
        EXPECT_EQ(found->integral(), twins.expected.integral()) << seed;
      }
}

TEST(WholeRows, WantBothRowsOfAPairToAgree) {
  for (const double share : {0.03, 1.0}) {
    const auto one_to_nine = [](Rng& rng) { return static_cast<double>(rng.integer(1, 9)); };
    const Rows good = random_rows(100, share, one_to_nine, 5).rows;
    ASSERT_TRUE(built(good));
    for (const std::size_t i : {std::size_t{0}, std::size_t{50}, std::size_t{99}})
      for (std::size_t e = 0; e < good[i].size(); ++e) {
        Rows other_value = good;
        other_value[i][e].value += 1;
        EXPECT_FALSE(built(other_value)) << i << ' ' << e;
        Rows missing = good;
        missing[i].erase(missing[i].begin() + static_cast<std::ptrdiff_t>(e));
        EXPECT_FALSE(built(missing)) << i << ' ' << e;
      }
  }
}

}  // namespace
}  // namespace spinsack
