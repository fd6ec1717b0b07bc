// SPDX-License-Identifier: Apache-2.0
// An instance of many items, for which matrices of all of them would be too large, and a concave majorant of it with few
// multipliers. Seen from a good solution x* (ground.hpp) the decision on most items is clear, and only those near the
// margin need a matrix of their own. With y_i as there,
//
//   profit - value of x* <= L(y) = gain.y + 1/2 y'Qy + slack(y) (one + each mass(y)) + sum_i curvature_i (y_i - y_i^2),
//
// where slack(y) = room - growth.y is the free capacity, mass(y) the sum of m_i > 0 over the items in, any numbers, and one,
// each >= 0. L is concave if S = diag(curvature) - Q/2 + each/2 (growth (sign m)' + (sign m) growth') is positive
// semidefinite. With the signs taken out of rows and columns, which changes nothing about that, w for the weights, any
// numbers `part` and alpha > 0, and any B,
//
//   S = diag(curvature) - E + BB' - K,   E_ij = (p_ij - part_i m_j - m_i part_j) / 2 + (BB')_ij,
//   K = (v m' + m v') / 2 = rho rho' - (alpha m - v / (4 alpha)) (..)',   v = part - each w,   rho = alpha m + v / (4 alpha),
//
// so that S is semidefinite wherever diag(curvature) - E - rho rho' is. If part_i m_j + m_i part_j is what a pair of these
// items brings on average, rho is small for the items at the margin, and the entries of E without B go up and down like
// noise. Two models of that average are tried, sums of what each of the two items brings (m = 1) and products of it (part a
// multiple of m), and the one that leaves less counts. Where profits depend smoothly on something else most of what is left
// bends L the right way (distances do, all of them), and B takes that out (smooth_part.hpp).
//
// Where little fits, swapping one heavy item for two light ones bends L the wrong way: rho is large for the items that
// are much heavier or lighter than those at the margin. If only sets whose mass is in a range are asked for, L may have
//
//   tie (less + change(y)) (more - change(y)),   change(y) = mass(y) - mass(0),
//
// besides, which is >= 0 for them. It adds tie (sign m) (sign m)' to S, so that v = part - tie m - each w: rho gets smaller.
#pragma once

#include "core/types.hpp"
#include "proof/exact_bound.hpp"
#include "proof/ground.hpp"

#include <optional>
#include <span>
#include <vector>

namespace spinsack::proof {

// Binary places of masses, and of points: of both together a bound has as many as those of exact_bound.hpp.
inline constexpr int mass_places = 8;
inline constexpr int margin_point_bits = point_bits - mass_places;

// Masses of sets, seen from that of the reference: at most so much less, and so much more, binary fractions as masses are.
struct MassRange {
  double less = 0;
  double more = 0;
  double tie = 0;  // binary fraction; 0: any mass
};

struct Margin {
  Ground ground;              // without its pairs
  std::vector<Index> items;   // all, those whose decision is least clear first
  std::vector<double> clear;  // by item: |slope of L at 0 without the curvature|
  std::vector<double> mass;   // by item, > 0, binary fractions
  std::vector<double> part;   // of the profit of a pair, binary fractions
  double alpha = 0;           // 0 where pairs bring nothing on average: K <= 0 then
  linear::Matrix smooth;      // B, an item per row
  double spread = 0;          // about the standard deviation of the entries of E
  std::vector<double> noise;  // by item: about that of its row, in units of the spread
  MassRange range;
  double one = 0;  // strengths, binary fractions
  double each = 0;

  const QkpInstance& instance() const { return *ground.instance; }
  double mass_of_reference() const;
  // How large the entries of BB' are at most.
  double smooth_size() const;
  // An entry of rho.
  double bend(Index item) const;
};

// reference: feasible, as good as can be had.
[[nodiscard]] Margin margin_of(const QkpInstance& instance, BitView reference);

// The same margin for sets of some masses only. Pairs have to bring something on average, and the tie is less than half of
// that.
void tie_mass(Margin& margin, const MassRange& range);

// Spread and noise of the rows as they are now.
void measure_noise(Margin& margin);

// Row i of E, all n entries. Without B it is that of what B is made from.
void write_row(const Margin& margin, Index item, std::vector<double>& row);

// How far k roundings can lead, relatively (Higham 2002, gamma of k).
[[nodiscard]] double unit_error(double k);

// A mass of which no set can be worth more than the value, nor of any smaller one. norm: a number for which
// norm diag(mass) - E, without B, is positive semidefinite.
[[nodiscard]] double most_mass_below(const Margin& margin, Profit value, double norm);

// No set that fits has more mass.
[[nodiscard]] double most_mass_that_fits(const Margin& margin);

// The tangent of L at the point, by item, as in exact_bound.hpp, rounded down, since profits are whole. Curvatures have
// strength_bits, and the point has margin_point_bits. Nothing if 128 bits do not hold it.
[[nodiscard]] std::optional<Profit> tangent_bound(const Margin& margin,
                                                  std::span<const double> curvature,
                                                  std::span<const double> point);

}  // namespace spinsack::proof
