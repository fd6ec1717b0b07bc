// SPDX-License-Identifier: Apache-2.0
// How much the pairs of items far from the margin can matter at most: a number eta for which
//
//   diag(curvature) - E >= (1 - eta) diag(curvature)      (positive semidefinite order, E of margin.hpp)
//
// over these items. It is the norm of M, which is E with rows and columns divided by the roots of the curvatures, from
// above: cut into panels of rows M_I, |M x|^2 is the sum of |M_I x|^2, so that the squares of the norms of the panels add
// up to no less. For noise this costs a factor of about half the root of their number, which curvatures that are large can
// afford, and takes far less time than a factor of the whole.
#pragma once

#include "linear/cholesky.hpp"
#include "proof/margin.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace spinsack::proof {

// The sum of noise^2 / curvature over some items, and the largest of these.
struct Inverses {
  double sum = 0;
  double most = 0;
};

// What far_norm will find with panels of so many rows if E is noise, about.
[[nodiscard]] double expected_far_norm(const Margin& margin, const Inverses& inverses,
                                       std::size_t rows);

// Additions and multiplications that it takes, about.
[[nodiscard]] double far_norm_operations(std::size_t items, std::size_t rows);

// items: in the order of their curvatures, for the least loss. Nothing if interrupted.
[[nodiscard]] std::optional<double> far_norm(const Margin& margin, std::span<const Index> items,
                                             std::span<const double> curvature, std::size_t rows,
                                             const linear::Impatient& impatient);

}  // namespace spinsack::proof
