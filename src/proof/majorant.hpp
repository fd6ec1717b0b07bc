// SPDX-License-Identifier: Apache-2.0
// The concave majorant of a region in matrix form: L(y) = level + c.y - y'Sy, and where S is positive definite its
// maximum over all real y, at y = S^-1 c / 2.
#pragma once

#include "linear/cholesky.hpp"
#include "linear/matrix.hpp"
#include "proof/ground.hpp"
#include "proof/region.hpp"

#include <cstdint>
#include <vector>

namespace spinsack::proof {

// Room for one bound at a time, kept from one to the next.
struct Workspace {
  linear::Matrix matrix;       // S, lower triangle
  linear::Matrix root;         // L with L L' = S - shift I, lower triangle
  linear::Matrix inverse;      // of L, lower triangle
  linear::Matrix directions;   // that factors lie along, as columns
  std::vector<Linear> first;   // a_k
  std::vector<Linear> second;  // b_k
  std::vector<double> pairs;   // by active item: the sum of |Q_ij| over the others
  std::vector<double> slope;   // c
  std::vector<double> point;   // where L is largest
  std::vector<double> stiff;   // lower bounds of 1 / (S^-1)_ii, once find_stiffness was called
  double level = 0;
  double shift = 0;
  double top = 0;               // L(point)
  std::int64_t operations = 0;  // additions and multiplications of matrices so far, about

  // Only for the interior-point method.
  linear::Matrix moment;
  linear::Matrix hessian;
  linear::Matrix along;        // the directions, multiplied by the moment
  linear::Matrix along_twice;  // from both sides
  linear::Matrix ya;           // column k is the moment by a_k
  linear::Matrix yb;
  linear::Matrix aya;  // (k, l) is a_k' moment a_l
  linear::Matrix ayb;
  linear::Matrix byb;
};

// What they cost: Cholesky's factor, an inverse of it or a product of two; directions
// added to a matrix or multiplied by one.
[[nodiscard]] std::int64_t operations_of_factor(std::size_t order);
[[nodiscard]] std::int64_t operations_of_directions(std::size_t order, std::size_t count);

// The factors of the products, the directions they lie along, and the sums of pairs.
void lay_out_products(const Region& region, const Ground& ground, Workspace& work);

// S, c and level for the region's multipliers; the products have been laid out.
void build(const Region& region, const Ground& ground, Workspace& work);

// Factors S - shift I and finds point and top. The shift covers every rounding error, so that S itself, made of the
// exact multipliers, is positive semidefinite if this ends with Factored::whole:
//  - floating-point Cholesky that runs to its end on A shows that A + E is positive semidefinite for some E of norm at
//    most gamma_(m+1) / (1 - gamma_(m+1)) trace(A) (Rump, Verification of positive definiteness, BIT 46 (2006));
//  - entries of S are sums of at most 2K + 2 terms, added up along their directions first, so that each passes through
//    fewer than 3K + 64 roundings; their errors are at most gamma of that times the sums of absolute values, and the
//    norm of these is at most their largest row sum.
[[nodiscard]] linear::Factored find_top(const Region& region, Workspace& work,
                                        const linear::Impatient& impatient);

// Inverts the root and finds for each i a number t_i for which S - t_i e_i e_i' is positive semidefinite, so that
// L(y) <= L's bound - t_i (y_i - point_i)^2. Exactly, t_i = 1 / |L^-1 e_i|^2 would do. With W the computed inverse,
// L W = I - R, |R| <= gamma_m |L| |W| (Higham 2002, theorem 8.5); hence with rho = gamma_m |L|_F |W|_F < 1 the exact
// column is no longer than the computed one over 1 - rho.
[[nodiscard]] bool find_stiffness(Workspace& work, const linear::Impatient& impatient);

}  // namespace spinsack::proof
