// SPDX-License-Identifier: Apache-2.0
// Instances small enough for brute force, of every kind that a program has to cope with.
#pragma once

#include "core/rng.hpp"
#include "instance/qkp.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace spinsack::program_test {

struct Recipe {
  std::string name;
  Index items = 6;
  std::int64_t low = 0;  // profits of items and pairs are drawn from low..high
  std::int64_t high = 20;
  double density = 0.7;    // of the pairs; the others have no profit
  double tightness = 0.5;  // capacity over total weight
  int digits = 0;          // of profits; weights have one more
};

inline QkpInstance make_instance(const Recipe& recipe, std::uint64_t seed) {
  Rng rng(seed, stream_of(recipe.name));
  QkpInstance::Data data;
  data.name = fmt::format("{}, seed {}", recipe.name, seed);
  Weight total = 0;
  SymmetricRowsBuilder pairs(recipe.items);
  for (Index i = 0; i < recipe.items; ++i) {
    data.profit.push_back(rng.integer(recipe.low, recipe.high));
    data.weight.push_back(rng.integer(1, 50));
    total += data.weight.back();
    for (Index j = 0; j < i; ++j)
      if (rng.real() < recipe.density) pairs.add(i, j, rng.integer(recipe.low, recipe.high));
  }
  data.pair_profit = std::move(pairs).finish();
  data.capacity = static_cast<Weight>(recipe.tightness * static_cast<double>(total));
  data.profit_digits = recipe.digits;
  data.weight_digits = recipe.digits > 0 ? recipe.digits + 1 : 0;
  return QkpInstance(std::move(data));
}

// A tightness of 0.1 leaves items that do not even fit alone.
inline std::vector<QkpInstance> small_instances() {
  const std::vector<Recipe> recipes{
      {.name = "positive", .items = 8, .low = 1},
      {.name = "sparse", .items = 8, .density = 0.2},
      {.name = "mixed signs", .items = 7, .low = -15, .density = 1},
      {.name = "negative pairs", .items = 5, .low = -20, .high = -1},
      {.name = "no profit", .items = 4, .high = 0},
      {.name = "capacity 0", .items = 5, .tightness = 0},
      {.name = "capacity above the sum", .items = 6, .low = -9, .tightness = 1.5},
      {.name = "items that do not fit", .items = 8, .low = -2, .tightness = 0.1},
      {.name = "decimals", .items = 7, .low = -1500, .high = 4000, .digits = 2},
      {.name = "one item", .items = 1, .low = 1, .tightness = 1},
  };
  std::vector<QkpInstance> instances;
  for (const Recipe& recipe : recipes)
    for (const std::uint64_t seed : {1u, 2u}) instances.push_back(make_instance(recipe, seed));
  return instances;
}

// Three items, profits 3, 0 and -2, pairs (0,1) worth 5 and (1,2) worth -4, weights 2, 3 and 4,
// capacity 6. Best: items 0 and 1, worth 8.
inline QkpInstance hand_sized(std::string name = "hand", int profit_digits = 0,
                              int weight_digits = 0) {
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{5});
  pairs.add(1, 2, std::int64_t{-4});
  return QkpInstance({.name = std::move(name),
                      .profit = {3, 0, -2},
                      .weight = {2, 3, 4},
                      .pair_profit = std::move(pairs).finish(),
                      .capacity = 6,
                      .profit_digits = profit_digits,
                      .weight_digits = weight_digits});
}

}  // namespace spinsack::program_test
