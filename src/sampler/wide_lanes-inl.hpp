// SPDX-License-Identifier: Apache-2.0
// Sweeps of lanes of any kind of model, each at a temperature of its own, with fields of 32 bits. To be included by
// files that Highway compiles once per instruction set.
//
// A flip that costs x = 2 unit a / T is accepted if U < e^-x, so if x < -ln U. Both sides are computed in single
// precision, much closer than `margin`; where they are not further apart than that, the digits of p decide.
#if defined(SPINSACK_SAMPLER_WIDE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SPINSACK_SAMPLER_WIDE_LANES_INL_HPP
#undef SPINSACK_SAMPLER_WIDE_LANES_INL_HPP
#else
#define SPINSACK_SAMPLER_WIDE_LANES_INL_HPP
#endif

#include "core/random_lanes-inl.hpp"
#include "sampler/lane_kernel.hpp"
#include "sampler/lane_streams-inl.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

// Without vectors there are no lanes.
#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using WideTag = hn::CappedTag<std::int32_t, 16>;
using WideVec = hn::Vec<WideTag>;
using WideFloatTag = hn::Rebind<float, WideTag>;
using WideWordTag = hn::RebindToUnsigned<WideTag>;
using WideWordVec = hn::Vec<WideWordTag>;
using WideSpinTag = hn::Rebind<std::int8_t, WideTag>;

enum class WideRule { coin, metropolis };

inline constexpr float wide_margin = 1e-5F;  // relative to 1 - ln U
inline constexpr int coarse_shift = 18;      // U below 2^(18 - 32) is known too coarsely

// Which of the unsure lanes flip.
inline HWY_NOINLINE WideVec decide_wide(LaneStates& states, const LaneCosts& costs,
                                        std::size_t lane, WideVec unsure, WideVec a,
                                        WideWordVec words) {
  const WideTag d;
  HWY_ALIGN std::int32_t decided[16];
  HWY_ALIGN std::int32_t cost[16];
  HWY_ALIGN std::uint32_t word[16];
  hn::Store(unsure, d, decided);
  hn::Store(a, d, cost);
  hn::Store(words, WideWordTag(), word);
  for (std::size_t l = 0; l < hn::Lanes(d); ++l) {
    if (decided[l] == 0) continue;
    decided[l] = accepts(costs.cost[lane + l] * cost[l], word[l], states.ties[lane + l]) ? -1 : 0;
  }
  return hn::Load(d, decided);
}

template <class T>
HWY_INLINE WideVec wide_field(const LaneModel& model, const LaneValues<T>& values,
                              const std::int8_t* HWY_RESTRICT spins, std::size_t stride,
                              std::size_t v) {
  const WideTag d;
  const WideSpinTag d8;
  const Index* const column = model.column.data();
  const std::uint32_t end = model.start[2 * v + 2];
  auto sum = hn::Zero(d);
  for (std::uint32_t e = model.start[2 * v]; e < end; ++e) {
    const auto spin = hn::PromoteTo(d, hn::Load(d8, spins + at(column[e]) * stride));
    sum = hn::Add(sum, hn::And(hn::Set(d, std::int32_t{values.weight[e]}), spin));
  }
  return hn::Add(hn::Set(d, std::int32_t{values.base[v]}), hn::Add(sum, sum));
}

