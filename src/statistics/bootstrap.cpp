// SPDX-License-Identifier: Apache-2.0
#include "statistics/bootstrap.hpp"

#include "core/rng.hpp"
#include "statistics/argument.hpp"
#include "statistics/summary.hpp"

#include <cmath>
#include <numeric>
#include <vector>

namespace spinsack {

std::optional<Bootstrap> bootstrap(std::size_t members, const IndexStatistic& statistic,
                                   const BootstrapOptions& options) {
  expect_level(options.level);
  expect_argument(options.resamples >= 1, "resamples", "a number >= 1",
                  static_cast<double>(options.resamples));
  const auto finite = [&](std::span<const std::size_t> indices) {
    const std::optional<double> value = statistic(indices);
    return value && std::isfinite(*value) ? value : std::nullopt;
  };
  if (members == 0) return std::nullopt;
  std::vector<std::size_t> indices(members);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  const std::optional<double> estimate = finite(indices);
  if (!estimate) return std::nullopt;

  Rng rng(options.seed, stream_of("bootstrap"));
  std::vector<double> values;
  for (std::int64_t r = 0; r < options.resamples; ++r) {
    for (std::size_t& index : indices)
      index = static_cast<std::size_t>(rng.integer(0, static_cast<std::int64_t>(members) - 1));
    if (const auto value = finite(indices)) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  const double outside = (1 - options.level) / 2;
  return Bootstrap{.estimate = *estimate,
                   .interval = {*quantile(values, outside), *quantile(values, 1 - outside)},
                   .undefined = options.resamples - static_cast<std::int64_t>(values.size())};
}

std::optional<Bootstrap> bootstrap_mean_ratio(std::span<const double> a, std::span<const double> b,
                                              const BootstrapOptions& options) {
  expect_finite("numerators", a);
  expect_finite("denominators", b);
  expect_same_length("denominators", a.size(), b.size());
  const auto ratio = [&](std::span<const std::size_t> indices) -> std::optional<double> {
    double above = 0;
    double below = 0;
    for (const std::size_t i : indices) {
      above += a[i];
      below += b[i];
    }
    return below == 0 ? std::nullopt : std::optional(above / below);
  };
  return bootstrap(a.size(), ratio, options);
}

}  // namespace spinsack
