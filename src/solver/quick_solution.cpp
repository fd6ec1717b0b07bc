// SPDX-License-Identifier: Apache-2.0
#include "solver/quick_solution.hpp"

#include "instance/evaluate.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/reduced_gain.hpp"

namespace spinsack {
namespace {

constexpr Index very_many = 50'000;
constexpr std::int64_t before_reads = -1;

}  // namespace

std::optional<KnapsackState> offer_quick_solution(const QkpInstance& instance,
                                                  Incumbent& incumbent) {
  StopCheck watch = incumbent.watch(before_reads);
  KnapsackState state(instance, Bits(at(instance.size()), 1),
                      KnapsackState::Efficiencies::left_out);
  if (instance.size() >= very_many) {
    const Bits part = feasible_part(state);
    incumbent.offer(part, evaluate(instance, part).profit, before_reads);
  }
  quick_prune(state, &watch);
  if (!quick_removal(state, 4, &watch)) return {};
  fill_at_price(state, marginal_price(state), &watch);
  incumbent.offer(state.bits(), state.profit(), before_reads);
  return state;
}

void offer_in_case_of_need(const QkpInstance& instance, Incumbent& incumbent) {
  constexpr std::int64_t many_pairs = 4'000'000;  // cuts take a second
  const bool many = instance.size() >= very_many || instance.pair_profits().pairs() >= many_pairs;
  if (many && incumbent.request().time_limit && incumbent.value() <= 0)
    offer_quick_solution(instance, incumbent);
}

}  // namespace spinsack
