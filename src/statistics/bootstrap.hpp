// SPDX-License-Identifier: Apache-2.0
// The bootstrap of Efron (1979): how much a statistic would move with another sample is read off from samples
// drawn, with replacement, from the one at hand. The interval lies between quantiles of what they give. The
// same seed gives the same interval.
#pragma once

#include "statistics/interval.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace spinsack {

struct BootstrapOptions {
  std::int64_t resamples = 2000;
  double level = 0.95;
  std::uint64_t seed = 1;
};

struct Bootstrap {
  double estimate = 0;  // from the sample itself
  Interval interval;
  std::int64_t undefined = 0;  // resamples without a value, which the interval leaves out
};

// A statistic of the members with these indices, which may repeat; nothing where it has no value.
using IndexStatistic = std::function<std::optional<double>(std::span<const std::size_t>)>;

// Nothing if the sample itself or all resamples have no value. Values that are not finite count as none.
[[nodiscard]] std::optional<Bootstrap> bootstrap(std::size_t members,
                                                 const IndexStatistic& statistic,
                                                 const BootstrapOptions& options = {});

// Mean of a over mean of b; the pairs are resampled. Nothing without pairs or if the mean of b is 0.
[[nodiscard]] std::optional<Bootstrap> bootstrap_mean_ratio(std::span<const double> a,
                                                            std::span<const double> b,
                                                            const BootstrapOptions& options = {});

}  // namespace spinsack
