// SPDX-License-Identifier: Apache-2.0
// Branch and cut with CBC.
#pragma once

#include "solver/mip_task.hpp"
#include "solver/program_exchange.hpp"

#include <functional>
#include <vector>

namespace spinsack {

// What is told on the way; numbers are in the units of the profits.
struct BranchAndCutListener {
  std::function<void()> built;                           // the program is in memory
  std::function<void(const std::vector<Index>&)> items;  // a better solution, up to tolerances
  std::function<void(double)> bound;                     // of all feasible values, up to tolerances
  std::function<void(std::int64_t nodes, std::int64_t iterations)> done;
};

// Goes on until the optimum is proven or the nodes are used up; end the process to end it sooner. One
// thread, no clock: the same task gives the same answers.
void branch_and_cut(const QkpInstance& instance, const MipTask& task,
                    const BranchAndCutListener& listener);
void branch_and_cut(const ProgramTask& task, const BranchAndCutListener& listener);

}  // namespace spinsack
