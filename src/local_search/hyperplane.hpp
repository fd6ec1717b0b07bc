// SPDX-License-Identifier: Apache-2.0
// Annealing by swaps on a hyperplane: the number of items is fixed at k, and one item leaves as another
// enters.
//
// Near the capacity the marginal items have nearly equal gains per weight, so that solutions with k and with
// k + 1 items need quite different mixes of weights, and no sequence of small moves leads from one to the
// other at a low temperature. On each hyperplane the price of capacity that suits it is found first: the one
// at which the k items of largest reduced gain weigh just the capacity. Then swaps i -> j are annealed with
//
//   E = -profit + mu (load - capacity) + strength (load - capacity)^2
//
// over a core of items near the margin only, in a small block of its own that stays in the cache; its net
// changes go to the state when the core is chosen anew. A sweep looks at all swaps of the core, and the best
// feasible candidate is remembered among all that were looked at, not only among those accepted.
#pragma once

#include "core/random_lanes.hpp"
#include "core/stop.hpp"
#include "core/types.hpp"
#include "core/work.hpp"
#include "instance/knapsack_state.hpp"
#include "local_search/landscape.hpp"

namespace spinsack {

struct HyperplaneSchedule {
  double hot = 0.1;  // first and last temperature, in units of land.energy
  double cold = 0.005;
  int cores = 2;    // how often the core is chosen
  int sweeps = 20;  // over all swaps of a core
};

// Brings the state to k items by adding the best or dropping the worst, anneals, and leaves the state at the
// best feasible candidate met. False if none was; the state is then somewhere overloaded. Requires
// 0 <= k <= land.most_items.
bool anneal_on_hyperplane(KnapsackState& state, Index k, const Landscape& land,
                          const HyperplaneSchedule& schedule, RandomLanes& random, StopCheck& watch,
                          Work& work);

// As a step of its own: both hyperplanes around the candidate's number of items and further ones while they
// pay, each followed by exchanges; the best one is kept, never worse than the start.
// Ends early if watch, which may be null, says so.
void hyperplane(KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack
