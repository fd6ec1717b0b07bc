// SPDX-License-Identifier: Apache-2.0
// Traces of many runs, added up on a fixed grid of times: twenty per decade, from a microsecond to a day.
#pragma once

#include "core/types.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace spinsack {

struct TraceSum {
  std::vector<double> values;  // of the incumbents at each time of the grid; empty without runs
  std::int64_t runs = 0;
  double longest = 0;  // seconds of a run

  // The trace rises in time; before its first point the value is 0.
  void add(std::span<const std::pair<double, Profit>> trace, double seconds);
};

// Seconds, rising.
[[nodiscard]] std::span<const double> trace_times();

}  // namespace spinsack
