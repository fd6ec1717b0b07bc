// SPDX-License-Identifier: Apache-2.0
#include "sampler/tempering.hpp"

#include "sampler/exponential_stream.hpp"
#include "sampler/kernel.hpp"
#include "sampler/schedule.hpp"

namespace spinsack {

Bits ParallelTempering::read(const KernelModel& model, ReadContext& context) const {
  // 1. Replicas, hottest first, and the temperatures they start at.
  const TemperatureRange automatic = automatic_range(model);
  GeometricCooling ladder({t_hot.value_or(automatic.start), t_cold.value_or(automatic.end)},
                          replicas);
  std::vector<KernelState> states;
  std::vector<double> temperatures;
  std::vector<double> energies;
  for (std::int64_t m = 0; m < replicas; ++m) {
    states.emplace_back(model, context.seed(), context.stream(static_cast<std::uint64_t>(m)));
    context.begin(states.back());
    energies.push_back(states.back().energy());
    temperatures.push_back(ladder.temperature());
    ladder.step();
  }
  // holder[r] is the replica that has temperature r: temperatures travel, states stay.
  std::vector<std::size_t> holder(states.size());
  for (std::size_t r = 0; r < holder.size(); ++r) holder[r] = r;
  ExponentialStream swaps(context.seed(), context.stream(static_cast<std::uint64_t>(replicas)));

  GroupBits best = states.front().group_bits;
  context.improves(energies.front());
  bool stopped = false;
  for (std::int64_t s = 0; s < sweeps && !stopped; ++s) {
    // 2. One sweep each.
    for (std::size_t r = 0; r < holder.size() && !stopped; ++r) {
      KernelState& state = states[holder[r]];
      kernel::sweep(state, temperatures[r]);
      energies[holder[r]] = state.energy();
      if (context.improves(energies[holder[r]])) best = state.group_bits;
      stopped = context.stop_after(model.size());
    }
    ++context.work.sweeps;
    // 3. Neighbours exchange temperatures.
    for (auto r = static_cast<std::size_t>(s % 2); r + 1 < holder.size(); r += 2) {
      const double gain = (1 / temperatures[r] - 1 / temperatures[r + 1]) *
                          (energies[holder[r]] - energies[holder[r + 1]]);
      if (gain + swaps.next() >= 0) std::swap(holder[r], holder[r + 1]);
    }
  }
  for (const KernelState& state : states) context.work.flips += state.flips;
  if (answer == "final") return states[holder.back()].bits();
  return bits_of_groups(best, model.size());
}

}  // namespace spinsack
