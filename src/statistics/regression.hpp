// SPDX-License-Identifier: Apache-2.0
// Ordinary least squares: y = b_0 + b_1 x_1 + .. + b_k x_k + noise, solved by Householder reflections. Standard
// errors and intervals suppose noise of equal size, independent and normal.
#pragma once

#include "statistics/interval.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace spinsack {

struct Coefficient {
  double value = 0;
  double standard_error = 0;
  Interval interval;  // after Student, with the degrees of freedom of the fit
};

struct Regression {
  std::vector<Coefficient> coefficients;  // b_0, b_1, ..
  double residual_error = 0;              // standard deviation of the noise
  std::int64_t degrees_of_freedom = 0;
  std::optional<double> r_squared;  // nothing if y is constant
};

// features[row] holds x_1 .. x_k, the same number in each row. Nothing if there are not more rows than
// coefficients, if a feature is (up to rounding) a combination of the others and the constant, or if squares of
// the data leave the range of a double.
[[nodiscard]] std::optional<Regression> least_squares(std::span<const std::vector<double>> features,
                                                      std::span<const double> y,
                                                      double level = 0.95);

}  // namespace spinsack
