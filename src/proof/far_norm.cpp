// SPDX-License-Identifier: Apache-2.0
#include "proof/far_norm.hpp"

#include "linear/matrix.hpp"
#include "linear/product.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace spinsack::proof {
namespace {

// Covers the rounding of a block of 256 x 256, of its Gram matrix, and of the factor that bounds it: each is below some
// thousand units of rounding times the trace, which is at most 256 times the bound.
constexpr double safety = 1e-8;

// The square of the norm of a block, from above: of the numbers tried, the first for which number I - B'B has a factor.
double square_of_block_norm(linear::View b, linear::Matrix& gram, linear::Matrix& rest) {
  const std::size_t m = b.columns;
  gram.resize(m, m);
  for (std::size_t j = 0; j < m; ++j) std::fill_n(gram.column(j), m, 0.0);
  linear::add_product(1, b, linear::As::transposed, b, linear::As::it_is, gram.view());
  double trace = 0;
  for (std::size_t j = 0; j < m; ++j) trace += gram(j, j);
  if (trace == 0) return 0;
  // For noise the largest square is four times the mean one.
  constexpr double growth = 1.6;
  for (double number = 4.6 * trace / static_cast<double>(m); number < trace; number *= growth) {
    rest.resize(m, m);
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t i = j; i < m; ++i) rest(i, j) = -gram(i, j);
      rest(j, j) += number;
    }
    if (linear::factor(rest.view()) == linear::Factored::whole) return number * (1 + safety);
  }
  return trace * (1 + safety);
}

// Row I of the matrix of norms from the diagonal on, for the items from `start` on.
class BlockRow {
 public:
  BlockRow(const Margin& margin, std::span<const Index> items, std::span<const double> scale)
      : margin_(margin), items_(items), scale_(scale) {}

  void read(std::size_t start) {
    const std::size_t width = std::min(far_block, items_.size() - start);
    start_ = start;
    panel_.resize(items_.size() - start, width);
    for (std::size_t c = 0; c < width; ++c) {
      write_row(margin_, items_[start + c], row_);
      double* const column = panel_.column(c);
      const double own = scale_[start + c];
      for (std::size_t r = start; r < items_.size(); ++r)
        column[r - start] = own * scale_[r] * row_[at(items_[r])];
    }
  }

  double norm(std::size_t other) {
    const std::size_t height = std::min(far_block, items_.size() - other);
    const linear::View block = panel_.view().block(other - start_, 0, height, panel_.columns());
    return std::sqrt(square_of_block_norm(block, gram_, rest_));
  }

 private:
  const Margin& margin_;
  std::span<const Index> items_;
  std::span<const double> scale_;
  std::size_t start_ = 0;
  linear::Matrix panel_;
  linear::Matrix gram_;
  linear::Matrix rest_;
  std::vector<double> row_;
};

// Of a symmetric matrix of numbers >= 0, from above.
double largest_eigenvalue(const std::vector<std::vector<double>>& matrix) {
  const std::size_t size = matrix.size();
  std::vector<double> x(size, 1.0);
  std::vector<double> image(size);
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 30; ++round) {
    double worst = 0;
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      image[i] = 0;
      for (std::size_t j = 0; j < size; ++j) image[i] += matrix[i][j] * x[j];
      worst = std::max(worst, image[i] / x[i]);
      sum += image[i];
    }
    best = std::min(best, worst);
    if (!(sum > 0)) break;
    for (std::size_t i = 0; i < size; ++i) x[i] = image[i] / sum + 1e-6;  // stays positive
  }
  return best * (1 + safety);
}

}  // namespace

double expected_far_norm(const Margin& margin, double sum_of_inverses) {
  return 2.2 * margin.spread * sum_of_inverses / std::sqrt(static_cast<double>(far_block));
}

std::optional<double> far_norm(const Margin& margin, std::span<const Index> items,
                               std::span<const double> curvature,
                               const linear::Impatient& impatient) {
  if (items.empty()) return 0;
  std::vector<double> scale;
  for (const Index i : items) scale.push_back(1 / std::sqrt(curvature[at(i)]));
  const std::size_t blocks = (items.size() + far_block - 1) / far_block;
  std::vector<std::vector<double>> norms(blocks, std::vector<double>(blocks));
  BlockRow row(margin, items, scale);
  for (std::size_t i = 0; i < blocks; ++i) {
    row.read(i * far_block);
    for (std::size_t j = i; j < blocks; ++j) {
      if (impatient && impatient()) return std::nullopt;
      norms[i][j] = norms[j][i] = row.norm(j * far_block);
    }
  }
  return largest_eigenvalue(norms);
}

}  // namespace spinsack::proof
