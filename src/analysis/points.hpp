// SPDX-License-Identifier: Apache-2.0
// One series on one instance at one strength, and which of the strengths is reported.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/collected.hpp"

#include <vector>

namespace spinsack {

[[nodiscard]] PointResult point_result(const CollectedPoint& point, const InstanceRecord& instance);

// By the rule of the paper; none for a series and instance without a feasible run.
[[nodiscard]] std::vector<std::size_t> choose_points(const Collected& data);

// The points of a series on an instance, which stand together: calls take with the first and the one behind the
// last.
template <class Points, class Take>
void for_each_pair(const Points& points, const Take& take) {
  for (std::size_t first = 0; first < points.size();) {
    std::size_t end = first;
    while (end < points.size() && points[end].series == points[first].series &&
           points[end].instance == points[first].instance)
      ++end;
    take(first, end);
    first = end;
  }
}

}  // namespace spinsack
