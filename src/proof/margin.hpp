// SPDX-License-Identifier: Apache-2.0
// An instance of many items, for which matrices of all of them would be too large, and a concave majorant of it with few
// multipliers. Seen from a good solution x* (ground.hpp) the decision on most items is clear, and only those near the
// margin need a matrix of their own. With y_i as there,
//
//   profit - value of x* <= L(y) = gain.y + 1/2 y'Qy + slack(y) (one + each count(y)) + sum_i curvature_i (y_i - y_i^2),
//
// where slack(y) = room - growth.y is the free capacity, count(y) the number of items in, and one, each >= 0. L is concave
// if S = diag(curvature) - Q/2 + each/2 (growth sign' + sign growth') is positive semidefinite. With the signs taken out
// of rows and columns, which changes nothing about that, w for the weights, any numbers `part` and alpha > 0, and any B,
//
//   S = diag(curvature) - E + BB' - K,   E_ij = (p_ij - part_i - part_j) / 2 + (BB')_ij,
//   K = (v1' + 1v') / 2 = rho rho' - (alpha - v / (4 alpha)) (..)',   v = part - each w,   rho = alpha + v / (4 alpha),
//
// so that S is semidefinite wherever diag(curvature) - E - rho rho' is. If part_i + part_j is what a pair of these items
// brings on average, rho is small for the items at the margin, and the entries of E without B go up and down like noise,
// unless profits depend smoothly on something: then most of what is left bends L the right way (distances do, all of
// them), and B takes that out (smooth_part.hpp).
//
// Where little fits, swapping one heavy item for two light ones bends L the wrong way: rho is large for the items that
// are much heavier or lighter than those at the margin. If only numbers of items in a range are asked for, L may have
//
//   tie (fewer + change(y)) (more - change(y)),   change(y) = count(y) - count(0),
//
// besides, which is >= 0 for them. It adds tie sign sign' to S, so that v = part - tie - each w: rho gets smaller.
#pragma once

#include "core/types.hpp"
#include "proof/ground.hpp"

#include <optional>
#include <span>
#include <vector>

namespace spinsack::proof {

// Numbers of items, seen from the reference: at most so many fewer, and so many more.
struct CountRange {
  Index fewer = 0;
  Index more = 0;
  double tie = 0;  // binary fraction; 0: any number of items
};

struct Margin {
  Ground ground;              // without its pairs
  std::vector<Index> items;   // all, those whose decision is least clear first
  std::vector<double> clear;  // by item: |slope of L at 0 without the curvature|
  std::vector<double> part;   // of the profit of a pair, binary fractions
  double alpha = 0;           // 0 where pairs bring nothing on average: K <= 0 then
  linear::Matrix smooth;      // B, an item per row
  double spread = 0;          // about the standard deviation of the entries of E
  CountRange range;
  double one = 0;  // strengths, binary fractions
  double each = 0;

  const QkpInstance& instance() const { return *ground.instance; }
  // How large the entries of BB' are at most.
  double smooth_size() const;
  // An entry of rho.
  double bend(Index item) const;
};

// reference: feasible, as good as can be had.
[[nodiscard]] Margin margin_of(const QkpInstance& instance, BitView reference);

// The same margin for numbers of items in a range only. Pairs have to bring something on average, and the tie is less
// than half of that.
void tie_count(Margin& margin, const CountRange& range);

// Row i of E, all n entries. Without B it is that of what B is made from.
void write_row(const Margin& margin, Index item, std::vector<double>& row);

// How far k roundings can lead, relatively (Higham 2002, gamma of k).
[[nodiscard]] double unit_error(double k);

// About the standard deviation of the entries of E, from some of the rows.
[[nodiscard]] double spread_of(const Margin& margin);

// The most items of which no set can be worth more than the value. norm: of E, without B, from above.
[[nodiscard]] Index most_items_below(const Margin& margin, Profit value, double norm);

// The tangent of L at the point, by item, as in exact_bound.hpp, rounded down, since profits are whole. Curvatures and point are
// rounded to the binary places there. Nothing if 128 bits do not hold it.
[[nodiscard]] std::optional<Profit> tangent_bound(const Margin& margin,
                                                  std::span<const double> curvature,
                                                  std::span<const double> point);

}  // namespace spinsack::proof
