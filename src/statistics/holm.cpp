// SPDX-License-Identifier: Apache-2.0
#include "statistics/holm.hpp"

#include "statistics/argument.hpp"

#include <algorithm>
#include <numeric>

namespace spinsack {

std::vector<double> holm_adjusted(std::span<const double> p) {
  for (const double value : p)
    expect_argument(value >= 0 && value <= 1, "p-value", "a number in 0..1", value);
  std::vector<std::size_t> rising(p.size());
  std::iota(rising.begin(), rising.end(), std::size_t{0});
  std::ranges::stable_sort(rising, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> adjusted(p.size());
  double highest = 0;
  for (std::size_t i = 0; i < rising.size(); ++i) {
    const auto remaining = static_cast<double>(rising.size() - i);
    highest = std::max(highest, std::min(1.0, remaining * p[rising[i]]));
    adjusted[rising[i]] = highest;
  }
  return adjusted;
}

}  // namespace spinsack
