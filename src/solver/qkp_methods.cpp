// SPDX-License-Identifier: Apache-2.0
// The only list of methods for knapsacks.
#include "solver/qkp_methods.hpp"

#include "solver/automatic.hpp"
#include "solver/dp.hpp"
#include "solver/exact.hpp"
#include "solver/grasp.hpp"
#include "solver/greedy.hpp"
#include "solver/ihea.hpp"
#include "solver/iqiea.hpp"
#include "solver/lha.hpp"
#include "solver/method_entry.hpp"
#include "solver/mip.hpp"
#include "solver/qkbp.hpp"
#include "solver/window_ils.hpp"

#include <array>

namespace spinsack {
namespace {

template <class M>
Method knapsack_method() {
  return method_entry<M, QkpInstance>();
}

}  // namespace

// Ours, and what the paper compares with and newer rivals.
std::span<const Method> qkp_methods() {
  static const std::array catalog{knapsack_method<Automatic>(),
                                  knapsack_method<LagrangianHyperplaneAnnealing>(),
                                  knapsack_method<Greedy>(),
                                  knapsack_method<DynamicProgram>(),
                                  knapsack_method<GraspTabu>(),
                                  knapsack_method<QuantumInspired>(),
                                  knapsack_method<HyperplaneExploration>(),
                                  knapsack_method<BreakpointGreedy>(),
                                  knapsack_method<WindowSearch>(),
                                  knapsack_method<Exact>(),
                                  knapsack_method<MixedIntegerProgram>()};
  return catalog;
}

}  // namespace spinsack
