// SPDX-License-Identifier: Apache-2.0
#include "sampler/ladder.hpp"

#include "sampler/crossing.hpp"
#include "sampler/heat_cycles.hpp"
#include "sampler/kernel.hpp"
#include "sampler/lane_block.hpp"
#include "sampler/rung.hpp"
#include "sampler/tempering.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace spinsack {
namespace {

constexpr std::int64_t fewest_sweeps = 64;
constexpr std::int64_t rungs = 6;     // before the ladder begins anew, where work decides
constexpr std::int64_t highest = 30;  // rung, where it does not
constexpr Index tempered = 500;       // variables up to which tempering is mixed in
constexpr std::int64_t replicas = 16;

// The length of a read's rung. visits: of the lowest one, per state.
std::int64_t rung_sweeps(const KernelModel& model, const ReadContext& context, std::int64_t visits,
                         std::int64_t most_sweeps) {
  const std::int64_t rung =
      context.time_to_fill() ? std::min(context.read(), highest) : context.read() % rungs;
  return std::clamp((visits << rung) / model.size(), fewest_sweeps, most_sweeps);
}

// A state to go back to: fields go with the bits, random numbers go on.
struct KeptState {
  void take(const KernelState& state) {
    group_bits = state.group_bits;
    sign = state.sign;
    integer_field = state.integer_field;
    short_field = state.short_field;
    real_field = state.real_field;
    residual = state.residual;
  }
  void give(KernelState& state) const {
    state.group_bits = group_bits;
    state.sign = sign;
    state.integer_field = integer_field;
    state.short_field = short_field;
    state.real_field = real_field;
    state.residual = residual;
  }

  GroupBits group_bits;
  AlignedVector<double> sign;
  AlignedVector<std::int32_t> integer_field;
  AlignedVector<std::int16_t> short_field;
  AlignedVector<double> real_field;
  std::vector<double> residual;
};

Bits anneal_alone(const KernelModel& model, ReadContext& context, std::int64_t sweeps) {
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  double energy = state.energy();
  double best_energy = energy;
  context.improves(energy);
  KeptState best;
  best.take(state);
  const HeatCycles heat(model, sweeps, context.warm());
  int cycle = 0;
  for (Rung rung(sweeps, context.time_to_fill()); !rung.over();) {
    if (const int now = heat.number(rung.progress()); now != cycle) {
      cycle = now;
      // Of states that are as good the last one: a search that stands still sees the same again.
      if (energy <= best_energy)
        best.take(state);
      else
        best.give(state);
    }
    const std::int64_t flips_before = state.flips;
    kernel::sweep(state, heat.temperature(rung.progress()));
    ++context.work.sweeps;
    if (state.flips != flips_before) {
      energy = state.energy();
      if (context.improves(energy)) {
        best.take(state);
        best_energy = energy;
      }
    }
    if (context.stop_after(model.size())) break;
    rung.swept(context.time_to_fill());
  }
  context.work.flips = state.flips;
  return bits_of_groups(best.group_bits, model.size());
}

struct BestOfLanes {
  Bits bits;
  std::int64_t moved = std::numeric_limits<std::int64_t>::max();  // its energy, as lanes count it
};

// Takes into the best state so far what it can take from the lanes. False if there was no time for all of it.
bool cross(const KernelModel& model, ReadContext& context, LaneBlock& block,
           std::optional<Crossing>& crossing, BestOfLanes& best) {
  std::array<int, lane_count> order{};
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int lane) { return block.moved(lane); });
  if (block.moved(order.front()) < best.moved) {
    best.bits = block.bits(order.front());
    best.moved = block.moved(order.front());
  }
  if (context.stop_after(0)) return false;  // a large model takes its time to cross
  block.keep(~std::uint64_t{0});
  const int rounds =
      crossing ? 1 : 2;  // lanes that began at one state have little left for a second
  if (!crossing) crossing.emplace(model.model());
  for (int round = 0; round < rounds; ++round)
    for (const int lane : order) {
      if (context.stop_after(model.size())) return false;
      crossing->improve(best.bits, block.kept(lane));
    }
  return true;
}

Bits anneal_in_lanes(const KernelModel& model, ReadContext& context, std::int64_t sweeps) {
  constexpr double sweeps_to_cross = 12;  // measured at degree 4
  LaneBlock block(*model.lanes(), {context.seed(), context.stream(), context.stream(1), 1},
                  ~std::uint64_t{0}, LaneHeat::common, model.set_up_watch());
  if (context.warm())
    block.assign_all(context.start());
  else
    block.randomise([&](std::int64_t) { return context.ended(); });
  const auto reached = [&] {
    const double wanted =
        (context.target() - model.model().objective().constant) / (2 * model.lanes()->unit);
    for (int lane = 0; lane < lane_count; ++lane)
      if (static_cast<double>(block.moved(lane)) <= wanted) return true;
    return false;
  };
  const HeatCycles heat(model, sweeps, context.warm());
  std::optional<Crossing> crossing;
  BestOfLanes best;
  int cycle = 0;
  bool stopped = false;
  for (Rung rung(sweeps, context.time_to_fill(), sweeps_to_cross); !rung.over() && !stopped;) {
    if (const int now = heat.number(rung.progress()); now != cycle) {
      cycle = now;
      if (!cross(model, context, block, crossing, best)) break;
      context.improves(model.model().energy(best.bits));
      block.assign_all(best.bits);
      best.moved = block.moved(0);
    }
    stopped =
        !block.sweep(heat.temperature(rung.progress()),
                     [&](std::int64_t visits) { return stopped = context.stop_after(visits); }) ||
        stopped || reached();
    ++context.work.sweeps;
    rung.swept(context.time_to_fill());
  }
  for (int lane = 0; lane < lane_count; ++lane) context.work.flips += block.flips(lane);
  cross(model, context, block, crossing, best);
  return context.or_start(model.model(), std::move(best.bits));
}

}  // namespace

std::string_view Ladder::way(const KernelModel& model) {
  if (model.lanes() != nullptr) return "64 anneals per read, crossed";
  return model.size() <= tempered ? "anneals and parallel tempering in turn" : "anneals";
}

Bits Ladder::read(const KernelModel& model, ReadContext& context) const {
  // Beyond so many sweeps, longer anneals are worth less than more of them.
  const std::int64_t most = std::max<std::int64_t>(2048, 8 * std::int64_t{model.size()});
  if (model.lanes() != nullptr)
    return anneal_in_lanes(model, context,
                           sweeps ? std::llround(*sweeps)
                                  : rung_sweeps(model, context, std::int64_t{1} << 18, 8 * most));
  const std::int64_t length =
      sweeps ? std::llround(*sweeps) : rung_sweeps(model, context, std::int64_t{1} << 19, most);
  if (model.size() <= tempered && context.read() % 2 == 1 && length >= replicas) {
    ParallelTempering tempering;
    tempering.sweeps = length / replicas;
    tempering.replicas = replicas;
    return tempering.read(model, context);
  }
  return anneal_alone(model, context, length);
}

}  // namespace spinsack
