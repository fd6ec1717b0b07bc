// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/kcut_methods.hpp"

#include "problem/kcut/automatic.hpp"
#include "problem/kcut/exact.hpp"
#include "problem/kcut/greedy.hpp"
#include "problem/kcut/moh.hpp"
#include "problem/kcut/potts.hpp"
#include "solver/method_entry.hpp"

#include <vector>

namespace spinsack::kcut {

std::span<const Method> kcut_methods() {
  static const std::vector<Method> rows{
      method_entry<AutomaticCut, Graph>(), method_entry<Potts, Graph>(),
      method_entry<MultipleOperators, Graph>(), method_entry<GreedyCut, Graph>(),
      method_entry<ExactCut, Graph>()};
  return rows;
}

}  // namespace spinsack::kcut
