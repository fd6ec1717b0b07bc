// SPDX-License-Identifier: Apache-2.0
#include "statistics/gap.hpp"

#include "statistics/argument.hpp"

#include <cmath>

namespace spinsack {
namespace {

std::optional<double> percent_of_best(Profit best, double missing) {
  if (best == 0) return std::nullopt;
  return 100 * missing / std::fabs(static_cast<double>(best));
}

}  // namespace

std::optional<double> gap_percent(Profit best, Profit value) {
  return percent_of_best(best, static_cast<double>(best - value));
}

std::optional<double> aggregated_gap_percent(Profit best, Profit value, double success_rate) {
  expect_argument(success_rate >= 0 && success_rate <= 1, "success rate", "a number in 0..1",
                  success_rate);
  return percent_of_best(best, static_cast<double>(best - value) + (1 - success_rate));
}

}  // namespace spinsack
