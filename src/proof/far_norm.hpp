// SPDX-License-Identifier: Apache-2.0
// How much the pairs of items far from the margin can matter at most: a number eta for which
//
//   diag(curvature) - E >= (1 - eta) diag(curvature)      (positive semidefinite order, E of margin.hpp)
//
// over these items. It is the norm of E with rows and columns divided by the roots of the curvatures, from above. Cut
// into blocks, the norm is at most that of the small matrix of the norms of the blocks, and this is at most
// max_I (N x)_I / x_I for any x > 0 (Collatz). For noise the blocks cost a factor of the root of their number, which
// curvatures that are large can afford, and take far less time than a factor of the whole.
#pragma once

#include "linear/cholesky.hpp"
#include "proof/margin.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace spinsack::proof {

inline constexpr std::size_t far_block = 256;

// What far_norm will find if E is noise, about, from the sum of 1 / curvature.
[[nodiscard]] double expected_far_norm(const Margin& margin, double sum_of_inverses);

// items: in the order of their curvatures, for the least loss. Nothing if interrupted.
[[nodiscard]] std::optional<double> far_norm(const Margin& margin, std::span<const Index> items,
                                             std::span<const double> curvature,
                                             const linear::Impatient& impatient);

}  // namespace spinsack::proof
