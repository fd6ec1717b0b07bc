// SPDX-License-Identifier: Apache-2.0
#include "statistics/proportion.hpp"

#include "statistics/argument.hpp"

#include <boost/math/special_functions/beta.hpp>

namespace spinsack {

Interval clopper_pearson(std::int64_t successes, std::int64_t trials, double level) {
  const auto s = static_cast<double>(successes);
  const auto n = static_cast<double>(trials);
  expect_argument(trials >= 0, "trials", "a number >= 0", n);
  expect_argument(successes >= 0 && successes <= trials, "successes", "at most one per trial", s);
  expect_level(level);
  const double outside = (1 - level) / 2;
  return {.low = successes == 0 ? 0 : boost::math::ibeta_inv(s, n - s + 1, outside),
          .high = successes == trials ? 1 : boost::math::ibetac_inv(s + 1, n - s, outside)};
}

std::optional<Proportion> proportion(std::int64_t successes, std::int64_t trials, double level) {
  const Interval interval = clopper_pearson(successes, trials, level);
  if (trials == 0) return std::nullopt;
  return Proportion{.successes = successes,
                    .trials = trials,
                    .rate = static_cast<double>(successes) / static_cast<double>(trials),
                    .interval = interval};
}

}  // namespace spinsack
