// SPDX-License-Identifier: Apache-2.0
#include "sampler/potts.hpp"

#include "sampler/grouped_sweep.hpp"

#include <algorithm>
#include <utility>

namespace spinsack {

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
    const GroupedSweep sweep =
        grouped_sweep(state, temperature, s, random, energy,
                      [&](std::int64_t visits) { return !context.out_of_time_after(visits); });
    if (sweep.whole) ++context.work.sweeps;
    if (sweep.moved && context.improves(energy)) best = state.bits();
    if (context.stop_after(sweep.whole ? state.elements() : 0)) break;
  }
  context.work.flips = state.flips();
  Bits lowest = bits_of_groups(best, model.size());
  // A start that breaks groups is no answer, however low.
  const bool sound = context.warm() && one_of_each_group(model.model(), context.start());
  return sound ? context.or_start(model.model(), std::move(lowest)) : lowest;
}

}  // namespace spinsack
