// SPDX-License-Identifier: Apache-2.0
// The bound of a region in integers. L is concave where S is positive semidefinite, so its values over the box
// 0 <= y <= 1 are at most those of its tangent at any point z:
//
//   L(y) <= L(z) + sum_i max(0, grad_i) (1 - z_i) + max(0, -grad_i) z_i.
//
// Multipliers and z are binary fractions and everything else is integer, so that this number is computed without
// any rounding. It is least, and equal to the maximum of L, where z is that maximum; elsewhere it is still a bound.
#pragma once

#include "core/types.hpp"
#include "proof/ground.hpp"
#include "proof/majorant.hpp"
#include "proof/region.hpp"

#include <optional>
#include <vector>

namespace spinsack::proof {

inline constexpr int point_bits =
    28;  // binary places of points; those of multipliers are the ground's
[[nodiscard]] inline int bound_bits(const Ground& ground) {
  return ground.strength_bits + 2 * point_bits;
}

// The nearest number of that many places.
[[nodiscard]] double rounded(double value, int places);

// The products of the region have been laid out; its multipliers are rounded, and so is the point. In units of
// 2^-bound_bits; nothing if 128 bits do not hold it.
[[nodiscard]] std::optional<Wide> exact_bound(const Region& region, const Ground& ground,
                                              const Workspace& work,
                                              const std::vector<double>& point);

// Rounded up.
[[nodiscard]] double real_bound(Wide bound, const Ground& ground);

}  // namespace spinsack::proof
