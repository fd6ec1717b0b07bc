// SPDX-License-Identifier: Apache-2.0
#include "proof/far_norm.hpp"

#include "linear/matrix.hpp"
#include "linear/product.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spinsack::proof {
namespace {

// Covers the rounding of a panel, of its Gram matrix, and of the factor that bounds it: each is below as many units of
// rounding as there are items and rows, some ten thousand, times the trace, which is at most a thousand times the bound.
constexpr double safety = 1e-7;

// One panel after the other; each as the transposed one, whose columns are the rows of M.
class Panel {
 public:
  Panel(const Margin& margin, std::span<const Index> items, std::span<const double> curvature)
      : margin_(margin), items_(items) {
    for (const Index i : items) scale_.push_back(1 / std::sqrt(curvature[at(i)]));
  }

  void read(std::size_t start, std::size_t rows) {
    transposed_.resize(items_.size(), rows);
    for (std::size_t c = 0; c < rows; ++c) {
      write_row(margin_, items_[start + c], row_);
      double* const column = transposed_.column(c);
      const double own = scale_[start + c];
      for (std::size_t r = 0; r < items_.size(); ++r)
        column[r] = own * scale_[r] * row_[at(items_[r])];
    }
  }

  // The square of its norm, from above: of the numbers tried, the first for which number I - M_I M_I' has a factor.
  // Nothing if interrupted.
  std::optional<double> square_of_norm(const linear::Impatient& impatient) {
    if (!find_gram(impatient)) return std::nullopt;
    const std::size_t m = gram_.columns();
    double trace = 0;
    for (std::size_t j = 0; j < m; ++j) trace += gram_(j, j);
    if (trace == 0) return 0;
    // For noise the largest eigenvalue is not much above the mean one where there are few rows, and at most four times it.
    constexpr double growth = 1.1;
    for (double number = 1.2 * trace / static_cast<double>(m); number < trace; number *= growth) {
      if (impatient && impatient()) return std::nullopt;
      rest_.resize(m, m);
      for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t i = j; i < m; ++i) rest_(i, j) = -gram_(i, j);
        rest_(j, j) += number;
      }
      if (linear::factor(rest_.view()) == linear::Factored::whole) return number * (1 + safety);
    }
    return trace * (1 + safety);
  }

 private:
  // M_I M_I', the lower triangle of it. False if interrupted.
  bool find_gram(const linear::Impatient& impatient) {
    constexpr std::size_t width = 64;
    const std::size_t m = transposed_.columns();
    const std::size_t length = transposed_.rows();
    gram_.resize(m, m);
    for (std::size_t j = 0; j < m; ++j) std::fill_n(gram_.column(j), m, 0.0);
    for (std::size_t j = 0; j < m; j += width) {
      if (impatient && impatient()) return false;
      const std::size_t some = std::min(width, m - j);
      linear::add_product(1, transposed_.view().block(0, j, length, m - j), linear::As::transposed,
                          transposed_.view().block(0, j, length, some), linear::As::it_is,
                          gram_.view().block(j, j, m - j, some));
    }
    return true;
  }

  const Margin& margin_;
  std::span<const Index> items_;
  std::vector<double> scale_;  // by place among the items
  linear::Matrix transposed_;
  linear::Matrix gram_;
  linear::Matrix rest_;
  std::vector<double> row_;
};

}  // namespace

double expected_far_norm(const Margin& margin, const Inverses& inverses, std::size_t rows) {
  if (!(inverses.sum > 0)) return 0;
  const auto m = static_cast<double>(rows);
  return 1.05 * margin.spread * inverses.sum / std::sqrt(m) *
         (1 + std::sqrt(m * inverses.most / inverses.sum));
}

double far_norm_operations(std::size_t items, std::size_t rows) {
  const auto f = static_cast<double>(items);
  const auto m = static_cast<double>(rows);
  constexpr double tries = 5;  // of a factor
  return f * m * (f + tries * m / 3);
}

std::optional<double> far_norm(const Margin& margin, std::span<const Index> items,
                               std::span<const double> curvature, std::size_t rows,
                               const linear::Impatient& impatient) {
  Panel panel(margin, items, curvature);
  double squares = 0;
  for (std::size_t start = 0; start < items.size(); start += rows) {
    panel.read(start, std::min(rows, items.size() - start));
    const std::optional<double> square = panel.square_of_norm(impatient);
    if (!square) return std::nullopt;
    squares += *square;
  }
  // The rounding of BB', which may be far larger than what is left of E.
  double inverses = 0;
  for (const Index i : items) inverses += 1 / curvature[at(i)];
  const auto rank = static_cast<double>(margin.smooth.columns());
  return std::sqrt(squares) * (1 + safety) + unit_error(rank + 4) * margin.smooth_size() * inverses;
}

}  // namespace spinsack::proof
