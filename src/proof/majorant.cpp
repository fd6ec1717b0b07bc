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
double largest_row(const Region& region, const Workspace& work) {
  const std::size_t m = region.size();
  std::vector<double> row(m);
  for (std::size_t j = 0; j < m; ++j) row[j] = std::abs(region.curvature[j]) + 0.5 * work.pairs[j];
  // |direction| for each, weighted by what the products have along it.
  const std::size_t count = work.directions.columns();
  std::vector<double> sum(count, 0.0);
  std::vector<double> weight(count, 0.0);
  for (std::size_t u = 0; u < count; ++u)
    for (std::size_t i = 0; i < m; ++i) sum[u] += std::abs(work.directions(i, u));
  for (std::size_t k = 0; k < region.products.size(); ++k) {
    const Linear& a = work.first[k];
    const Linear& b = work.second[k];
    const double half = 0.5 * std::abs(region.products[k].strength * a.scale * b.scale);
    weight[a.direction] += half * sum[b.direction];
    weight[b.direction] += half * sum[a.direction];
  }
  for (std::size_t u = 0; u < count; ++u)
    for (std::size_t i = 0; i < m; ++i) row[i] += weight[u] * std::abs(work.directions(i, u));
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
  const std::size_t directions = direction_count(ground);
  work.directions.resize(region.size(), directions);
  for (std::size_t u = 0; u < directions; ++u)
    write_direction(u, region, ground, work.directions.column(u));
  work.pairs.resize(region.size());
  for (std::size_t j = 0; j < region.size(); ++j) {
    const double* const pair = ground.pair.column(at(region.active[j]));
    double sum = 0;
    for (const Index i : region.active) sum += std::abs(pair[i]);
    work.pairs[j] = sum;
  }
  const GroupCounts counts(region, ground);
  work.first.clear();
  work.second.clear();
  for (const Product& product : region.products) {
    work.first.push_back(linear_of(product.first, region, ground, counts));
    work.second.push_back(linear_of(product.second, region, ground, counts));
  }
}

std::int64_t operations_of_factor(std::size_t order) {
  return static_cast<std::int64_t>(order * order * order / 3);
}
std::int64_t operations_of_directions(std::size_t order, std::size_t count) {
  return static_cast<std::int64_t>(2 * order * order * count);
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
  // S -= 1/2 sum strength (a b' + b a') = D M D', where D has the directions, the lower triangle by blocks of columns.
  const std::size_t directions = work.directions.columns();
  static thread_local linear::Matrix mixed;  // D M
  mixed.resize(m, directions);
  std::vector<double> mixture(directions * directions, 0.0);  // M
  std::vector<double> slope(directions, 0.0);                 // of the level, along the directions
  work.level = static_cast<double>(region.constant);
  for (std::size_t k = 0; k < count; ++k) {
    const double strength = region.products[k].strength;
    const Linear& a = work.first[k];
    const Linear& b = work.second[k];
    const double half = 0.5 * strength * a.scale * b.scale;
    mixture[a.direction * directions + b.direction] += half;
    mixture[b.direction * directions + a.direction] += half;
    work.level += strength * a.constant * b.constant;
    slope[b.direction] += strength * a.constant * b.scale;
    slope[a.direction] += strength * b.constant * a.scale;
  }
  for (std::size_t u = 0; u < directions; ++u) {
    std::fill_n(mixed.column(u), m, 0.0);
    for (std::size_t v = 0; v < directions; ++v)
      if (const double factor = mixture[u * directions + v]; factor != 0)
        linear::add_multiple(factor, work.directions.column(v), mixed.column(u), m);
  }
  constexpr std::size_t width = 64;
  for (std::size_t j = 0; j < m; j += width) {
    const std::size_t columns = std::min(width, m - j);
    linear::add_product(-1, mixed.view().block(j, 0, m - j, directions), linear::As::it_is,
                        work.directions.view().block(j, 0, columns, directions),
                        linear::As::transposed, work.matrix.view().block(j, j, m - j, columns));
  }
  work.slope.resize(m);
  for (std::size_t i = 0; i < m; ++i)
    work.slope[i] = static_cast<double>(region.gain[i]) + region.curvature[i];
  for (std::size_t u = 0; u < directions; ++u)
    linear::add_multiple(slope[u], work.directions.column(u), work.slope.data(), m);
}

linear::Factored find_top(const Region& region, Workspace& work,
                          const linear::Impatient& impatient) {
  const std::size_t m = region.size();
  double trace = 0;
  for (std::size_t i = 0; i < m; ++i) trace += std::abs(work.matrix(i, i));
  const double order = static_cast<double>(m) + 8;
  const double terms = 4 * static_cast<double>(region.products.size()) + 64 + order;
  // Four times what is needed, so that a checker who adds up in another order comes to the same conclusion.
  work.shift = 4 * (gamma(order) * trace + gamma(terms) * largest_row(region, work)) + 1e-8;
  work.root.resize(m, m);
  for (std::size_t j = 0; j < m; ++j) {
    std::copy_n(work.matrix.column(j) + j, m - j, work.root.column(j) + j);
    work.root(j, j) -= work.shift;
  }
  const linear::Factored factored = linear::factor(work.root.view(), impatient);
  work.operations +=
      operations_of_factor(m) + operations_of_directions(m, work.directions.columns());
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
  work.operations += operations_of_factor(m);
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
