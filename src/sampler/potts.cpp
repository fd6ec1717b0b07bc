// SPDX-License-Identifier: Apache-2.0
#include "sampler/potts.hpp"

#include "sampler/exponential_stream.hpp"
#include "sampler/grouped_state.hpp"
#include "sampler/schedule.hpp"
#include "sampler/sweep_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace spinsack {
namespace {

// From the costs of moves of a random state that keeps the groups; a penalty for groups has no part in them.
TemperatureRange grouped_range(GroupedState& state, Rng& rng) {
  constexpr double hot = 0.3;
  constexpr double cold = 0.15;
  constexpr std::int64_t most = 20'000;
  std::vector<double> costs;
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  const std::int64_t tried =
      std::min<std::int64_t>(most, std::max<std::int64_t>(200, state.elements()));
  for (std::int64_t i = 0; i < tried; ++i) {
    const auto element = static_cast<Index>(rng.integer(0, state.elements() - 1));
    const double cost = std::fabs(state.propose(element, rng).cost);
    costs.push_back(cost);
    largest = std::max(largest, cost);
    if (cost > 0) smallest = std::min(smallest, cost);
  }
  if (largest == 0) return {1, 1};
  double squares =
      0;  // of costs in units of the largest, since those of energies need not be numbers
  for (const double cost : costs) squares += (cost / largest) * (cost / largest);
  const double typical = largest * std::sqrt(squares / static_cast<double>(tried));
  return {hot * typical, std::clamp(cold * smallest, 1e-3 * typical, hot * typical)};
}

}  // namespace

Bits PottsAnnealing::read(const KernelModel& model, ReadContext& context) const {
  GroupedState state(model, context.seed(), context.stream());
  ExponentialStream random(context.seed(), context.stream(1));
  state.randomise(random.rng());
  TemperatureRange range = grouped_range(state, random.rng());
  if (context.warm()) {
    state.assign(context.start(), random.rng());
    range.start = std::max(range.end, 0.5 * range.start);
  }
  range = {t_start.value_or(range.start), t_end.value_or(range.end)};
  double energy = state.energy();
  context.improves(energy);
  GroupBits best = state.bits();
  for (std::int64_t s = 0; s < sweeps; ++s) {
    const double progress =
        sweeps > 1 ? static_cast<double>(s) / static_cast<double>(sweeps - 1) : 1;
    const double temperature = range.start + progress * (range.end - range.start);
    bool moved = false;
    const bool whole = for_each_stretch(state.elements(), s, [&](Index from, Index to) {
      for (Index element = from; element < to; ++element) {
        const GroupedState::Step step = state.propose(element, random.rng());
        if (step.off < 0 && step.on < 0) continue;
        if (step.cost > 0 && step.cost > temperature * random.next()) continue;
        state.make(element, step);
        energy += step.cost;
        moved = true;
      }
      return !context.out_of_time_after(to - from);
    });
    if (whole) ++context.work.sweeps;
    if (moved && context.improves(energy)) best = state.bits();
    if (context.stop_after(whole ? state.elements() : 0)) break;
  }
  context.work.flips = state.flips();
  return context.or_start(model.model(), bits_of_groups(best, model.size()));
}

}  // namespace spinsack
