// SPDX-License-Identifier: Apache-2.0
#include "sampler/annealing.hpp"

#include "sampler/kernel.hpp"
#include "sampler/lane_reads.hpp"
#include "sampler/schedule.hpp"

namespace spinsack {
namespace {

TemperatureRange chosen_range(const SimulatedAnnealing& sa, const KernelModel& model, bool warm) {
  TemperatureRange range;
  if (warm)
    range = warm_range(model);
  else if (sa.schedule == "paper")
    range = {model.rows() * model.expanded_scales().largest, 0.1};
  else
    range = automatic_range(model);
  return {sa.t_start.value_or(range.start), sa.t_end.value_or(range.end)};
}

// How many sweeps at the beginning make no difference from a random state.
std::int64_t molten_sweeps(const SimulatedAnnealing& sa, const KernelModel& model,
                           GeometricCooling cooling) {
  constexpr double sweeps_to_forget = 50;  // per factor e; a few would do at these temperatures
  const double cooled_per_sweep = 1 - cooling.ratio();
  if (sa.schedule != "paper" || cooled_per_sweep <= 0 || cooled_per_sweep > 1 / sweeps_to_forget)
    return 0;
  std::int64_t skipped = 0;
  for (; skipped < sa.sweeps && cooling.temperature() > sa.molten * model.largest_rms_delta();
       ++skipped)
    cooling.step();
  return skipped;
}

}  // namespace

Bits SimulatedAnnealing::read(const KernelModel& model, ReadContext& context) const {
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  const bool keep_best = schedule != "paper";
  GroupBits best = state.group_bits;
  context.improves(state.energy());
  GeometricCooling cooling(chosen_range(*this, model, context.warm()), sweeps);
  const std::int64_t skipped = context.warm() ? 0 : molten_sweeps(*this, model, cooling);
  for (std::int64_t s = 0; s < sweeps; ++s) {
    if (s >= skipped && cooling.temperature() > 0) {
      const std::int64_t flips_before = state.flips;
      kernel::sweep(state, cooling.temperature());
      ++context.work.sweeps;
      if (state.flips != flips_before && keep_best && context.improves(state.energy()))
        best = state.group_bits;
      if (context.stop_after(model.size())) break;
    }
    cooling.step();
  }
  context.work.flips = state.flips;
  return keep_best ? bits_of_groups(best, model.size()) : state.bits();
}

bool SimulatedAnnealing::in_blocks(const KernelModel& model) const {
  return model.lanes() != nullptr;
}

BlockAnswers SimulatedAnnealing::read_block(const KernelModel& model,
                                            std::span<ReadContext> contexts) const {
  const bool warm = contexts.front().warm();
  LaneReads reads(model, contexts, schedule != "paper");
  GeometricCooling cooling(chosen_range(*this, model, warm), sweeps);
  const std::int64_t skipped = warm ? 0 : molten_sweeps(*this, model, cooling);
  for (std::int64_t s = 0; s < sweeps; ++s) {
    if (s >= skipped && cooling.temperature() > 0 && !reads.sweep(cooling.temperature())) break;
    cooling.step();
  }
  return reads.answers();
}

}  // namespace spinsack
