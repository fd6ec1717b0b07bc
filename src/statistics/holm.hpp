// SPDX-License-Identifier: Apache-2.0
// Many tests, one error rate: p-values adjusted after Holm (1979). Of m p-values in rising order the i-th
// becomes the largest of (m - j + 1) p_j over j <= i, at most 1. Rejecting where the adjusted p is at most
// 0.05 makes a single false rejection in the family no more likely than that, however the tests depend.
#pragma once

#include <span>
#include <vector>

namespace spinsack {

// In the order of the p-values given.
[[nodiscard]] std::vector<double> holm_adjusted(std::span<const double> p);

}  // namespace spinsack
