// SPDX-License-Identifier: Apache-2.0
// Annealing of all items by single flips, with the capacity as a price and a soft squared penalty:
//
//   E = -profit + mu (load - capacity) + strength (load - capacity)^2
//
// the "lagrange" encoding as a QUBO without slack variables. The paper's penalty has to be stiff because it
// must hold the load alone, and stiff penalties freeze single flips; here the price carries the load and the
// penalty only has to overcome the curvature of the profit. The price follows the load from sweep to sweep.
#pragma once

#include "core/random_lanes.hpp"
#include "core/stop.hpp"
#include "core/types.hpp"
#include "core/work.hpp"
#include "instance/knapsack_state.hpp"
#include "local_search/landscape.hpp"

namespace spinsack {

struct GlobalSchedule {
  double hot = 1;  // first and last temperature, in units of land.energy
  double cold = 0.2;
  std::int64_t sweeps = 100;
  double stiffness = 10;  // kappa: penalty strength over the curvature of the profit
};

struct FeasibleCandidate {
  Profit profit = 0;
  Bits bits;  // empty if there is none
};

// Moves the state; price is in units of the landscape and moves along. Returns the best feasible candidate
// met. Results are the same on every instruction set.
FeasibleCandidate anneal_globally(KnapsackState& state, const Landscape& land,
                                  const GlobalSchedule& schedule, double& price,
                                  RandomLanes& random, StopCheck& watch, Work& work);

}  // namespace spinsack
