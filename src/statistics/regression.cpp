// SPDX-License-Identifier: Apache-2.0
#include "statistics/regression.hpp"

#include "statistics/argument.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace spinsack {
namespace {

using Column = std::vector<double>;

double dot(const Column& a, const Column& b, std::size_t from = 0) {
  double sum = 0;
  for (std::size_t i = from; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// The reflection that sends column k of the matrix below the diagonal to zero, applied to everything right of
// it. False if nothing is left of that column.
bool reflect(std::vector<Column>& columns, std::size_t k) {
  constexpr double nothing_left = 1e-10;
  Column& own = columns[k];
  const double length = std::sqrt(dot(own, own, k));
  if (!(length > nothing_left * std::sqrt(dot(own, own)))) return false;
  Column normal(own.size(), 0);
  for (std::size_t i = k; i < own.size(); ++i) normal[i] = own[i];
  normal[k] += std::copysign(length, own[k]);
  const double half = dot(normal, normal, k) / 2;
  for (std::size_t c = k; c < columns.size(); ++c) {
    const double factor = dot(normal, columns[c], k) / half;
    for (std::size_t i = k; i < own.size(); ++i) columns[c][i] -= factor * normal[i];
  }
  return true;
}

// Solves R x = right, where R is the upper triangle of the first columns.
Column solve_upper(const std::vector<Column>& columns, Column right) {
  for (std::size_t k = right.size(); k-- > 0;) {
    right[k] /= columns[k][k];
    for (std::size_t i = 0; i < k; ++i) right[i] -= columns[k][i] * right[k];
  }
  return right;
}

// Diagonal of (X' X)^-1 = R^-1 R^-T.
Column inverse_diagonal(const std::vector<Column>& columns, std::size_t count) {
  Column diagonal(count, 0);
  for (std::size_t c = 0; c < count; ++c) {
    Column unit(count, 0);
    unit[c] = 1;
    const Column inverse_column = solve_upper(columns, std::move(unit));
    for (std::size_t r = 0; r < count; ++r) diagonal[r] += inverse_column[r] * inverse_column[r];
  }
  return diagonal;
}

double centered_squares(std::span<const double> y) {
  double mean = 0;
  for (const double value : y) mean += value / static_cast<double>(y.size());
  double sum = 0;
  for (const double value : y) sum += (value - mean) * (value - mean);
  return sum;
}

bool constant(std::span<const double> y) {
  return std::ranges::all_of(y, [&](double value) { return value == y.front(); });
}

}  // namespace

std::optional<Regression> least_squares(std::span<const std::vector<double>> features,
                                        std::span<const double> y, double level) {
  expect_level(level);
  expect_finite("y", y);
  expect_same_length("rows of features", y.size(), features.size());
  const std::size_t count = features.empty() ? 1 : features.front().size() + 1;
  // Constant, features, y.
  std::vector<Column> columns(count + 1, Column(y.size(), 1));
  for (std::size_t row = 0; row < y.size(); ++row) {
    expect_same_length("features of a row", count - 1, features[row].size());
    expect_finite("features", features[row]);
    for (std::size_t c = 1; c < count; ++c) columns[c][row] = features[row][c - 1];
    columns[count][row] = y[row];
  }
  if (y.size() <= count) return std::nullopt;
  for (std::size_t k = 0; k < count; ++k)
    if (!reflect(columns, k)) return std::nullopt;

  const Column& rotated = columns[count];
  const double residual = dot(rotated, rotated, count);
  const std::size_t freedom = y.size() - count;
  const double variance = residual / static_cast<double>(freedom);
  const boost::math::students_t student(static_cast<double>(freedom));
  const double reach = boost::math::quantile(complement(student, (1 - level) / 2));
  const Column values = solve_upper(
      columns, Column(rotated.begin(), rotated.begin() + static_cast<std::ptrdiff_t>(count)));
  const Column diagonal = inverse_diagonal(columns, count);

  Regression fit;
  for (std::size_t c = 0; c < count; ++c) {
    const double error = std::sqrt(variance * diagonal[c]);
    if (!std::isfinite(values[c]) || !std::isfinite(error)) return std::nullopt;
    fit.coefficients.push_back(
        {.value = values[c],
         .standard_error = error,
         .interval = {values[c] - reach * error, values[c] + reach * error}});
  }
  fit.residual_error = std::sqrt(variance);
  fit.degrees_of_freedom = static_cast<std::int64_t>(freedom);
  const double total = centered_squares(y);
  if (!constant(y) && total > 0) fit.r_squared = 1 - residual / total;
  return fit;
}

}  // namespace spinsack
