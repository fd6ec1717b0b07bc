// SPDX-License-Identifier: Apache-2.0
// The concave bound for more items than the matrices of a proof (tree.hpp) can hold, or than there is time for: one
// bound of everything, no tree.
//
//   1. Items far from the margin get a curvature that costs nothing, a share of what their change would lose. What their
//      pairs can do together is bounded by a norm (far_norm.hpp). Where most items are near the margin and a matrix of them
//      all would take too long, those of them that are farthest count as far too, and their curvature costs something.
//   2. The items near it get one matrix, from which what the far ones can add is taken (their Schur complement, from
//      below), with rho of margin.hpp as one more row: diag(curvature) - E - rho rho' >= 0 if and only if the matrix
//      with rho as border and 1 in the corner is >= 0. The least curvature, in units of the noise of each item, for which it
//      has a Cholesky factor is sought.
//   3. L is maximised over the box for a few curvatures from there on, and its tangent there is the bound, in integers.
//
// Any profits will do, negative ones too. Where little fits the mass of a set decides: sets of little mass are bounded by the
// norm of all pairs, and L is made for the other masses only (tie_mass).
#pragma once

#include "linear/cholesky.hpp"
#include "proof/margin.hpp"

#include <optional>

namespace spinsack::proof {

struct MarginEffort {
  double operations = 1e12;  // additions and multiplications, at most, about
  // Likewise where so many items are near the margin that even then the bound will be a thousandth above the value, and
  // where it will say little.
  double if_wide = operations;
  double if_it_says_little = if_wide;
  linear::Impatient impatient = {};
};

// reference: feasible, as good as can be had. For instances without reason_against_numbers (ground.hpp). Nothing if
// interrupted, if it would take too much, or if what is far from the margin is not far enough.
[[nodiscard]] std::optional<Profit> margin_bound(const QkpInstance& instance, BitView reference,
                                                 const MarginEffort& effort = {});

}  // namespace spinsack::proof
