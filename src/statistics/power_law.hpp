// SPDX-License-Identifier: Apache-2.0
// Powers, fitted as straight lines of logarithms by least squares.
#pragma once

#include "statistics/regression.hpp"

#include <optional>
#include <span>
#include <vector>

namespace spinsack {

// y = factor x_1^exponents[0] x_2^exponents[1] ..
struct PowerLaw {
  double factor = 1;
  Interval factor_interval = {};
  std::vector<Coefficient> exponents = {};
  double residual_error = 0;  // of ln y
  std::int64_t degrees_of_freedom = 0;
  std::optional<double> r_squared = {};  // of ln y; nothing if y is constant

  // y at x_1, x_2, ..
  double operator()(std::span<const double> x) const;
};

// All numbers positive. Nothing where least_squares gives nothing.
[[nodiscard]] std::optional<PowerLaw> fit_power_law(std::span<const std::vector<double>> x,
                                                    std::span<const double> y, double level = 0.95);

// time = factor size^exponent.
[[nodiscard]] std::optional<PowerLaw> fit_power_law(std::span<const double> sizes,
                                                    std::span<const double> times,
                                                    double level = 0.95);

}  // namespace spinsack
