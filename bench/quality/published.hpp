// SPDX-License-Identifier: Apache-2.0
// Time to the best known value of the published instances.
#pragma once

#include "run.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace spinsack::quality {

// Every method and seed 1..seeds meets an instance before the next one comes. keep gets each run; what done has
// already is left out.
void run_published(const std::vector<MethodChoice>& methods, std::uint64_t seeds, const Runs& done,
                   const std::function<void(const Run&)>& keep);

// others are runs of another build, to be compared with; perhaps none.
void print_times(const Runs& runs, const Runs& others);

}  // namespace spinsack::quality
