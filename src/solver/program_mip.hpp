// SPDX-License-Identifier: Apache-2.0
// Branch and cut for every problem, by way of its program: products become rows after Glover and Woolsey (1974), and CBC
// solves the rest in a process of its own (mip.hpp has what holds for both: floating point is believed only as far as
// integers bear it out). The relaxation is weak where there are many products; for knapsacks there is a stronger way.
#pragma once

#include "solver/method.hpp"

namespace spinsack {

[[nodiscard]] Method program_mip();

}  // namespace spinsack
