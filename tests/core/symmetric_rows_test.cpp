// SPDX-License-Identifier: Apache-2.0
#include "core/symmetric_rows.hpp"

#include "support/property.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace spinsack::test {
namespace {

template <class T, template <class> class Rows>
bool holds(const SymmetricRows& rows) {
  return rows.visit(
      [](const auto& held) { return std::is_same_v<std::decay_t<decltype(held)>, Rows<T>>; });
}

// Adds one value somewhere in a matrix of n items.
SymmetricRows one_value(Index n, auto value) {
  SymmetricRowsBuilder builder(n);
  builder.add(0, n - 1, value);
  return std::move(builder).finish();
}

TEST(SymmetricRows, TakeTheNarrowestTypeThatHoldsAllEntries) {
  EXPECT_TRUE((holds<std::uint8_t, DenseRows>(one_value(4, std::int64_t{255}))));
  EXPECT_TRUE((holds<std::int16_t, DenseRows>(one_value(4, std::int64_t{256}))));
  EXPECT_TRUE((holds<std::int8_t, DenseRows>(one_value(4, std::int64_t{-1}))));
  EXPECT_TRUE((holds<std::int8_t, DenseRows>(one_value(4, std::int64_t{-128}))));
  EXPECT_TRUE((holds<std::int16_t, DenseRows>(one_value(4, std::int64_t{-129}))));
  EXPECT_TRUE((holds<std::int32_t, DenseRows>(one_value(4, std::int64_t{32'768}))));
  EXPECT_TRUE((holds<std::int32_t, DenseRows>(one_value(4, std::int64_t{INT32_MIN}))));
  EXPECT_TRUE((holds<std::int64_t, DenseRows>(one_value(4, std::int64_t{1} << 40))));
  EXPECT_TRUE((holds<float, DenseRows>(one_value(4, 0.5))));
  EXPECT_TRUE((holds<float, DenseRows>(one_value(4, -0x1p-100))));
  EXPECT_TRUE((holds<double, DenseRows>(one_value(4, 0.1))));
  EXPECT_TRUE((holds<double, DenseRows>(one_value(4, 1e300))));
  EXPECT_TRUE((holds<std::uint8_t, DenseRows>(one_value(4, 7.0))));  // a whole number
  EXPECT_TRUE((holds<std::uint8_t, SparseRows>(one_value(100, std::int64_t{5}))));
  EXPECT_TRUE((holds<std::int8_t, SparseRows>(one_value(100, std::int64_t{-5}))));
  EXPECT_TRUE((holds<std::int16_t, SparseRows>(one_value(100, std::int64_t{-500}))));
  EXPECT_TRUE((holds<std::int32_t, SparseRows>(one_value(100, std::int64_t{1} << 20))));
  EXPECT_TRUE((holds<std::int64_t, SparseRows>(one_value(100, std::int64_t{1} << 40))));
  EXPECT_TRUE((holds<double, SparseRows>(one_value(100, 0.5))));
}

TEST(SymmetricRows, WidenStepByStepWithoutLosingAnEntry) {
  SymmetricRowsBuilder builder(5);
  const std::vector<std::tuple<Index, Index, double>> entries{
      {0, 1, 200}, {0, 2, -3}, {1, 2, 40'000}, {3, 1, 1e12}, {4, 0, 0.25}};
  for (const auto& [i, j, value] : entries) builder.add(i, j, value);
  const SymmetricRows rows = std::move(builder).finish();
  EXPECT_FALSE(rows.integral());
  EXPECT_EQ(rows.pairs(), 5);
  for (const auto& [i, j, value] : entries) {
    EXPECT_EQ(rows.value(i, j), value);
    EXPECT_EQ(rows.value(j, i), value);
  }
}

TEST(SymmetricRows, BecomeDenseOnceTheListIsLong) {
  // 100 items have 4950 pairs; the wider the entries, the more of them a list may hold.
  for (const auto& [value, most] :
       {std::pair{9.0, 495}, std::pair{-9.0, 495}, std::pair{300.0, 841}, std::pair{1e6, 1188},
        std::pair{0x1p40, 1485}, std::pair{0.1, 1485}})
    for (const int count : {most, most + 1}) {
      SymmetricRowsBuilder builder(100);
      int left = count;
      for (Index i = 0; i < 100 && left > 0; ++i)
        for (Index j = i + 1; j < 100 && left > 0; ++j, --left) builder.add(i, j, value);
      const SymmetricRows rows = std::move(builder).finish();
      EXPECT_EQ(rows.dense(), count > most) << value << " " << count;
      EXPECT_EQ(rows.pairs(), count);
    }
}

TEST(SymmetricRows, CountNoPairTwice) {
  // 99 pairs, each given 300 times: far more entries than a list may hold.
  SymmetricRowsBuilder builder(100);
  for (int round = 0; round < 300; ++round)
    for (Index i = 1; i < 100; ++i)
      builder.add(i - 1, i, round % 2 == 0 ? std::int64_t{3} : std::int64_t{-2});
  const SymmetricRows rows = std::move(builder).finish();
  EXPECT_FALSE(rows.dense());
  EXPECT_EQ(rows.pairs(), 99);
  EXPECT_EQ(rows.integer(7, 8), 150);
}

// Bytes make a square early; what comes later decides.
TEST(SymmetricRows, AreSparseIfTheyEndUpSo) {
  SymmetricRowsBuilder builder(100);
  int count = 0;
  for (Index i = 0; i < 100; ++i)
    for (Index j = i + 1; j < 100 && count < 600; ++j, ++count) builder.add(i, j, std::int64_t{1});
  builder.add(98, 99, 0.1);
  const SymmetricRows rows = std::move(builder).finish();
  EXPECT_TRUE((holds<double, SparseRows>(rows)));
  EXPECT_EQ(rows.pairs(), 601);
  EXPECT_EQ(rows.value(99, 98), 0.1);
  EXPECT_EQ(rows.value(0, 99), 1);
}

// The first rows are full, as those of a dense model; the rest has next to nothing.
TEST(SymmetricRows, AreSparseIfTheyOnlyBeginDense) {
  constexpr Index n = 300;
  constexpr Index full = 100;
  const auto value = [](Index i, Index j) { return std::int64_t{100'000} + 1000 * i + j; };
  SymmetricRowsBuilder builder(n);
  for (Index i = 0; i < full; ++i)
    for (Index j = 0; j < i; ++j) builder.add(i, j, value(i, j));
  for (Index i = full; i < n; ++i) builder.add(i, i - 1, value(i, i - 1));
  const SymmetricRows rows = std::move(builder).finish();
  EXPECT_FALSE(rows.dense());
  EXPECT_EQ(rows.pairs(), full * (full - 1) / 2 + n - full);
  rows.for_each_pair([&](Index i, Index j, auto entry) { EXPECT_EQ(entry, value(j, i)); });
}

TEST(SymmetricRows, ASquareOfBytesTakesAByteForEachEntry) {
  SymmetricRowsBuilder builder(1000);
  const std::vector<std::int64_t> row(999, 255);
  for (Index i = 0; i + 1 < 1000; ++i)
    builder.add_run(i, i + 1, std::span(row).first(static_cast<std::size_t>(999 - i)));
  const SymmetricRows rows = std::move(builder).finish();
  EXPECT_EQ(rows.pairs(), 499'500);
  EXPECT_EQ(rows.bytes(), 1000U * 1024U);
}

TEST(SymmetricRows, RowsStartOnACacheLineAndEndInZeros) {
  for (const Index n : {1, 5, 63, 64, 65, 130}) {
    SymmetricRowsBuilder builder(n);
    const std::vector<std::int64_t> row(at(n), 300);
    for (Index i = 0; i + 1 < n; ++i)
      builder.add_run(i, i + 1, std::span(row).first(at(n - i - 1)));
    const SymmetricRows rows = std::move(builder).finish();
    rows.visit([&](const auto& held) {
      if constexpr (std::decay_t<decltype(held)>::dense) {
        for (Index i = 0; i < n; ++i) {
          EXPECT_EQ(reinterpret_cast<std::uintptr_t>(held.row_data(i)) % 64, 0U);
          EXPECT_EQ(held.row_data(i)[i], 0);
          for (std::size_t k = at(n); k < held.stride(); ++k) EXPECT_EQ(held.row_data(i)[k], 0);
        }
      } else {
        ADD_FAILURE() << "expected a square";
      }
    });
  }
}

TEST(SymmetricRows, EntriesGivenTwiceAreSummed) {
  for (const Index n : {4, 100}) {
    SymmetricRowsBuilder builder(n);
    builder.add(0, 1, std::int64_t{200});
    builder.add(1, 0, std::int64_t{100});
    builder.add(2, 3, std::int64_t{7});
    builder.add(2, 3, std::int64_t{-7});
    const SymmetricRows rows = std::move(builder).finish();
    EXPECT_EQ(rows.integer(0, 1), 300);
    EXPECT_EQ(rows.integer(2, 3), 0);
    EXPECT_EQ(rows.pairs(), 1);
  }
}

TEST(SymmetricRows, RealsAndIntegersMix) {
  for (const Index n : {4, 100}) {
    SymmetricRowsBuilder builder(n);
    builder.add(0, 1, std::int64_t{3});
    builder.add(0, 1, 0.5);
    builder.add(0, 2, std::int64_t{4});
    const SymmetricRows rows = std::move(builder).finish();
    EXPECT_EQ(rows.value(0, 1), 3.5);
    EXPECT_EQ(rows.value(2, 0), 4);
    EXPECT_EQ(rows.pairs(), 2);
  }
}

TEST(SymmetricRows, MultiplyingIsAllOrNothing) {
  for (const Index n : {4, 100}) {
    SymmetricRowsBuilder builder(n);
    builder.add(0, 1, std::int64_t{3});
    builder.add(0, 2, -(std::int64_t{1} << 60));
    EXPECT_TRUE(builder.multiply(4));
    EXPECT_FALSE(builder.multiply(10));
    builder.add(1, 2, std::int64_t{5});
    const SymmetricRows rows = std::move(builder).finish();
    EXPECT_EQ(rows.integer(0, 1), 12);
    EXPECT_EQ(rows.integer(0, 2), -(std::int64_t{1} << 62));
    EXPECT_EQ(rows.integer(1, 2), 5);
  }
}

TEST(SymmetricRows, ATriangleMayLieAboveOrBelowTheDiagonal) {
  constexpr Index n = 70;
  DenseRows<std::uint8_t> upper(n);
  DenseRows<std::uint8_t> lower(n);
  std::int64_t pairs = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) {
      const auto value = static_cast<std::uint8_t>((i * 31 + j * 17) % 101);
      upper.row_data(i)[j] = value;
      lower.row_data(j)[i] = value;
      pairs += value != 0 ? 1 : 0;
    }
  const SymmetricRows a = from_triangle(std::move(upper), n);
  const SymmetricRows b = from_triangle(std::move(lower), n);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.pairs(), pairs);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      EXPECT_EQ(a.integer(i, j), i == j ? 0 : (std::min(i, j) * 31 + std::max(i, j) * 17) % 101);
}

TEST(SymmetricRows, AreEqualHoweverTheyAreStored) {
  // The first one is forced to grow wide, then loses what made it wide.
  SymmetricRowsBuilder wide(40);
  wide.add(0, 1, std::int64_t{1} << 40);
  wide.add(0, 1, -(std::int64_t{1} << 40));
  wide.add(2, 3, std::int64_t{9});
  SymmetricRowsBuilder narrow(40);
  narrow.add(3, 2, std::int64_t{9});
  const SymmetricRows a = std::move(wide).finish();
  const SymmetricRows b = std::move(narrow).finish();
  EXPECT_NE(a.bytes(), b.bytes());
  EXPECT_TRUE(a == b);
  EXPECT_FALSE(a == one_value(40, std::int64_t{9}));
  EXPECT_FALSE(a == SymmetricRows());
  EXPECT_TRUE(SymmetricRows() == SymmetricRows());
}

// Both the list and the square, any order, any width, against a plain map.
TEST(SymmetricRows, HoldExactlyWhatWasAdded) {
  EXPECT_TRUE(always("rows == map", [] {
    const Index n = any_of<Index>({2, 3, 8, 40, 70, 100});
    const int width = any_in(1, 45);
    const int count = any_in(0, 400);
    SymmetricRowsBuilder builder(n);
    std::map<std::pair<Index, Index>, std::int64_t> expected;
    for (int k = 0; k < count; ++k) {
      const Index i = any_in<Index>(0, n - 1);
      const Index j = any_in<Index>(i + 1, n);
      const std::int64_t value =
          any_in<std::int64_t>(-(std::int64_t{1} << width), std::int64_t{1} << width);
      switch (any_in(0, 3)) {
        case 0:
          builder.add(i, j, value);
          break;
        case 1:
          builder.add(j, i, static_cast<double>(value));
          break;
        default:
          builder.add_run(i, j, std::vector<std::int64_t>{value});
      }
      expected[{i, j}] += value;
    }
    std::erase_if(expected, [](const auto& entry) { return entry.second == 0; });
    const SymmetricRows rows = std::move(builder).finish();
    must(rows.integral());
    must(rows.pairs() == static_cast<std::int64_t>(expected.size()));
    std::map<std::pair<Index, Index>, std::int64_t> walked;
    rows.for_each_pair([&](Index i, Index j, auto value) {
      walked[{i, j}] = static_cast<std::int64_t>(value);
    });
    must(walked == expected);
    for (Index i = 0; i < n; ++i) {
      Index last = -1;
      rows.for_each_in_row(i, [&](Index j, auto value) {
        must(j > last);
        last = j;
        const auto place = expected.find({std::min(i, j), std::max(i, j)});
        must(place != expected.end());
        must(place->second == static_cast<std::int64_t>(value));
        must(rows.integer(i, j) == rows.integer(j, i));
      });
    }
  }));
}

TEST(SymmetricRows, RunsEqualSingleEntries) {
  EXPECT_TRUE(always("add_run == add", [] {
    const Index n = any_of<Index>({5, 64, 80});
    SymmetricRowsBuilder by_run(n);
    SymmetricRowsBuilder by_entry(n);
    for (Index i = 0; i + 1 < n; ++i) {
      const int width = any_of({1, 7, 8, 9, 15, 16, 31, 32, 33, 50});
      const std::int64_t end = std::int64_t{1} << width;
      const auto values = any_integers(at(n - i - 1), -end / 8, end);
      by_run.add_run(i, i + 1, values);
      for (std::size_t k = 0; k < values.size(); ++k)
        by_entry.add(i, i + 1 + static_cast<Index>(k), values[k]);
    }
    must(std::move(by_run).finish() == std::move(by_entry).finish());
  }));
}

}  // namespace
}  // namespace spinsack::test
