// SPDX-License-Identifier: Apache-2.0
#include "proof/interior_point.hpp"

#include "linear/cholesky.hpp"
#include "linear/product.hpp"
#include "proof/exact_bound.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack::proof {
namespace {

using Sign = Product::Sign;

// One Newton system: unknowns are top, the curvatures, the strengths.
class System {
 public:
  System(const Region& region, Workspace& work)
      : region_(region), work_(work), m_(region.size()), count_(region.products.size()) {}

  // The right side becomes the step. False if the system is not definite.
  [[nodiscard]] bool solve(const linear::Impatient& impatient) {
    if (!build_moment(impatient)) return false;
    multiply_factors();
    fill_curvatures();
    fill_strengths();
    const std::size_t order = work_.hessian.columns();
    for (std::size_t i = 0; i < order; ++i) work_.hessian(i, i) *= 1 + 1e-11;
    if (linear::factor(work_.hessian.view(), impatient) != linear::Factored::whole) return false;
    step_ = right_;
    linear::solve_lower(work_.hessian.view(), step_.data());
    linear::solve_lower_transposed(work_.hessian.view(), step_.data());
    return true;
  }

  double curvature(std::size_t i) const { return step_[1 + i]; }
  double strength(std::size_t k) const { return step_[1 + m_ + k]; }
  double decrement() const {
    const double square = linear::dot(right_.data(), step_.data(), step_.size());
    return std::sqrt(std::max(0.0, square)) / region_.barrier;
  }

 private:
  // Y, both triangles.
  bool build_moment(const linear::Impatient& impatient) {
    linear::Matrix& moment = work_.moment;
    const std::vector<double>& y = work_.point;
    moment.resize(m_ + 1, m_ + 1);
    if (!linear::gram(work_.inverse.view(), moment.view().block(1, 1, m_, m_), impatient))
      return false;
    moment(0, 0) = 1;
    for (std::size_t j = 0; j < m_; ++j) {
      double* const column = moment.column(j + 1) + 1;
      for (std::size_t i = j; i < m_; ++i) column[i] = region_.barrier * column[i] + y[i] * y[j];
      moment(0, j + 1) = moment(j + 1, 0) = y[j];
    }
    constexpr std::size_t tile = 32;  // transposed tile by tile, for the cache
    for (std::size_t jj = 1; jj <= m_; jj += tile)
      for (std::size_t ii = jj; ii <= m_; ii += tile)
        for (std::size_t j = jj; j < std::min(jj + tile, m_ + 1); ++j)
          for (std::size_t i = std::max(ii, j + 1); i < std::min(ii + tile, m_ + 1); ++i)
            moment(j, i) = moment(i, j);
    return true;
  }

  // Y a_k and Y b_k, and the inner products of the factors in Y.
  void multiply_factors() {
    const auto extended = [&](const linear::Matrix& factors, const std::vector<double>& constants) {
      linear::Matrix result(m_ + 1, count_);
      for (std::size_t k = 0; k < count_; ++k) {
        result(0, k) = constants[k];
        std::copy_n(factors.column(k), m_, result.column(k) + 1);
      }
      return result;
    };
    linear::Matrix a = extended(work_.first, work_.first_constant);
    linear::Matrix b = extended(work_.second, work_.second_constant);
    const auto product = [](linear::View left, linear::As as, linear::View right,
                            std::size_t rows) {
      linear::Matrix result(rows, right.columns);
      for (std::size_t j = 0; j < right.columns; ++j) std::fill_n(result.column(j), rows, 0.0);
      linear::add_product(1, left, as, right, linear::As::it_is, result.view());
      return result;
    };
    ya_ = product(work_.moment.view(), linear::As::it_is, a.view(), m_ + 1);
    yb_ = product(work_.moment.view(), linear::As::it_is, b.view(), m_ + 1);
    aya_ = product(a.view(), linear::As::transposed, ya_.view(), count_);
    ayb_ = product(a.view(), linear::As::transposed, yb_.view(), count_);
    byb_ = product(b.view(), linear::As::transposed, yb_.view(), count_);
  }

