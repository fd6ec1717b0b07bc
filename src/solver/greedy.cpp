// SPDX-License-Identifier: Apache-2.0
#include "solver/greedy.hpp"

#include "instance/evaluate.hpp"
#include "instance/knapsack_state.hpp"
#include "local_search/insertion.hpp"
#include "postprocess/greedy.hpp"
#include "solver/searches.hpp"

namespace spinsack {
namespace {

void removal_greedy(const QkpInstance& instance, Incumbent& incumbent) {
  StopCheck watch = incumbent.watch();
  const Bits bits = post::greedy(instance, &watch);
  incumbent.offer(bits, evaluate(instance, bits).profit);
}

void insertion_greedy(KnapsackState& state, Incumbent& incumbent, std::int64_t number) {
  StopCheck watch = incumbent.watch(number);
  const Index before = state.count();
  insertion(state, &watch);
  incumbent.offer(state.bits(), state.profit(), number);
  const std::int64_t added = state.count() - before;
  incumbent.count({.visits = added * state.size(), .flips = added}, number);
}

void relative_greedy(const KnapsackState& empty, Incumbent& incumbent) {
  run_searches(incumbent, 0, empty.size(), [&](std::int64_t turn, std::int64_t number) {
    const auto first = static_cast<Index>(turn);
    if (empty.instance().weights()[at(first)] > empty.room()) return;
    KnapsackState state = empty;
    state.add(first);
    insertion_greedy(state, incumbent, number);
  });
}

}  // namespace

void Greedy::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  if (variant == "removal") {
    removal_greedy(instance, incumbent);
  } else {
    KnapsackState empty(instance, Bits(at(instance.size()), 0),
                        KnapsackState::Efficiencies::left_out);
    if (variant == "insertion")
      insertion_greedy(empty, incumbent, 0);
    else
      relative_greedy(empty, incumbent);
  }
  incumbent.time(Stage::improve, incumbent.stop().seconds());
}

}  // namespace spinsack
