// SPDX-License-Identifier: Apache-2.0
#include "proof/majorant.hpp"

#include "linear/product.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinsack::proof {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon() / 2;  // of rounding

// k u / (1 - k u), and a little more: it is itself computed with rounding.
double gamma(double k) { return 1.0001 * k * unit / (1 - k * unit); }

// The largest row sum of the absolute values that the entries of S are made of.
double largest_row(const Region& region, const Ground& ground, const Workspace& work) {
  const std::size_t m = region.size();
  std::vector<double> row(m, 0.0);
  for (std::size_t j = 0; j < m; ++j) {
    const double* const pair = ground.pair.column(at(region.active[j]));
    double sum = 0;
    for (std::size_t i = 0; i < m; ++i) sum += std::abs(pair[region.active[i]]);
    row[j] = std::abs(region.curvature[j]) + 0.5 * sum;
  }
  for (std::size_t k = 0; k < region.products.size(); ++k) {
    const double* const a = work.first.column(k);
    const double* const b = work.second.column(k);
    double sum_a = 0;
    double sum_b = 0;
    for (std::size_t i = 0; i < m; ++i) {
      sum_a += std::abs(a[i]);
      sum_b += std::abs(b[i]);
    }
    const double half = 0.5 * std::abs(region.products[k].strength);
    for (std::size_t i = 0; i < m; ++i)
      row[i] += half * (std::abs(a[i]) * sum_b + std::abs(b[i]) * sum_a);
  }
  return row.empty() ? 0 : *std::ranges::max_element(row);
}

double square_of_norm(linear::Matrix& lower) {
  double sum = 0;
  for (std::size_t j = 0; j < lower.columns(); ++j) {
    const double* const column = lower.column(j) + j;
    sum += linear::dot(column, column, lower.rows() - j);
  }
  return sum;
}

}  // namespace

void lay_out_products(const Region& region, const Ground& ground, Workspace& work) {
  const std::size_t m = region.size();
  const std::size_t count = region.products.size();
  work.first.resize(m, count);
  work.second.resize(m, count);
  work.first_constant.resize(count);
  work.second_constant.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Linear first = linear_of(region.products[k].first, region, ground);
    const Linear second = linear_of(region.products[k].second, region, ground);
    std::ranges::copy(first.coefficient, work.first.column(k));
    std::ranges::copy(second.coefficient, work.second.column(k));
    work.first_constant[k] = first.constant;
    work.second_constant[k] = second.constant;
  }
}

void build(const Region& region, const Ground& ground, Workspace& work) {
  const std::size_t m = region.size();
  const std::size_t count = region.products.size();
  work.matrix.resize(m, m);
  for (std::size_t j = 0; j < m; ++j) {
    const double* const pair = ground.pair.column(at(region.active[j]));
    double* const column = work.matrix.column(j);
    for (std::size_t i = j; i < m; ++i) column[i] = -0.5 * pair[region.active[i]];
    column[j] = region.curvature[j];
  }
  // S -= 1/2 sum strength (a b' + b a'), the lower triangle by blocks of columns.
  static thread_local linear::Matrix scaled;
  static thread_local linear::Matrix both;
  scaled.resize(m, 2 * count);
  both.resize(m, 2 * count);
  for (std::size_t k = 0; k < count; ++k) {
    const double half = 0.5 * region.products[k].strength;
    const double* const a = work.first.column(k);
    const double* const b = work.second.column(k);
    for (std::size_t i = 0; i < m; ++i) {
      scaled(i, 2 * k) = half * a[i];
      scaled(i, 2 * k + 1) = half * b[i];
    }
    std::copy_n(b, m, both.column(2 * k));
    std::copy_n(a, m, both.column(2 * k + 1));
  }
  constexpr std::size_t width = 64;
  for (std::size_t j = 0; j < m; j += width) {
    const std::size_t columns = std::min(width, m - j);
    linear::add_product(-1, scaled.view().block(j, 0, m - j, 2 * count), linear::As::it_is,
                        both.view().block(j, 0, columns, 2 * count), linear::As::transposed,
                        work.matrix.view().block(j, j, m - j, columns));
  }
  work.level = static_cast<double>(region.constant);
  work.slope.resize(m);
  for (std::size_t i = 0; i < m; ++i)
    work.slope[i] = static_cast<double>(region.gain[i]) + region.curvature[i];
  for (std::size_t k = 0; k < count; ++k) {
    const double strength = region.products[k].strength;
    const double a0 = work.first_constant[k];
    const double b0 = work.second_constant[k];
    work.level += strength * a0 * b0;
    linear::add_multiple(strength * a0, work.second.column(k), work.slope.data(), m);
    linear::add_multiple(strength * b0, work.first.column(k), work.slope.data(), m);
  }
}

linear::Factored find_top(const Region& region, const Ground& ground, Workspace& work,
                          const linear::Impatient& impatient) {
  const std::size_t m = region.size();
  double trace = 0;
  for (std::size_t i = 0; i < m; ++i) trace += std::abs(work.matrix(i, i));
  const double order = static_cast<double>(m) + 8;
  const double terms = 4 * static_cast<double>(region.products.size()) + order;
  // Four times what is needed, so that a checker who adds up in another order comes to the same conclusion.
  work.shift = 4 * (gamma(order) * trace + gamma(terms) * largest_row(region, ground, work)) + 1e-8;
  work.root.resize(m, m);
  for (std::size_t j = 0; j < m; ++j) {
    std::copy_n(work.matrix.column(j) + j, m - j, work.root.column(j) + j);
    work.root(j, j) -= work.shift;
  }
  const linear::Factored factored = linear::factor(work.root.view(), impatient);
  if (factored != linear::Factored::whole) return factored;
  work.point.resize(m);
  for (std::size_t i = 0; i < m; ++i) work.point[i] = 0.5 * work.slope[i];
  linear::solve_lower(work.root.view(), work.point.data());
  work.top = work.level + linear::dot(work.point.data(), work.point.data(), m);
  linear::solve_lower_transposed(work.root.view(), work.point.data());
  return factored;
}

bool find_stiffness(Workspace& work, const linear::Impatient& impatient) {
  const std::size_t m = work.root.columns();
  work.inverse.resize(m, m);
  for (std::size_t j = 0; j < m; ++j)
    std::copy_n(work.root.column(j) + j, m - j, work.inverse.column(j) + j);
  if (!linear::invert_lower(work.inverse.view(), impatient)) return false;
  const double rho = 1.001 * gamma(static_cast<double>(m) + 4) *
                     std::sqrt(square_of_norm(work.root) * square_of_norm(work.inverse));
  work.stiff.assign(m, 0.0);
  if (!(rho < 0.5)) return true;  // too badly conditioned to say anything
  const double share = (1 - rho) * (1 - rho) * (1 - gamma(4 * (static_cast<double>(m) + 4)));
  for (std::size_t j = 0; j < m; ++j) {
    const double* const column = work.inverse.column(j) + j;
    work.stiff[j] = share / linear::dot(column, column, m - j);
  }
  return true;
}

}  // namespace spinsack::proof
