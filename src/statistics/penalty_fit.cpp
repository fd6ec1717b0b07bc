// SPDX-License-Identifier: Apache-2.0
#include "statistics/penalty_fit.hpp"

#include <vector>

namespace spinsack {

std::optional<PenaltyFit> fit_penalty(std::span<const PenaltyPoint> points, double level) {
  std::vector<std::vector<double>> x;
  std::vector<double> lambda;
  for (const PenaltyPoint& point : points) {
    x.push_back({point.n, point.density, point.tightness});
    lambda.push_back(point.lambda);
  }
  const auto law = fit_power_law(x, lambda, level);
  if (!law) return std::nullopt;
  return PenaltyFit{.factor = law->factor,
                    .factor_interval = law->factor_interval,
                    .n = law->exponents[0],
                    .density = law->exponents[1],
                    .tightness = law->exponents[2],
                    .degrees_of_freedom = law->degrees_of_freedom,
                    .r_squared = law->r_squared};
}

}  // namespace spinsack
