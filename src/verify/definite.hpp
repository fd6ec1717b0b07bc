// SPDX-License-Identifier: Apache-2.0
// Whether a symmetric matrix is positive semidefinite, beyond any rounding error. Plain loops, apart from the
// factorisations that find proofs.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace spinsack::certificate {

// Row i of the lower triangle: entries (i, 0) .. (i, i).
class LowerTriangle {
 public:
  explicit LowerTriangle(std::size_t size) : size_(size), entries_(size * (size + 1) / 2) {}
  std::size_t size() const { return size_; }
  double* row(std::size_t i) { return entries_.data() + i * (i + 1) / 2; }
  const double* row(std::size_t i) const { return entries_.data() + i * (i + 1) / 2; }

 private:
  std::size_t size_;
  std::vector<double> entries_;
};

// The root R of matrix - shift I = R R', or nothing where the factorisation breaks down. By the theorem of Demmel
// and Rump (Rump, BIT 46 (2006), 433-452) floating-point Cholesky that runs to its end shows that the smallest
// eigenvalue of what it was given is at least - gamma trace, gamma = (n + 2) u / (1 - (n + 2) u) and u the unit of
// rounding. The shift is a little more than that for n + 4 and than error, a bound of the norm of what the given matrix lacks of the true one;
// so the true matrix less R R' is positive semidefinite.
[[nodiscard]] std::optional<LowerTriangle> root_of(LowerTriangle matrix, double error);

// For each i a t with R R' - t e_i e_i' positive semidefinite: t = 1 / |R^-1 e_i|^2, less what rounding may hide.
// Forward substitution gives a W with R W = I + E, |E| <= gamma |R| |W| entry by entry (Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd edition, theorem 8.5), so the true columns are at most those of W divided
// by 1 - gamma |R| |W| in Frobenius norms.
[[nodiscard]] std::vector<double> stiffness_of(const LowerTriangle& root);

}  // namespace spinsack::certificate
