// SPDX-License-Identifier: Apache-2.0
#include "sampler/ladder.hpp"

#include "core/portable_math.hpp"
#include "sampler/kernel.hpp"
#include "sampler/rung.hpp"
#include "sampler/schedule.hpp"
#include "sampler/tempering.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

constexpr std::int64_t first_visits = std::int64_t{1} << 19;  // of the lowest rung
constexpr std::int64_t fewest_sweeps = 64;
constexpr std::int64_t rungs = 6;  // before the ladder begins anew, where work decides
constexpr Index tempered = 500;    // variables up to which tempering is mixed in
constexpr std::int64_t replicas = 16;

// The length of a read's rung.
std::int64_t rung_sweeps(const KernelModel& model, const ReadContext& context) {
  const bool climbs_on = context.time_to_fill().has_value();
  const std::int64_t rung =
      climbs_on ? std::min<std::int64_t>(context.read(), 30) : context.read() % rungs;
  // Longer ones are worth less than more of them (measured at n = 2000, couplings +-1 between all).
  const std::int64_t most_sweeps = std::max<std::int64_t>(2048, 8 * std::int64_t{model.size()});
  return std::clamp((first_visits << rung) / model.size(), fewest_sweeps, most_sweeps);
}

// Half as hot and half as cold as one anneal alone would be: most of a long one is best spent in between.
TemperatureRange rung_range(const KernelModel& model, bool warm) {
  const TemperatureRange range = warm ? warm_range(model) : automatic_range(model);
  return {(warm ? 1 : 0.5) * range.start, 0.5 * range.end};
}

Bits anneal(const KernelModel& model, ReadContext& context, std::int64_t sweeps) {
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  context.improves(state.energy());
  GroupBits best = state.group_bits;
  const TemperatureRange range = rung_range(model, context.warm());
  const double fall = portable_log(range.end / range.start);
  for (Rung rung(sweeps, context.time_to_fill()); !rung.over();) {
    const std::int64_t flips_before = state.flips;
    kernel::sweep(state, range.start * portable_exp(fall * rung.progress()));
    ++context.work.sweeps;
    if (state.flips != flips_before && context.improves(state.energy())) best = state.group_bits;
    if (context.stop_after(model.size())) break;
    rung.swept(context.time_to_fill());
  }
  context.work.flips = state.flips;
  return bits_of_groups(best, model.size());
}

}  // namespace

Bits Ladder::read(const KernelModel& model, ReadContext& context) const {
  const std::int64_t length = sweeps ? std::llround(*sweeps) : rung_sweeps(model, context);
  if (model.size() <= tempered && context.read() % 2 == 1 && length >= replicas) {
    ParallelTempering tempering;
    tempering.sweeps = length / replicas;
    tempering.replicas = replicas;
    return tempering.read(model, context);
  }
  return anneal(model, context, length);
}

}  // namespace spinsack
