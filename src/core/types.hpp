// SPDX-License-Identifier: Apache-2.0
// The words that every stage shares.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace spinsack {

using Profit = std::int64_t;
using Weight = std::int64_t;
using Index = std::int32_t;  // items and variables

// One byte per bit: the vector kernels load bits as lanes, and vector<bool> cannot give a span.
using Bits = std::vector<std::uint8_t>;
using BitView = std::span<const std::uint8_t>;

// Sums of profits and sums of weights stay below this, so that twice such a sum, or the difference
// of two, still fits 64 bits. Checked once, when an instance is built.
inline constexpr std::int64_t sum_limit = std::int64_t{1} << 61;

// Integers up to here are exact in a double. Models are held in doubles and refuse anything larger.
inline constexpr std::int64_t exact_double_limit = std::int64_t{1} << 53;

// More variables than this is taken for a damaged header rather than a model.
inline constexpr Index max_variables = 10'000'000;

// Products of two 64-bit numbers.
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

// A vector index from one of ours, without a cast at every use.
constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace spinsack
