// SPDX-License-Identifier: Apache-2.0
// An instance of many items, for which matrices of all of them would be too large, and a concave majorant of it with few
// multipliers. Seen from a good solution x* (ground.hpp) the decision on most items is clear, and only those near the
// margin need a matrix of their own. With y_i as there,
//
//   profit - value of x* <= L(y) = gain.y + 1/2 y'Qy + slack(y) (one + each count(y)) + sum_i curvature_i (y_i - y_i^2),
//
// where slack(y) = room - growth.y is the free capacity, count(y) the number of items in, and one, each >= 0. L is concave
// if S = diag(curvature) - Q/2 + each/2 (growth sign' + sign growth') is positive semidefinite. With the signs taken out
// of rows and columns, which changes nothing about that, w for the weights and any number `centre`,
//
//   S = diag(curvature) - E - K,   E = (P - centre 11') / 2,
//   K = centre/2 11' - each/2 (w1' + 1w') = rho rho' - each^2 / (2 centre) ww',  rho = sqrt(centre/2) (1 - each/centre w),
//
// so that S is semidefinite wherever diag(curvature) - E - rho rho' is. If `centre` is the mean of the pair profits the
// entries of E go up and down like noise, and rho is small for the items at the margin, whose weights are alike.
#pragma once

#include "core/types.hpp"
#include "proof/ground.hpp"

#include <optional>
#include <span>
#include <vector>

namespace spinsack::proof {

struct Margin {
  Ground ground;              // without its pairs
  std::vector<Index> items;   // all, those whose decision is least clear first
  std::vector<double> clear;  // by item: |slope of L at 0 without the curvature|
  double centre = 0;          // a binary fraction
  double spread = 0;          // about the standard deviation of the entries of E
  double one = 0;             // strengths, binary fractions
  double each = 0;

  const QkpInstance& instance() const { return *ground.instance; }
  // An entry of rho.
  double bend(Index item) const;
};

// reference: feasible, as good as can be had.
[[nodiscard]] Margin margin_of(const QkpInstance& instance, BitView reference);

// Row i of E, all n entries.
void write_row(const Margin& margin, Index item, std::vector<double>& row);

// The tangent of L at the point, by item, as in exact_bound.hpp, rounded down, since profits are whole. Curvatures and point are
// rounded to the binary places there. Nothing if 128 bits do not hold it.
[[nodiscard]] std::optional<Profit> tangent_bound(const Margin& margin,
                                                  std::span<const double> curvature,
                                                  std::span<const double> point);

}  // namespace spinsack::proof
