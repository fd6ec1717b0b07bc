// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_block.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace spinsack {
namespace {

// As many lanes one by one take about as long as all 64 together.
constexpr int few_lanes = 2;
// Variables between two looks at the clock: well below a millisecond.
constexpr Index variables_per_look = 8192;

}  // namespace

LaneBlock::LaneBlock(const LaneModel& model, const LaneStreams& streams, std::uint64_t chosen)
    : model_(&model) {
  if (std::popcount(chosen) > few_lanes && lane_kernel::available()) {
    states_.emplace(model, streams);
    kept_.resize(at(model.size));
    return;
  }
  for (int lane = 0; lane < lane_count; ++lane)
    if ((chosen >> lane & 1) != 0)
      singles_.push_back({lane, SingleLane(model, streams, lane, model.bytes()), {}});
}

void LaneBlock::randomise() {
  if (states_) lane_kernel::randomise(*states_, 0, model_->size);
  for (Single& each : singles_) each.chain.randomise(0, model_->size);
}

template <class Law>
bool LaneBlock::sweep_with(const Law& law, const LaneStop& stop) {
  const std::int64_t lanes = states_ ? lane_count : static_cast<std::int64_t>(singles_.size());
  for (Index from = 0; from < model_->size;) {
    const Index to = from + std::min(variables_per_look, model_->size - from);
    if (states_) lane_kernel::sweep(*states_, law, from, to);
    for (Single& each : singles_) {
      if constexpr (std::is_same_v<Law, LaneCosts>)
        each.chain.sweep(law.cost[at(each.lane)], from, to);
      else
        each.chain.sweep(law, from, to);
    }
    if (stop((to - from) * lanes)) return to == model_->size;
    from = to;
  }
  return true;
}

bool LaneBlock::sweep(double temperature, const LaneStop& stop) {
  if (model_->bytes()) return sweep_with(ByteLaw(model_->unit, temperature, model_->reach), stop);
  LaneCosts costs;
  costs.cost.fill(2 * model_->unit / temperature);
  return sweep_with(costs, stop);
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
  Bits bits(at(model_->size));
  for (Index v = 0; v < model_->size; ++v) bits[at(v)] = states_->bit(v, lane) ? 1 : 0;
  return bits;
}

}  // namespace spinsack
