// SPDX-License-Identifier: Apache-2.0
// The program spinsack-mip at work: a task goes to it, and its reports come back at the same time.
#pragma once

#include "core/file.hpp"
#include "solver/incumbent.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace spinsack {

struct MipQuestion {
  Index columns = 0;                           // that an answer is about
  std::function<void(TextWriter& out)> write;  // the task
  std::function<void(BitView columns)> offer;  // a solution, up to tolerances: to be judged
  double constant = 0;                         // that its bounds leave out
};

// Until its end, or until the incumbent is good enough. since: when the present stage began, in seconds of the incumbent.
void ask_spinsack_mip(const std::string& program, const MipQuestion& question, double& since,
                      Incumbent& incumbent);

// A bound in floating point, as the integer that is safe up to tolerances.
void offer_bound(double bound, Incumbent& incumbent);

// Seconds since the last call belong to the stage.
void end_stage(Stage stage, double& since, Incumbent& incumbent);

[[noreturn]] void mip_failed(std::string_view solver, std::string_view how, std::string_view words);

struct MipNotWanted {};  // any more: what a program was to get

}  // namespace spinsack
