// SPDX-License-Identifier: Apache-2.0
#include "solver/automatic.hpp"

#include "solver/lha.hpp"

namespace spinsack {

void Automatic::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  LagrangianHyperplaneAnnealing().solve(instance, incumbent);
}

}  // namespace spinsack
