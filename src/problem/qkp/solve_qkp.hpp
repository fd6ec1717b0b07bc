// SPDX-License-Identifier: Apache-2.0
// Solving, for programs that know knapsacks only.
#pragma once

#include "instance/qkp.hpp"
#include "solver/solve.hpp"

#include <string_view>

namespace spinsack {

[[nodiscard]] SolveResult solve(const QkpInstance& instance, std::string_view method = "auto",
                                const ParameterValues& parameters = {},
                                const SolveRequest& request = {});

}  // namespace spinsack
