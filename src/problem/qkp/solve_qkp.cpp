// SPDX-License-Identifier: Apache-2.0
#include "problem/qkp/solve_qkp.hpp"

#include "problem/qkp/qkp_problem.hpp"

namespace spinsack {

SolveResult solve(const QkpInstance& instance, std::string_view method,
                  const ParameterValues& parameters, const SolveRequest& request) {
  return solve(view_of(instance), method, parameters, request);
}

}  // namespace spinsack
