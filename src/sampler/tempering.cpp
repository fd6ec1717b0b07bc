// SPDX-License-Identifier: Apache-2.0
#include "sampler/tempering.hpp"

#include "sampler/exponential_stream.hpp"
#include "sampler/grouped_sweep.hpp"
#include "sampler/kernel.hpp"
#include "sampler/lane_block.hpp"
#include "sampler/schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace spinsack {
namespace {

// Neighbours in temperature, even and odd pairs in turn, exchange it. holder[r] is the replica that has temperature r:
// temperatures travel, states stay.
void exchange(std::vector<std::size_t>& holder, const std::vector<double>& temperatures,
              const std::vector<double>& energies, std::int64_t sweep, ExponentialStream& swaps) {
  for (auto r = static_cast<std::size_t>(sweep % 2); r + 1 < holder.size(); r += 2) {
    const double gain = (1 / temperatures[r] - 1 / temperatures[r + 1]) *
                        (energies[holder[r]] - energies[holder[r + 1]]);
    if (gain + swaps.next() >= 0) std::swap(holder[r], holder[r + 1]);
  }
}

std::vector<std::size_t> in_order(std::size_t count) {
  std::vector<std::size_t> holder(count);
  std::iota(holder.begin(), holder.end(), std::size_t{0});
  return holder;
}

}  // namespace

Bits ParallelTempering::read(const KernelModel& model, ReadContext& context) const {
  if (!model.model().groups().empty()) return read_in_groups(model, context);
  const bool in_lanes = model.lanes() != nullptr && replicas <= lane_count;
  return in_lanes ? read_in_lanes(model, context) : read_one_by_one(model, context);
}

// All replicas of a sparse model take their sweep together, each in a lane.
Bits ParallelTempering::read_in_lanes(const KernelModel& model, ReadContext& context) const {
  const auto count = static_cast<std::size_t>(replicas);
  const TemperatureRange automatic = automatic_range(model);
  GeometricCooling ladder({t_hot.value_or(automatic.start), t_cold.value_or(automatic.end)},
                          replicas);
  std::vector<double> temperatures;
  for (std::size_t r = 0; r < count; ++r, ladder.step())
    temperatures.push_back(ladder.temperature());
  const LaneStreams streams{context.seed(), context.stream(), context.stream(1)};
  ExponentialStream swaps(context.seed(),
                          context.stream(1 + static_cast<std::uint64_t>(lane_count)));
  LaneBlock block(*model.lanes(), streams, ~std::uint64_t{0} >> (lane_count - replicas),
                  LaneHeat::own, model.set_up_watch());
  if (context.warm())
    block.assign_all(context.start());
  else
    block.randomise([&](std::int64_t) { return context.ended(); });
  std::vector<std::size_t> holder = in_order(count);
  std::vector<double> energies(count);
  Bits best;
  const auto look = [&] {
    for (std::size_t lane = 0; lane < count; ++lane)
      energies[lane] = block.energy(model.model(), static_cast<int>(lane), context.target());
    const auto lowest = std::ranges::min_element(energies);
    if (context.improves(*lowest)) best = block.bits(static_cast<int>(lowest - energies.begin()));
  };
  look();
  std::vector<double> heat(count);  // by lane
  bool stopped = false;
  for (std::int64_t s = 0; s < sweeps && !stopped; ++s) {
    for (std::size_t r = 0; r < count; ++r) heat[holder[r]] = temperatures[r];
    const bool whole =
        block.sweep(heat, [&](std::int64_t visits) { return context.out_of_time_after(visits); });
    look();
    stopped = context.stop_after(whole ? model.size() * replicas : 0) || !whole;
    if (whole) ++context.work.sweeps;
    exchange(holder, temperatures, energies, s, swaps);
  }
  for (std::size_t lane = 0; lane < count; ++lane)
    context.work.flips += block.flips(static_cast<int>(lane));
  if (answer == "final") return block.bits(static_cast<int>(holder.back()));
  return context.or_start(model.model(), std::move(best));
}

Bits ParallelTempering::read_one_by_one(const KernelModel& model, ReadContext& context) const {
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
  std::vector<std::size_t> holder = in_order(states.size());
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
    exchange(holder, temperatures, energies, s, swaps);
  }
  for (const KernelState& state : states) context.work.flips += state.flips;
  if (answer == "final") return states[holder.back()].bits();
  return bits_of_groups(best, model.size());
}

// As one by one, by moves that keep the groups. Every replica has a stream for its proposals, and the first one also
// for the range of temperatures.
Bits ParallelTempering::read_in_groups(const KernelModel& model, ReadContext& context) const {
  const auto count = static_cast<std::size_t>(replicas);
  std::vector<GroupedState> states;
  std::vector<ExponentialStream> random;
  std::vector<double> energies;
  states.reserve(count);
  random.reserve(count);
  TemperatureRange range;
  for (std::size_t m = 0; m < count; ++m) {
    states.emplace_back(model, context.seed(), context.stream(2 * m));
    random.emplace_back(context.seed(), context.stream(2 * m + 1));
    states.back().randomise(random.back().rng());
    if (m == 0) range = grouped_range(states.back(), random.back().rng());
    if (context.warm()) states.back().assign(context.start(), random.back().rng());
    energies.push_back(states.back().energy());
  }
  if (context.warm()) range.start = std::max(range.end, 0.5 * range.start);
  GeometricCooling ladder({t_hot.value_or(range.start), t_cold.value_or(range.end)}, replicas);
  std::vector<double> temperatures;
  for (; temperatures.size() < count; ladder.step()) temperatures.push_back(ladder.temperature());
  std::vector<std::size_t> holder = in_order(count);
  ExponentialStream swaps(context.seed(), context.stream(2 * count));

  GroupBits best = states.front().bits();
  context.improves(energies.front());
  bool stopped = false;
  for (std::int64_t s = 0; s < sweeps && !stopped; ++s) {
    for (std::size_t r = 0; r < count && !stopped; ++r) {
      const std::size_t m = holder[r];
      const GroupedSweep sweep =
          grouped_sweep(states[m], temperatures[r], s, random[m], energies[m],
                        [&](std::int64_t visits) { return !context.out_of_time_after(visits); });
      energies[m] = states[m].energy();
      if (context.improves(energies[m])) best = states[m].bits();
      stopped = context.stop_after(sweep.whole ? states[m].elements() : 0) || !sweep.whole;
    }
    if (!stopped) ++context.work.sweeps;
    exchange(holder, temperatures, energies, s, swaps);
  }
  for (const GroupedState& state : states) context.work.flips += state.flips();
  if (answer == "final") return bits_of_groups(states[holder.back()].bits(), model.size());
  Bits lowest = bits_of_groups(best, model.size());
  // A start that breaks groups is no answer, however low.
  const bool sound = context.warm() && one_of_each_group(model.model(), context.start());
  return sound ? context.or_start(model.model(), std::move(lowest)) : lowest;
}

}  // namespace spinsack
