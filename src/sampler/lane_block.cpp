// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_block.hpp"

#include "sampler/sweep_order.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

namespace spinsack {
namespace {

// As many lanes one by one take about as long as all of a block together.
int few_lanes(bool in_bytes, LaneHeat heat) {
  if (heat == LaneHeat::own) return 2;
  return in_bytes ? 3 : 8;
}

// Variables between two looks at the clock: well below a millisecond.
constexpr Index variables_per_look = 8192;

}  // namespace

LaneBlock::LaneBlock(const LaneModel& model, const LaneStreams& streams, std::uint64_t chosen,
                     LaneHeat heat, SetUpWatch watch)
    : model_(&model), in_bytes_(model.bytes() && heat == LaneHeat::common) {
  if (std::popcount(chosen) > few_lanes(in_bytes_, heat) && lane_kernel::available()) {
    const int lanes = heat == LaneHeat::common
                          ? lane_count
                          : static_cast<int>(std::bit_width(chosen) + 15) / 16 * 16;
    states_.emplace(model, streams, lanes, in_bytes_, watch);
    if (heat == LaneHeat::common) kept_.resize(at(model.size));
    return;
  }
  for (int lane = 0; lane < lane_count; ++lane)
    if ((chosen >> lane & 1) != 0)
      singles_.push_back({lane, SingleLane(model, streams, lane, in_bytes_, watch), {}});
}

void LaneBlock::randomise(const LaneStop& stop) {
  for (Index from = 0; from < model_->size;) {
    const Index to = from + std::min(variables_per_look, model_->size - from);
    if (states_) lane_kernel::randomise(*states_, from, to);
    for (Single& each : singles_) each.chain.randomise(from, to);
    from = to;
    if (stop && stop(0)) break;
  }
  if (states_) states_->flips.fill(0);  // of the sweeps alone
}

void LaneBlock::assign(int lane, BitView bits) {
  if (states_) states_->assign(lane, bits);
  for (Single& each : singles_)
    if (each.lane == lane) each.chain.assign(bits);
}

void LaneBlock::assign_all(BitView bits) {
  if (states_) states_->assign_all(bits);
  for (Single& each : singles_) each.chain.assign(bits);
}

template <class Law>
bool LaneBlock::sweep_with(const Law& law, const LaneStop& stop) {
  constexpr bool of_bytes = std::is_same_v<Law, ByteLaw>;
  std::optional<ByteDigitsKnown> known;
  if constexpr (of_bytes)
    if (!singles_.empty()) known.emplace(law);
  const std::int64_t lanes = states_ ? states_->lanes : static_cast<std::int64_t>(singles_.size());
  Index left = model_->size;
  Index unasked = 0;
  return for_each_stretch(model_->size, sweeps_++, [&](Index from, Index to) {
    if (states_) lane_kernel::sweep(*states_, law, from, to);
    for (Single& each : singles_) {
      if constexpr (of_bytes)
        each.chain.sweep(*known, from, to);
      else
        each.chain.sweep(law.cost[at(each.lane)], from, to);
    }
    left -= to - from;
    unasked += to - from;
    if (unasked < variables_per_look && left > 0) return true;
    const bool ended = stop(std::exchange(unasked, 0) * lanes);
    return !ended || left == 0;
  });
}

bool LaneBlock::sweep(double temperature, const LaneStop& stop) {
  if (in_bytes_) return sweep_with(ByteLaw(model_->unit, temperature, model_->reach), stop);
  LaneCosts costs;
  costs.cost.fill(2 * model_->unit / temperature);
  return sweep_with(costs, stop);
}

bool LaneBlock::sweep(std::span<const double> temperatures, const LaneStop& stop) {
  LaneCosts costs;
  for (std::size_t lane = 0; lane < temperatures.size(); ++lane)
    costs.cost[lane] = 2 * model_->unit / temperatures[lane];
  return sweep_with(costs, stop);
}

double LaneBlock::energy(const QuboModel& model, int lane, double target) const {
  return energy_after(*model_, model, moved(lane), target, [&] { return bits(lane); });
}

const LaneBlock::Single& LaneBlock::single(int lane) const {
  return *std::ranges::find(singles_, lane, &Single::lane);
}

std::int64_t LaneBlock::moved(int lane) const {
  return states_ ? states_->moved[at(lane)] : single(lane).chain.moved();
}

std::int64_t LaneBlock::flips(int lane) const {
  return states_ ? states_->flips[at(lane)] : single(lane).chain.flips();
}

void LaneBlock::keep(std::uint64_t lanes) {
  if (states_) lane_kernel::keep(*states_, lanes, kept_.data());
  for (Single& each : singles_)
    if ((lanes >> each.lane & 1) != 0) each.kept = each.chain.bits();
}

Bits LaneBlock::kept(int lane) const {
  if (!states_) return single(lane).kept;
  Bits bits(at(model_->size));
  for (std::size_t v = 0; v < bits.size(); ++v) bits[v] = kept_[v] >> lane & 1;
  return bits;
}

Bits LaneBlock::bits(int lane) const {
  if (!states_) return single(lane).chain.bits();
  return states_->bits(lane);
}

}  // namespace spinsack
