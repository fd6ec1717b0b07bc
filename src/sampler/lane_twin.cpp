// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_twin.hpp"

#include "core/portable_math.hpp"
#include "sampler/lane_law.hpp"
#include "sampler/sweep_order.hpp"

#include <cmath>

namespace spinsack {

LaneTwin::LaneTwin(const QuboModel& model, const LaneStreams& streams, int lane, bool in_bytes)
    : chain_(model, Bits(at(model.size()))),
      random_(streams),
      own_(streams.tie(lane)),
      lane_(lane),
      in_bytes_(in_bytes) {}

std::uint32_t LaneTwin::digits() {
  std::uint64_t words[LaneRandom::streams];
  for (int stream = 0; stream < LaneRandom::streams; ++stream) {
    Xoroshiro one{random_.s0[stream], random_.s1[stream]};
    words[stream] = one.next();
    random_.s0[stream] = one.s0;
    random_.s1[stream] = one.s1;
  }
  if (!in_bytes_) return static_cast<std::uint32_t>(words[lane_ / 2] >> (lane_ % 2 * 32));
  const std::uint64_t first = words[lane_ / 8] >> (lane_ % 8 * 8) & 0xff;
  const std::uint64_t second = words[8 + lane_ / 8] >> (lane_ % 8 * 8) & 0xff;
  return static_cast<std::uint32_t>(first << 8 | second);
}

void LaneTwin::randomise() {
  for (Index v = 0; v < static_cast<Index>(bits().size()); ++v)
    if (digits() >> (in_bytes_ ? 15 : 31) != 0) chain_.flip(v);
}

void LaneTwin::sweep(double temperature) {
  for_each_stretch(static_cast<Index>(bits().size()), sweeps_++, [&](Index from, Index to) {
    sweep(temperature, from, to);
    return true;
  });
}

void LaneTwin::sweep(double temperature, Index from, Index to) {
  const int common = in_bytes_ ? 16 : 32;
  for (Index v = from; v < to; ++v) {
    const std::uint32_t drawn = digits();
    const double cost = chain_.delta(v) / temperature;
    if (cost > 0) {
      if (!in_bytes_ && cost >= hopeless) continue;
      // p = first / 2^common + rest / 2^(common + 32) + ..
      const double scaled = std::ldexp(portable_exp(-cost), common);
      const double first = std::floor(scaled);
      if (drawn > first) continue;
      if (drawn == first && own_.bits32() >= std::floor((scaled - first) * 0x1p32)) continue;
    }
    chain_.flip(v);
  }
}

}  // namespace spinsack
