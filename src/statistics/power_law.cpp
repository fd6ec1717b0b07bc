// SPDX-License-Identifier: Apache-2.0
#include "statistics/power_law.hpp"

#include "statistics/argument.hpp"

#include <cmath>

namespace spinsack {
namespace {

std::vector<double> logarithms(std::span<const double> values) {
  std::vector<double> logs;
  for (const double value : values) {
    expect_argument(value > 0 && std::isfinite(value), "argument of a power law",
                    "a finite number > 0", value);
    logs.push_back(std::log(value));
  }
  return logs;
}

}  // namespace

double PowerLaw::operator()(std::span<const double> x) const {
  expect_same_length("arguments of a power law", exponents.size(), x.size());
  double log_y = std::log(factor);
  const std::vector<double> logs = logarithms(x);
  for (std::size_t i = 0; i < x.size(); ++i) log_y += exponents[i].value * logs[i];
  return std::exp(log_y);
}

std::optional<PowerLaw> fit_power_law(std::span<const std::vector<double>> x,
                                      std::span<const double> y, double level) {
  std::vector<std::vector<double>> features;
  for (const std::vector<double>& row : x) features.push_back(logarithms(row));
  auto line = least_squares(features, logarithms(y), level);
  if (!line) return std::nullopt;
  const Coefficient constant = line->coefficients.front();
  line->coefficients.erase(line->coefficients.begin());
  return PowerLaw{
      .factor = std::exp(constant.value),
      .factor_interval = {std::exp(constant.interval.low), std::exp(constant.interval.high)},
      .exponents = std::move(line->coefficients),
      .residual_error = line->residual_error,
      .degrees_of_freedom = line->degrees_of_freedom,
      .r_squared = line->r_squared};
}

std::optional<PowerLaw> fit_power_law(std::span<const double> sizes, std::span<const double> times,
                                      double level) {
  std::vector<std::vector<double>> x;
  for (const double size : sizes) x.push_back({size});
  return fit_power_law(x, times, level);
}

}  // namespace spinsack
