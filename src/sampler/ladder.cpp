// SPDX-License-Identifier: Apache-2.0
#include "sampler/ladder.hpp"

#include "core/portable_math.hpp"
#include "sampler/crossing.hpp"
#include "sampler/kernel.hpp"
#include "sampler/lane_block.hpp"
#include "sampler/rung.hpp"
#include "sampler/schedule.hpp"
#include "sampler/tempering.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

// Cooling along a rung: from 0.4 of a typical energy change linearly to 0.3 of that, which is the range that matters
// where all couplings have one size, then geometrically to where the smallest coefficient is frozen. The more orders of
// magnitude there are between the two, the longer the second part. Measured on random graphs, planar graphs, lattices
// and dense models with couplings +-1; geometric cooling all the way needs up to twice the time on the dense ones.
class RungCooling {
 public:
  RungCooling(const KernelModel& model, bool warm) {
    const TemperatureRange range = warm ? warm_range(model) : automatic_range(model);
    const double end = 0.5 * range.end;
    start_ = (warm ? 1 : 0.4) * range.start;
    knee_ = std::max(end, 0.3 * start_);
    fall_ = portable_log(end / knee_);
    linear_share_ = 10 / (10 - fall_);
  }
  double temperature(const Rung& rung) const {
    const double progress = rung.progress();
    if (progress < linear_share_) return start_ + (knee_ - start_) * (progress / linear_share_);
    const double tail = linear_share_ < 1 ? (progress - linear_share_) / (1 - linear_share_) : 1;
    return knee_ * portable_exp(fall_ * tail);
  }

 private:
  double start_;
  double knee_;
  double fall_;          // logarithm, at most 0
  double linear_share_;  // of the way
};

Bits anneal_alone(const KernelModel& model, ReadContext& context, std::int64_t sweeps) {
  KernelState state(model, context.seed(), context.stream());
  context.begin(state);
  context.improves(state.energy());
  GroupBits best = state.group_bits;
  const RungCooling cooling(model, context.warm());
  for (Rung rung(sweeps, context.time_to_fill()); !rung.over();) {
    const std::int64_t flips_before = state.flips;
    kernel::sweep(state, cooling.temperature(rung));
    ++context.work.sweeps;
    if (state.flips != flips_before && context.improves(state.energy())) best = state.group_bits;
    if (context.stop_after(model.size())) break;
    rung.swept(context.time_to_fill());
  }
  context.work.flips = state.flips;
  return bits_of_groups(best, model.size());
}

// The best state of all lanes, or the start if that is better, with what it can take from the others.
Bits crossed(const KernelModel& model, ReadContext& context, LaneBlock& block) {
  constexpr int rounds = 2;
  std::array<int, lane_count> order{};
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int lane) { return block.moved(lane); });
  Bits best = context.or_start(model.model(), block.bits(order.front()));
  if (context.stop_after(0)) return best;  // a large model takes its time to cross
  block.keep(~std::uint64_t{0});
  Crossing crossing(model.model());
  for (int round = 0; round < rounds; ++round)
    for (const int lane : order) {
      if (context.stop_after(model.size())) return best;
      crossing.improve(best, block.kept(lane));
    }
  return best;
}

Bits anneal_in_lanes(const KernelModel& model, ReadContext& context, std::int64_t sweeps) {
  constexpr double sweeps_to_cross = 12;  // measured at degree 4
  LaneBlock block(*model.lanes(), {context.seed(), context.stream(), context.stream(1), 1},
                  ~std::uint64_t{0}, LaneHeat::common, model.set_up_watch());
  if (context.warm())
    block.assign_all(context.start());
  else
    block.randomise([&](std::int64_t) { return context.ended(); });
  const RungCooling cooling(model, context.warm());
  const auto reached = [&] {
    const double wanted =
        (context.target() - model.model().objective().constant) / (2 * model.lanes()->unit);
    for (int lane = 0; lane < lane_count; ++lane)
      if (static_cast<double>(block.moved(lane)) <= wanted) return true;
    return false;
  };
  bool stopped = false;
  for (Rung rung(sweeps, context.time_to_fill(), sweeps_to_cross); !rung.over() && !stopped;) {
    stopped =
        !block.sweep(cooling.temperature(rung),
                     [&](std::int64_t visits) { return stopped = context.stop_after(visits); }) ||
        stopped || reached();
    ++context.work.sweeps;
    rung.swept(context.time_to_fill());
  }
  for (int lane = 0; lane < lane_count; ++lane) context.work.flips += block.flips(lane);
  return crossed(model, context, block);
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
