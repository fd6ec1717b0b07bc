// SPDX-License-Identifier: Apache-2.0
#include "analysis/trace_sum.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack {

std::span<const double> trace_times() {
  static const std::vector<double> times = [] {
    constexpr int per_decade = 20;
    constexpr int first = -6;
    constexpr int last = 5;
    std::vector<double> grid;
    for (int i = first * per_decade; i <= last * per_decade; ++i)
      grid.push_back(std::pow(10.0, static_cast<double>(i) / per_decade));
    return grid;
  }();
  return times;
}

void TraceSum::add(std::span<const std::pair<double, Profit>> trace, double seconds) {
  const std::span<const double> times = trace_times();
  values.resize(times.size());
  std::size_t next = 0;
  Profit incumbent = 0;
  for (std::size_t t = 0; t < times.size(); ++t) {
    for (; next < trace.size() && trace[next].first <= times[t]; ++next)
      incumbent = trace[next].second;
    values[t] += static_cast<double>(incumbent);
  }
  ++runs;
  longest = std::max(longest, seconds);
}

}  // namespace spinsack
