// SPDX-License-Identifier: Apache-2.0
// Methods, for tests that know knapsacks only.
#pragma once

#include "problem/qkp/qkp_problem.hpp"
#include "solver/method.hpp"

#include <string_view>

namespace spinsack::test {

struct QkpMethod {
  const Method* method;

  SolveOutcome solve(const QkpInstance& instance, const ParameterValues& values,
                     const SolveRequest& request) const {
    return method->solve(view_of(instance), values, request);
  }
};

inline QkpMethod qkp_method(std::string_view name) { return {&find_method(qkp_problem(), name)}; }

}  // namespace spinsack::test
