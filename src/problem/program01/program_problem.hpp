// SPDX-License-Identifier: Apache-2.0
// Any 0/1 program as a problem: the LP and MPS files of others, with linear rows and a linear or quadratic objective over
// binary columns. An element is a group of columns of which exactly one is set, or a column of its own.
#pragma once

#include "problem/problem.hpp"
#include "program/program.hpp"

namespace spinsack {

[[nodiscard]] const Problem& program_problem();

// Throws InvalidInstance where check_program() does.
[[nodiscard]] Instance instance_of(Program program);

}  // namespace spinsack
