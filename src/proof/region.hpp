// SPDX-License-Identifier: Apache-2.0
// A part of the search space, and the multipliers of its bound.
//
// Some items are decided, the active ones are not; the number of items in the knapsack may be restricted to a range.
// For every feasible y of the region
//
//   profit - value of x* <= L(y) = constant + gain.y + 1/2 y'Qy + sum_k strength_k (a_k(y)) (b_k(y))
//                                  + sum_i curvature_i (y_i - y_i^2)
//
// where each factor a_k, b_k is linear and not negative in the region, and the strengths are not negative (or of any
// sign, where a factor is zero in the whole region). Numbers of the multipliers are binary fractions, so that L can be
// evaluated exactly (exact_bound.hpp).
#pragma once

#include "core/types.hpp"
#include "proof/ground.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace spinsack::proof {

// What is not negative for every feasible set: 1, the free capacity, items of a group that are in (chosen) or out
// (left), items beyond the lower end of the range (above), items missing to its upper end (below).
struct Factor {
  enum class Kind : std::uint8_t { one, slack, chosen, left, above, below };
  Kind kind = Kind::one;
  std::size_t group = 0;

  friend bool operator==(const Factor&, const Factor&) = default;
};

struct Product {
  Factor first;
  Factor second;
  double strength = 0;
  double slack = 0;  // of the constraint strength >= 0, in the interior-point method
  enum class Sign : std::uint8_t { positive, free, held } sign = Sign::positive;
};

struct Range {
  Index low = 0;
  Index high = 0;
  bool single() const { return low == high; }
};

struct Region {
  Bits changed;               // y of the decided items; 0 for the active ones
  std::vector<Index> active;  // ascending
  std::vector<Profit> gain;   // of the active items, the decided ones being as they are
  Profit constant = 0;        // likewise
  Weight room = 0;            // free capacity at y = 0
  Index count = 0;            // items in at y = 0
  std::optional<Range> range;

  std::vector<double> curvature;  // of the active items
  std::vector<Product> products;
  double barrier =
      0;  // weight of the logarithms in the interior-point method; 0 before the first step

  std::size_t size() const { return active.size(); }
};

// With everything active.
[[nodiscard]] Region whole(const Ground& ground);

enum class Decision : std::uint8_t { open, stay, change };  // y = 0, y = 1

// Decides active items; products that have become constant are dropped.
void decide(Region& region, const Ground& ground, const std::vector<Decision>& decisions);

// Factors lie along few directions in y: for each group how many of its items come in, then how the load grows, then
// how the number of items does.
[[nodiscard]] std::size_t direction_count(const Ground& ground);
void write_direction(std::size_t direction, const Region& region, const Ground& ground,
                     double* out);  // over the active items

// The items of each group at y = 0.
struct GroupCounts {
  GroupCounts(const Region& region, const Ground& ground);
  std::vector<Index> in;
  std::vector<Index> out;
  std::vector<Index> active;
};

// A factor in y: constant + scale direction.y; scale is 0 if it is constant.
struct Linear {
  double constant = 0;
  double scale = 0;
  std::size_t direction = 0;
};
[[nodiscard]] Linear linear_of(const Factor& factor, const Region& region, const Ground& ground,
                               const GroupCounts& counts);

// The set that is left when nothing is active, or when all active items stay.
[[nodiscard]] Bits items_of(const Region& region, const Ground& ground);

}  // namespace spinsack::proof
