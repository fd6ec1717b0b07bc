// SPDX-License-Identifier: Apache-2.0
// How large and how small the coefficients of a model are.
#pragma once

#include "core/symmetric_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace spinsack {

// The size of the largest of some numbers and of the smallest but 0, which is infinite where there is none.
struct SizeRange {
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();

  void add(const SizeRange& other) {
    largest = std::max(largest, other.largest);
    smallest = std::min(smallest, other.smallest);
  }
};

// Finds it. The sizes of doubles are in the order of their bits as integers, and one less makes 0 the largest: so no
// number has to be asked whether it is 0, which takes long where half of them are.
struct SizeBits {
  std::uint64_t largest = 0;
  std::uint64_t smallest_less_one = UINT64_MAX;

  void add(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(std::fabs(value));
    largest = std::max(largest, bits);
    smallest_less_one = std::min(smallest_less_one, bits - 1);
  }
  SizeRange range() const {
    SizeRange found{.largest = std::bit_cast<double>(largest)};
    if (smallest_less_one != UINT64_MAX)
      found.smallest = std::bit_cast<double>(smallest_less_one + 1);
    return found;
  }
};

template <class T>
SizeRange size_range(std::span<const T> values) {
  // Several at a time, since each would wait for the one before.
  std::array<SizeBits, 4> ranges;
  const std::size_t whole = values.size() / ranges.size() * ranges.size();
  for (std::size_t k = 0; k < whole; k += ranges.size())
    for (std::size_t l = 0; l < ranges.size(); ++l)
      ranges[l].add(static_cast<double>(values[k + l]));
  for (std::size_t k = whole; k < values.size(); ++k) ranges[0].add(static_cast<double>(values[k]));
  SizeRange all;
  for (const SizeBits& range : ranges) all.add(range.range());
  return all;
}

// Of reals, the range of the entries. Of integers, one that holds it: they are not looked at.
inline SizeRange size_range(const SymmetricRows& pairs) {
  SizeRange range;
  if (pairs.pairs() == 0) return range;
  pairs.visit([&]<class Rows>(const Rows& rows) {
    using Value = typename Rows::Value;
    if constexpr (std::is_integral_v<Value>)
      range = {static_cast<double>(std::numeric_limits<Value>::max()), 1};
    else if constexpr (Rows::dense)
      for (Index i = 0; i < pairs.size(); ++i) range.add(size_range(rows.row(i, pairs.size())));
    else
      range = size_range(std::span<const Value>(rows.value));
  });
  return range;
}

}  // namespace spinsack
