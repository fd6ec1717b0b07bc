// SPDX-License-Identifier: Apache-2.0
#include "sampler/digital.hpp"

#include "core/rng.hpp"
#include "sampler/kernel.hpp"
#include "sampler/schedule.hpp"

#include <bit>

namespace spinsack {
namespace {

// The variable of the bit with this number, counted from 0, among all that are set.
Index numbered_one(const GroupBits& groups, std::int64_t number) {
  std::size_t g = 0;
  for (; number >= std::popcount(groups[g]); ++g) number -= std::popcount(groups[g]);
  unsigned bits = groups[g];
  for (; number > 0; --number) bits &= bits - 1;
  return static_cast<Index>(g) * group_size + std::countr_zero(bits);
}

}  // namespace

Bits DigitalAnnealing::read(const KernelModel& model, ReadContext& context) const {
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  Rng choice(context.seed(), context.stream(1));
  const TemperatureRange automatic = context.warm() ? warm_range(model) : automatic_range(model);
  GeometricCooling cooling({t_start.value_or(automatic.start), t_end.value_or(automatic.end)},
                           steps);
  GroupBits accepted(at(model.groups()));
  double energy = state.energy();
  double offset = 0;
  context.improves(energy);
  GroupBits best = state.group_bits;
  for (std::int64_t s = 0; s < steps; ++s, cooling.step()) {
    // 1. Try all flips against one threshold each.
    const Index count = kernel::accepted_flips(state, offset, cooling.temperature(), accepted);
    // 2. Carry out one of the accepted, or lower the bar.
    if (count == 0) {
      offset += offset_step.value_or(cooling.temperature());
    } else {
      const Index v = numbered_one(accepted, choice.integer(0, count - 1));
      energy += kernel::delta(state, v);
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
