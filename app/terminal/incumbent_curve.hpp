// SPDX-License-Identifier: Apache-2.0
// How the best value grew with time, to look at.
#pragma once

#include "problem/instance.hpp"
#include "solver/method.hpp"
#include "terminal/terminal.hpp"

#include <string>

namespace spinsack::cli {

// A staircase over logarithmic time, from the first solution to the end of the run, with both ends of both
// axes named. Empty if fewer than three solutions were found: there is nothing to see.
[[nodiscard]] std::string incumbent_curve(const Instance& instance, const SolveOutcome& outcome,
                                          const Look& look);

}  // namespace spinsack::cli
