// SPDX-License-Identifier: Apache-2.0
#include "sampler/digital.hpp"

#include "core/rng.hpp"
#include "sampler/kernel.hpp"
#include "sampler/schedule.hpp"

namespace spinsack {

Bits DigitalAnnealing::read(const KernelModel& model, ReadContext& context) const {
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  Rng choice(context.seed(), context.stream(1));
  const TemperatureRange automatic = context.warm() ? warm_range(model) : automatic_range(model);
  GeometricCooling cooling({t_start.value_or(automatic.start), t_end.value_or(automatic.end)},
                           steps);
  std::vector<double> cost(at(model.padded_size()));
  std::vector<Index> accepted;
  double energy = state.energy();
  double offset = 0;
  context.improves(energy);
  GroupBits best = state.group_bits;
  for (std::int64_t s = 0; s < steps; ++s, cooling.step()) {
    // 1. Try all flips against one threshold each.
    kernel::deltas(state, cost);
    accepted.clear();
    for (Index base = 0; base < model.padded_size(); base += group_size) {
      float threshold[group_size];
      kernel::random_exponentials(state, threshold);
      for (Index l = 0; l < group_size; ++l)
        if (cost[at(base + l)] - offset <=
            cooling.temperature() * static_cast<double>(threshold[l]))
          accepted.push_back(base + l);
    }
    // 2. Carry out one of the accepted, or lower the bar.
    if (accepted.empty()) {
      offset += offset_step.value_or(cooling.temperature());
    } else {
      const auto pick = choice.integer(0, static_cast<std::int64_t>(accepted.size()) - 1);
      const Index v = accepted[static_cast<std::size_t>(pick)];
      energy += cost[at(v)];
      kernel::flip(state, v);
      offset = 0;
      if (context.improves(energy)) best = state.group_bits;
    }
    ++context.work.sweeps;
    if (context.stop_after(model.size())) break;
  }
  context.work.flips = state.flips;
  return bits_of_groups(best, model.size());
}

}  // namespace spinsack
