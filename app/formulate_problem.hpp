// SPDX-License-Identifier: Apache-2.0
// `formulate` for instances that are no knapsacks: by the models of their problem.
#pragma once

#include "core/params.hpp"
#include "problem/instance.hpp"
#include "qubo/format.hpp"

#include <string>

namespace spinsack::cli {

struct ProblemFormulation {
  ParameterValues settings;  // of the models, as typed
  const QuboFormat* format = nullptr;
  std::string output;
  std::string map;  // empty: none
  bool ising = false;
  bool quiet = false;
};

int formulate_problem(const Instance& instance, const ProblemFormulation& wanted);

}  // namespace spinsack::cli
