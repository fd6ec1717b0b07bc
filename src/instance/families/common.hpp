// SPDX-License-Identifier: Apache-2.0
// What the families of random instances share: the parameters that most of them have, and the ways
// to draw weights, profits, capacities and sets of pairs.
//
// Weights, profits and capacity come from streams of their own. So another weight range leaves the
// profits alone.
#pragma once

#include "core/params.hpp"
#include "core/rng.hpp"
#include "core/types.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace spinsack {

// Families that look at every pair stop here: a square of 32-bit profits then takes 3.6 GB.
inline constexpr std::int64_t largest_dense = 30'000;
// Families that list pairs stop here: the list then takes 4 GB.
inline constexpr std::int64_t most_pairs = 250'000'000;
inline constexpr std::int64_t largest_number = 1'000'000'000;

struct FamilyBasics {
  std::int64_t n = 100;
  std::int64_t seed = 1;
  std::int64_t weight_min = 1;
  std::int64_t weight_max = 50;
  std::int64_t profit_min = 1;
  std::int64_t profit_max = 100;

  static constexpr auto size_field(std::int64_t largest) {
    return std::tuple{Field{"n", &FamilyBasics::n, std::int64_t{1}, largest, "number of items"}};
  }
  static constexpr auto seed_field() {
    return std::tuple{Field{"seed", &FamilyBasics::seed, std::int64_t{0}, INT64_MAX,
                            "start of the random numbers"}};
  }
  static constexpr auto weight_fields() {
    return std::tuple{Field{"weight-min", &FamilyBasics::weight_min, std::int64_t{1},
                            largest_number, "least weight"},
                      Field{"weight-max", &FamilyBasics::weight_max, std::int64_t{1},
                            largest_number, "largest weight"}};
  }
  static constexpr auto profit_fields() {
    return std::tuple{Field{"profit-min", &FamilyBasics::profit_min, -largest_number,
                            largest_number, "least profit of an item or pair that has one"},
                      Field{"profit-max", &FamilyBasics::profit_max, -largest_number,
                            largest_number, "largest profit of an item or pair"}};
  }

  // UsageError unless the ranges are the right way round.
  void check() const;

  // The stream for one purpose, such as "gallo weights".
  Rng rng(std::string_view purpose) const {
    return Rng(static_cast<std::uint64_t>(seed), stream_of(purpose));
  }
  Index size() const { return static_cast<Index>(n); }

  std::vector<Weight> uniform_weights(Rng rng) const;
  Profit uniform_profit(Rng& rng) const { return rng.integer(profit_min, profit_max); }
  // Uniform from the largest allowed weight to all weight.
  Weight capacity(std::span<const Weight> weights, Rng rng) const;
};

// The integer of low..high at a share of the range; each has an equal part of the shares in [0, 1).
[[nodiscard]] std::int64_t at_share(std::int64_t low, std::int64_t high, double share);

// The square root of square >= 0, rounded to the nearest integer.
[[nodiscard]] std::int64_t rounded_root(std::int64_t square);

// UsageError `--name: expected RULE, found VALUE`.
[[noreturn]] void refuse_parameter(std::string_view name, std::string_view rule,
                                   std::string_view value);

// A pair of items i < j as one number that sorts by i, then j.
struct PairKey {
  std::uint64_t key;
  PairKey(Index i, Index j) : key(i < j ? pack(i, j) : pack(j, i)) {}
  Index i() const { return static_cast<Index>(key >> 32); }
  Index j() const { return static_cast<Index>(key & 0xffffffff); }
  friend auto operator<=>(const PairKey&, const PairKey&) = default;

 private:
  static std::uint64_t pack(Index low, Index high) {
    return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
  }
};

// Adds pairs to a sorted list without duplicates until it has target of them, each set of new pairs
// being equally likely. target is at most n (n - 1) / 2. Time and memory are those of the result,
// but for a logarithm.
void add_random_pairs(std::vector<PairKey>& pairs, Index n, std::int64_t target, Rng& rng);

}  // namespace spinsack
