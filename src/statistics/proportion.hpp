// SPDX-License-Identifier: Apache-2.0
// The share of runs that succeed, with the interval of Clopper and Pearson (1934): every chance of success
// that a two-sided binomial test would not reject. It covers the truth at least as often as it says.
#pragma once

#include "statistics/interval.hpp"

#include <cstdint>
#include <optional>

namespace spinsack {

struct Proportion {
  std::int64_t successes = 0;
  std::int64_t trials = 0;
  double rate = 0;
  Interval interval;
};

// Nothing without trials.
[[nodiscard]] std::optional<Proportion> proportion(std::int64_t successes, std::int64_t trials,
                                                   double level = 0.95);

// The interval alone; 0..1 without trials.
[[nodiscard]] Interval clopper_pearson(std::int64_t successes, std::int64_t trials,
                                       double level = 0.95);

}  // namespace spinsack
