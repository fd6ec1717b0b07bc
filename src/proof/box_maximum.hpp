// SPDX-License-Identifier: Apache-2.0
// Where the majorant of margin.hpp is largest in the box 0 <= y <= 1, by steps along single coordinates.
#pragma once

#include "linear/cholesky.hpp"
#include "proof/margin.hpp"

#include <span>
#include <vector>

namespace spinsack::proof {

// About, by item, rounded to the binary places of points; what has been reached, if interrupted.
[[nodiscard]] std::vector<double> box_maximum(const Margin& margin,
                                              std::span<const double> curvature,
                                              const linear::Impatient& impatient);

}  // namespace spinsack::proof
