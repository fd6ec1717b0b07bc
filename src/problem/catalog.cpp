// SPDX-License-Identifier: Apache-2.0
// The only list of problems.
#include "problem/kcut/kcut_problem.hpp"
#include "problem/problem.hpp"
#include "problem/program01/program_problem.hpp"
#include "problem/qkp/qkp_problem.hpp"

#include <array>

namespace spinsack {

std::span<const Problem* const> problems() {
  static const std::array catalog{&qkp_problem(), &kcut::kcut_problem(), &program_problem()};
  return catalog;
}

}  // namespace spinsack
