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
    work_.operations += operations_of_factor(m_) +
                        operations_of_directions(m_, work_.directions.columns()) +
                        operations_of_factor(m_ + count_);
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

  // Y a_k and Y b_k, and the inner products of the factors in Y, all by the few directions that they lie along.
  void multiply_factors() {
    const std::size_t directions = work_.directions.columns();
    const auto clear = [](linear::Matrix& matrix, std::size_t rows, std::size_t columns) {
      matrix.resize(rows, columns);
      for (std::size_t j = 0; j < columns; ++j) std::fill_n(matrix.column(j), rows, 0.0);
    };
    linear::Matrix& y_d = work_.along;
    clear(y_d, m_ + 1, directions);
    linear::add_product(1, work_.moment.view().block(0, 1, m_ + 1, m_), linear::As::it_is,
                        work_.directions.view(), linear::As::it_is, y_d.view());
    linear::Matrix& d_y_d = work_.along_twice;
    clear(d_y_d, directions, directions);
    linear::add_product(1, work_.directions.view(), linear::As::transposed,
                        y_d.view().block(1, 0, m_, directions), linear::As::it_is, d_y_d.view());
    const auto multiply = [&](const std::vector<Linear>& factors, linear::Matrix& result) {
      result.resize(m_ + 1, count_);
      for (std::size_t k = 0; k < count_; ++k) {
        const Linear& factor = factors[k];
        const double* const along = y_d.column(factor.direction);
        const double* const one = work_.moment.column(0);
        double* const column = result.column(k);
        for (std::size_t i = 0; i <= m_; ++i)
          column[i] = factor.constant * one[i] + factor.scale * along[i];
      }
    };
    multiply(work_.first, work_.ya);
    multiply(work_.second, work_.yb);
    const auto inner = [&](const Linear& a, const Linear& b) {
      return a.constant * b.constant + a.constant * b.scale * y_d(0, b.direction) +
             b.constant * a.scale * y_d(0, a.direction) +
             a.scale * b.scale * d_y_d(a.direction, b.direction);
    };
    work_.aya.resize(count_, count_);
    work_.ayb.resize(count_, count_);
    work_.byb.resize(count_, count_);
    for (std::size_t l = 0; l < count_; ++l)
      for (std::size_t k = 0; k < count_; ++k) {
        work_.aya(k, l) = inner(work_.first[k], work_.first[l]);
        work_.ayb(k, l) = inner(work_.first[k], work_.second[l]);
        work_.byb(k, l) = inner(work_.second[k], work_.second[l]);
      }
  }

  void fill_curvatures() {
    linear::Matrix& h = work_.hessian;
    const std::size_t order = m_ + 1 + count_;
    const std::vector<double>& y = work_.point;
    h.resize(order, order);
    right_.assign(order, 0.0);
    h(0, 0) = 1;
    for (std::size_t i = 0; i < m_; ++i) h(1 + i, 0) = y[i] * (y[i] - 1);
    for (std::size_t k = 0; k < count_; ++k) h(1 + m_ + k, 0) = -work_.ya(0, k) * work_.yb(0, k);
    for (std::size_t j = 0; j < m_; ++j) {
      const double* const moment = work_.moment.column(j + 1) + 1;
      double* const column = h.column(1 + j) + 1;
      for (std::size_t i = j; i < m_; ++i)
        column[i] = 0.5 * (moment[i] * (moment[i] - y[i] - y[j] + 1) +
                           (moment[i] - y[i]) * (moment[i] - y[j]));
      for (std::size_t k = 0; k < count_; ++k) {
        const double a = work_.ya(j + 1, k);
        const double b = work_.yb(j + 1, k);
        column[m_ + k] = -0.5 * (a * (b - work_.yb(0, k)) + b * (a - work_.ya(0, k)));
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
        column[l] = 0.5 * (work_.aya(l, k) * work_.byb(l, k) + work_.ayb(k, l) * work_.ayb(l, k));
      const Product& product = region_.products[k];
      double& right = right_[1 + m_ + k];
      switch (product.sign) {
        case Sign::positive:
          column[k] += barrier * product.slack / product.strength;
          right = barrier * (barrier / product.strength - work_.ayb(k, k));
          break;
        case Sign::free:
          column[k] = column[k] * (1 + 1e-7) + 1e-12;
          right = -barrier * work_.ayb(k, k);
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
  const double smallest = std::ldexp(1.0, 2 - ground.strength_bits);
  step.length = 1;
  for (int tries = 0; tries < most_tries; ++tries) {
    for (std::size_t i = 0; i < curvature.size(); ++i)
      region.curvature[i] =
          rounded(curvature[i] + step.length * system.curvature(i), ground.strength_bits);
    for (std::size_t k = 0; k < products.size(); ++k) {
      if (products[k].sign == Sign::held) continue;
      double next = products[k].strength + step.length * system.strength(k);
      if (products[k].sign == Sign::positive)
        next = std::max({0.1 * products[k].strength, next, smallest});
      region.products[k].strength = rounded(next, ground.strength_bits);
    }
    build(region, ground, work);
    const linear::Factored factored = find_top(region, work, impatient);
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