template <WideRule Rule, class T>
HWY_INLINE void wide_register(LaneStates& states, const LaneValues<T>& values,
                              const LaneCosts* costs, std::size_t from, std::size_t to,
                              std::size_t lane) {
  const WideTag d;
  const WideFloatTag df;
  const WideWordTag du;
  const WideSpinTag d8;
  const LaneModel& model = *states.model;
  const auto stride = static_cast<std::size_t>(states.lanes);
  std::int8_t* HWY_RESTRICT spins = states.spins.data() + lane;
  Streams streams(states.random, lane / 2);
  // Flips whose costs still sum in 32 bits.
  const auto room = static_cast<std::size_t>(
      std::clamp<std::int64_t>(0x7fffffff / std::max<std::int64_t>(model.reach, 1), 1, 256));
  HWY_ALIGN float scales[16] = {};
  if constexpr (Rule == WideRule::metropolis)
    for (std::size_t l = 0; l < hn::Lanes(d); ++l)
      scales[l] = static_cast<float>(std::min(costs->cost[lane + l], 1e30));
  const auto scale = hn::Load(df, scales);
  HWY_ALIGN std::int32_t sums[16];
  auto flipped = hn::Zero(d);
  for (std::size_t v = from; v < to;) {
    const std::size_t end = std::min(to, v + room);
    auto sum = hn::Zero(d);
    for (; v < end; ++v) {
      const auto field = wide_field(model, values, spins, stride, v);
      const auto spin = hn::PromoteTo(d, hn::Load(d8, spins + v * stride));
      const auto a = hn::Sub(hn::Xor(field, spin), spin);
      const auto words = hn::BitCast(du, streams.next());
      auto accept = hn::Zero(d);
      if constexpr (Rule == WideRule::coin) {
        accept = hn::BroadcastSignBit(hn::BitCast(d, words));
      } else {
        const auto free = hn::Lt(a, hn::Set(d, 1));
        accept = hn::VecFromMask(d, free);
        const auto x = hn::Mul(hn::ConvertTo(df, a), scale);
        const auto open = hn::AndNot(
            free, hn::RebindMask(d, hn::Lt(x, hn::Set(df, 1.001F * static_cast<float>(hopeless)))));
        if (!hn::AllFalse(d, open)) {
          const auto log = negative_log(df, uniform(df, words));
          const auto margin = hn::Mul(hn::Add(log, hn::Set(df, 1.0F)), hn::Set(df, wide_margin));
          const auto below = hn::RebindMask(d, hn::Lt(x, hn::Sub(log, margin)));
          const auto above = hn::RebindMask(d, hn::Gt(x, hn::Add(log, margin)));
          const auto coarse = hn::Eq(hn::ShiftRight<coarse_shift>(words), hn::Zero(du));
          const auto clear = hn::AndNot(hn::RebindMask(d, coarse), hn::Or(below, above));
          accept = hn::Or(accept, hn::VecFromMask(d, hn::And(open, hn::And(below, clear))));
          const auto unsure = hn::AndNot(clear, open);
          if (HWY_UNLIKELY(!hn::AllFalse(d, unsure)))
            accept = hn::Or(
                accept, decide_wide(states, *costs, lane, hn::VecFromMask(d, unsure), a, words));
        }
      }
      hn::Store(hn::DemoteTo(d8, hn::Xor(spin, accept)), d8, spins + v * stride);
      sum = hn::Add(sum, hn::And(a, accept));
      flipped = hn::Sub(flipped, accept);
    }
    hn::Store(sum, d, sums);
    for (std::size_t l = 0; l < hn::Lanes(d); ++l) states.moved[lane + l] += sums[l];
  }
  hn::Store(flipped, d, sums);
  for (std::size_t l = 0; l < hn::Lanes(d); ++l) states.flips[lane + l] += sums[l];
  streams.store(states.random, lane / 2);
}

template <WideRule Rule>
HWY_INLINE void wide_lanes(LaneStates& states, const LaneCosts* costs, Index from, Index to) {
  // So few that all registers find the variables in the cache.
  constexpr std::size_t near = 256;
  std::visit(
      [&](const auto& values) HWY_ATTR {
        for (std::size_t v = at(from); v < at(to); v += near)
          for (std::size_t lane = 0; lane < static_cast<std::size_t>(states.lanes);
               lane += hn::Lanes(WideTag()))
            wide_register<Rule>(states, values, costs, v, std::min(at(to), v + near), lane);
      },
      states.model->values);
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // HWY_SCALAR
#endif
