// SPDX-License-Identifier: Apache-2.0
#include "sampler/grouped_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace spinsack {

bool one_of_each_group(const QuboModel& model, BitView bits) {
  return std::ranges::all_of(model.groups(), [&](const Group& group) {
    Index set = 0;
    for (Index v = group.first; v < group.end(); ++v) set += bits[at(v)];
    return set == 1;
  });
}

TemperatureRange grouped_range(const GroupedState& state, Rng& rng) {
  constexpr double hot = 0.3;
  constexpr double cold = 0.15;
  constexpr std::int64_t most = 20'000;
  std::vector<double> costs;
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  const std::int64_t tried =
      std::min<std::int64_t>(most, std::max<std::int64_t>(200, state.elements()));
  for (std::int64_t i = 0; i < tried; ++i) {
    const auto element = static_cast<Index>(rng.integer(0, state.elements() - 1));
    const double cost = std::fabs(state.propose(element, rng).cost);
    costs.push_back(cost);
    largest = std::max(largest, cost);
    if (cost > 0) smallest = std::min(smallest, cost);
  }
  if (largest == 0) return {1, 1};
  double squares =
      0;  // of costs in units of the largest, since those of energies need not be numbers
  for (const double cost : costs) squares += (cost / largest) * (cost / largest);
  const double typical = largest * std::sqrt(squares / static_cast<double>(tried));
  return {hot * typical, std::clamp(cold * smallest, 1e-3 * typical, hot * typical)};
}

}  // namespace spinsack
