// SPDX-License-Identifier: Apache-2.0
// What kernel and scalar twin have to agree on when they draw the thresholds of a group.
#pragma once

#include <array>
#include <cstddef>

namespace spinsack {

// In a group whose cheapest flip costs more than this many temperatures, the largest of the 16
// exponentials is drawn first, and the others, given that one, only if it pays for some flip.
inline constexpr double lively_limit = 2.5;

// 1 - e^-x = x (1 - x/2 + x^2/6 - ..), coefficients from the last to the first; 1e-8 on [0, 1.4].
inline constexpr auto one_minus_exp_series = [] {
  std::array<float, 12> series{};
  double term = 1;  // (-1)^k / (k + 1)!
  for (std::size_t k = 0; k < series.size(); ++k) {
    series[series.size() - 1 - k] = static_cast<float>(term);
    term /= -static_cast<double>(k + 2);
  }
  return series;
}();

}  // namespace spinsack