  void fill_curvatures() {
    linear::Matrix& h = work_.hessian;
    const std::size_t order = m_ + 1 + count_;
    const std::vector<double>& y = work_.point;
    h.resize(order, order);
    right_.assign(order, 0.0);
    h(0, 0) = 1;
    for (std::size_t i = 0; i < m_; ++i) h(1 + i, 0) = y[i] * (y[i] - 1);
    for (std::size_t k = 0; k < count_; ++k) h(1 + m_ + k, 0) = -ya_(0, k) * yb_(0, k);
    for (std::size_t j = 0; j < m_; ++j) {
      const double* const moment = work_.moment.column(j + 1) + 1;
      double* const column = h.column(1 + j) + 1;
      for (std::size_t i = j; i < m_; ++i)
        column[i] = 0.5 * (moment[i] * (moment[i] - y[i] - y[j] + 1) +
                           (moment[i] - y[i]) * (moment[i] - y[j]));
      for (std::size_t k = 0; k < count_; ++k) {
        const double a = ya_(j + 1, k);
        const double b = yb_(j + 1, k);
        column[m_ + k] = -0.5 * (a * (b - yb_(0, k)) + b * (a - ya_(0, k)));
      }
      right_[1 + j] = region_.barrier * (moment[j] - y[j]);
    }
  }

  void fill_strengths() {
    linear::Matrix& h = work_.hessian;
    const double barrier = region_.barrier;
    for (std::size_t k = 0; k < count_; ++k) {
      double* const column = h.column(1 + m_ + k) + 1 + m_;
      for (std::size_t l = k; l < count_; ++l)
        column[l] = 0.5 * (aya_(l, k) * byb_(l, k) + ayb_(k, l) * ayb_(l, k));
      const Product& product = region_.products[k];
      double& right = right_[1 + m_ + k];
      switch (product.sign) {
        case Sign::positive:
          column[k] += barrier * product.slack / product.strength;
          right = barrier * (barrier / product.strength - ayb_(k, k));
          break;
        case Sign::free:
          column[k] = column[k] * (1 + 1e-7) + 1e-12;
          right = -barrier * ayb_(k, k);
          break;
        case Sign::held:
          column[k] += 1e30;
          break;
      }
    }
  }

  const Region& region_;
  Workspace& work_;
  std::size_t m_;
  std::size_t count_;
  linear::Matrix ya_;  // column k is Y a_k
  linear::Matrix yb_;
  linear::Matrix aya_;  // (k, l) is a_k' Y a_l
  linear::Matrix ayb_;
  linear::Matrix byb_;
  std::vector<double> right_;
  std::vector<double> step_;
};

// What the step should lower. The root in work is that of the region's multipliers.
double merit(const Region& region, Workspace& work) {
  double logs = 0;
  for (std::size_t i = 0; i < region.size(); ++i) logs += 2 * std::log(work.root(i, i));
  for (const Product& product : region.products)
    if (product.sign == Sign::positive) logs += std::log(product.strength);
  return work.top - region.barrier * logs;
}

}  // namespace

Step newton_step(Region& region, const Ground& ground, Workspace& work,
                 const linear::Impatient& impatient) {
  System system(region, work);
  Step step;
  if (!system.solve(impatient)) return step;
  step.decrement = system.decrement();
  const double start = merit(region, work);
  const std::vector<double> curvature = region.curvature;
  const std::vector<Product> products = region.products;

  // A step is as long as the merit allows (Armijo's rule), and keeps a tenth of each strength.
  constexpr int most_tries = 12;
  constexpr double smallest = 0x1p-22;
  step.length = 1;
  for (int tries = 0; tries < most_tries; ++tries) {
    for (std::size_t i = 0; i < curvature.size(); ++i)
      region.curvature[i] =
          rounded(curvature[i] + step.length * system.curvature(i), strength_bits);
    for (std::size_t k = 0; k < products.size(); ++k) {
      if (products[k].sign == Sign::held) continue;
      double next = products[k].strength + step.length * system.strength(k);
      if (products[k].sign == Sign::positive)
        next = std::max({0.1 * products[k].strength, next, smallest});
      region.products[k].strength = rounded(next, strength_bits);
    }
    build(region, ground, work);
    const linear::Factored factored = find_top(region, ground, work, impatient);
    if (factored == linear::Factored::interrupted) break;
    if (factored == linear::Factored::whole &&
        merit(region, work) <=
            start - 0.1 * step.length * step.decrement * step.decrement * region.barrier +
                1e-9 * std::abs(start)) {
      step.taken = true;
      break;
    }
    step.length *= tries < 2 ? 0.6 : 0.4;
  }
  if (!step.taken) {
    region.curvature = curvature;
    region.products = products;
    return step;
  }
  for (std::size_t k = 0; k < products.size(); ++k) {
    Product& product = region.products[k];
    if (product.sign != Sign::positive) continue;
    const double before = products[k].strength;
    const double change =
        region.barrier / before - product.slack - product.slack / before * system.strength(k);
    const double central = region.barrier / product.strength;
    product.slack = std::clamp(std::max(0.1 * product.slack, product.slack + step.length * change),
                               0.1 * central, 10 * central);
  }
  return step;
}

}  // namespace spinsack::proof
