// SPDX-License-Identifier: Apache-2.0
// The first answer of a run, before anything that takes long.
#pragma once

#include "instance/knapsack_state.hpp"
#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <optional>

namespace spinsack {

// Everything in, then the least efficient out, the rest filled: a good solution in time linear in the pairs, which is
// offered before all others. Nothing if stopped before it fits. Where there are very many items, what fits of them by the
// efficiencies of the beginning is offered first, so that there is an answer whenever the end comes.
std::optional<KnapsackState> offer_quick_solution(const QkpInstance& instance,
                                                  Incumbent& incumbent);

// The same for methods that need no start but may find nothing before a time limit: where there are very many items or
// pairs and a limit, and nobody has offered anything yet.
void offer_in_case_of_need(const QkpInstance& instance, Incumbent& incumbent);

}  // namespace spinsack
