// SPDX-License-Identifier: Apache-2.0
// What the runs on random instances say: how far each method stays below the best value that any of
// them found, and the first method against each of the others.
#pragma once

#include "run.hpp"

#include <string>
#include <vector>

namespace spinsack::quality {

// A method is below another one if it misses more than this share of the best value.
inline constexpr double tolerance = 1e-5;

// Instances that not all of the methods have met, since the command was interrupted, do not count.
// others are runs of another build, to be compared with; perhaps none.
void print_values(const Runs& runs, const std::vector<std::string>& methods, const Runs& others);

}  // namespace spinsack::quality
