// SPDX-License-Identifier: Apache-2.0
#include "sampler/ring_twin.hpp"

#include "core/portable_math.hpp"
#include "sampler/lane_law.hpp"
#include "sampler/sweep_order.hpp"

#include <cmath>

namespace spinsack {

RingTwin::RingTwin(const QuboModel& model, const LaneStreams& streams, int slices,
                   std::uint64_t line_stream)
    : random_(streams), line_own_(streams.seed, line_stream), line_{} {
  line_.s0 = line_own_.bits64();
  line_.s1 = line_own_.bits64();
  for (int k = 0; k < slices; ++k) {
    own_.push_back(streams.tie(k));
    slices_.emplace_back(model, Bits(at(model.size())));
  }
  for (Index v = 0; v < model.size(); ++v) {
    const Digits drawn = digits();
    for (std::size_t k = 0; k < slices_.size(); ++k)
      if (drawn[k] >> 31 != 0) slices_[k].flip(v);
  }
}

RingTwin::Digits RingTwin::digits() {
  Digits drawn{};
  for (int stream = 0; stream < LaneRandom::streams; ++stream) {
    Xoroshiro one{random_.s0[stream], random_.s1[stream]};
    const std::uint64_t word = one.next();
    random_.s0[stream] = one.s0;
    random_.s1[stream] = one.s1;
    drawn[at(2 * stream)] = static_cast<std::uint32_t>(word);
    drawn[at(2 * stream + 1)] = static_cast<std::uint32_t>(word >> 32);
  }
  return drawn;
}

bool RingTwin::made(double cost, std::uint32_t digits, Rng& own) {
  if (cost <= 0) return true;
  if (cost >= hopeless) return false;
  const double scaled = portable_exp(-cost) * 0x1p32;
  const double first = std::floor(scaled);
  return digits < first ||
         (digits == first && own.bits32() < std::floor((scaled - first) * 0x1p32));
}

void RingTwin::visit(Index v, double slice_temperature, double bond) {
  const Digits drawn = digits();
  // 1. Single spins: even slices, odd slices, and the last of an odd number.
  const std::size_t count = slices_.size();
  const auto turn_of = [&](std::size_t k) { return count % 2 == 1 && k == count - 1 ? 2 : k % 2; };
  const auto spin = [&](std::size_t k) { return slices_[k].bits()[at(v)] != 0 ? 1 : -1; };
  for (std::size_t turn = 0; turn < 3; ++turn)
    for (std::size_t k = 0; k < count; ++k) {
      if (turn_of(k) != turn) continue;
      const int agreement = spin(k) * (spin((k + 1) % count) + spin((k + count - 1) % count));
      const double cost =
          slices_[k].delta(v) / slice_temperature + 2 * bond / slice_temperature * agreement;
      if (made(cost, drawn[k], own_[k])) slices_[k].flip(v);
    }
  // 2. All copies of the spin.
  double change = 0;
  for (const FlipState& slice : slices_) change += slice.delta(v);
  const auto word = static_cast<std::uint32_t>(line_.next() >> 32);
  if (made(change / slice_temperature, word, line_own_))
    for (FlipState& slice : slices_) slice.flip(v);
}

void RingTwin::sweep(double slice_temperature, double bond) {
  const auto size = static_cast<Index>(slices_.front().bits().size());
  for_each_stretch(size, sweeps_++, [&](Index from, Index to) {
    for (Index v = from; v < to; ++v) visit(v, slice_temperature, bond);
    return true;
  });
}

}  // namespace spinsack
