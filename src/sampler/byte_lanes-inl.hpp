// SPDX-License-Identifier: Apache-2.0
// Sweeps of lanes whose fields fit a byte. To be included by files that Highway compiles once per instruction set.
#if defined(SPINSACK_SAMPLER_BYTE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SPINSACK_SAMPLER_BYTE_LANES_INL_HPP
#undef SPINSACK_SAMPLER_BYTE_LANES_INL_HPP
#else
#define SPINSACK_SAMPLER_BYTE_LANES_INL_HPP
#endif

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

using ByteTag = hn::CappedTag<std::int8_t, lane_count>;
using UnsignedByteTag = hn::RebindToUnsigned<ByteTag>;
using ByteVec = hn::Vec<ByteTag>;
using UnsignedByteVec = hn::Vec<UnsignedByteTag>;
using ByteMask = hn::Mask<ByteTag>;

// coin: flips with probability 1/2. The others are Metropolis, with a below 16 or any.
enum class ByteRule { coin, one_table, tables };

// The digits of p(a), two bytes; 0 where a is negative or beyond the tables.
template <class Vec>
struct ByteDigits {
  Vec first;
  Vec second;
};

template <ByteRule Rule, class D, class Vec = hn::Vec<D>>
HWY_INLINE ByteDigits<Vec> byte_digits(D d, const ByteLaw& law, Vec a) {
  const auto look_up = [&](const auto& table, int t, Vec index) HWY_ATTR {
    return hn::TableLookupBytesOr0(hn::LoadDup128(d, table.data() + 16 * t), index);
  };
  if constexpr (Rule == ByteRule::one_table) {
    return {look_up(law.first, 0, a), look_up(law.second, 0, a)};
  } else {
    ByteDigits<Vec> found{hn::Zero(d), hn::Zero(d)};
    for (int t = 0; t < law.tables; ++t) {
      // An index into table t becomes its place there; all others get the high bit, and find 0.
      const auto raised =
          hn::SaturatedAdd(hn::Xor(a, hn::Set(d, static_cast<std::uint8_t>(16 * t))),
                           hn::Set(d, std::uint8_t{0x70}));
      const auto index = hn::And(raised, hn::Set(d, std::uint8_t{0x8F}));
      found.first = hn::Or(found.first, look_up(law.first, t, index));
      found.second = hn::Or(found.second, look_up(law.second, t, index));
    }
    return found;
  }
}

// The digits that the common streams gave are those of p: the lanes' own streams decide.
inline HWY_NOINLINE ByteVec decide_byte_ties(LaneStates& states, const ByteLaw& law,
                                             std::size_t lane, ByteVec tie, ByteVec a) {
  const ByteTag d;
  HWY_ALIGN std::int8_t tied[lane_count];
  HWY_ALIGN std::int8_t cost[lane_count];
  hn::Store(tie, d, tied);
  hn::Store(a, d, cost);
  for (std::size_t l = 0; l < hn::Lanes(d); ++l)
    if (tied[l] != 0 &&
        states.ties[lane + l].bits32() >= law.rest[static_cast<std::size_t>(cost[l])])
      tied[l] = 0;
  return hn::Load(d, tied);
}

// Which lanes flip; u: their first digits.
template <ByteRule Rule>
HWY_INLINE ByteVec accepted_bytes(LaneStates& states, const ByteLaw* law, std::size_t lane,
                                  ByteVec a, UnsignedByteVec first, UnsignedByteVec second) {
  const ByteTag d;
  const UnsignedByteTag du;
  if constexpr (Rule == ByteRule::coin) {
    return hn::BroadcastSignBit(hn::BitCast(d, first));
  } else {
    const auto p = byte_digits<Rule>(du, *law, hn::BitCast(du, a));
    const auto free = hn::Lt(a, hn::Set(d, std::int8_t{1}));
    const auto equal = hn::AndNot(free, hn::RebindMask(d, hn::Eq(first, p.first)));
    const auto below = hn::And(equal, hn::RebindMask(d, hn::Lt(second, p.second)));
    const auto accept = hn::Or(hn::Or(free, hn::RebindMask(d, hn::Lt(first, p.first))), below);
    const auto tie = hn::And(equal, hn::RebindMask(d, hn::Eq(second, p.second)));
    if (HWY_UNLIKELY(!hn::AllFalse(d, tie)))
      return hn::Or(hn::VecFromMask(d, accept),
                    decide_byte_ties(states, *law, lane, hn::VecFromMask(d, tie), a));
    return hn::VecFromMask(d, accept);
  }
}

template <bool UnitWeights>
HWY_INLINE ByteVec byte_field(const LaneModel& model, const LaneValues<std::int8_t>& values,
                              const std::int8_t* HWY_RESTRICT spins, std::size_t v) {
  const ByteTag d;
  const Index* const column = model.column.data();
  const auto spin = [&](std::uint32_t e)
                        HWY_ATTR { return hn::Load(d, spins + at(column[e]) * lane_count); };
  auto sum = hn::Zero(d);
  std::uint32_t e = model.start[2 * v];
  const std::uint32_t end = model.start[2 * v + 2];
  if constexpr (UnitWeights) {
    const std::uint32_t middle = model.start[2 * v + 1];
    for (; e < middle; ++e) sum = hn::Sub(sum, spin(e));
    for (; e < end; ++e) sum = hn::Add(sum, spin(e));
  } else {
    for (; e < end; ++e) sum = hn::Add(sum, hn::And(hn::Set(d, values.weight[e]), spin(e)));
  }
  return hn::Add(hn::Set(d, values.base[v]), hn::Add(sum, sum));
}

// Variables of a pass over all registers: so few that the second register finds them in the cache, and that sums of
// |a| <= 127 fit 16 bits.
inline constexpr std::size_t byte_pass = 256;

// Sums of bytes in 16 bits.
class WideSum {
 public:
  HWY_INLINE WideSum() : low_(hn::Zero(Tag())), high_(hn::Zero(Tag())) {}
  HWY_INLINE void add(ByteVec bytes) {
    low_ = hn::Add(low_, hn::PromoteTo(Tag(), hn::LowerHalf(HalfTag(), bytes)));
    high_ = hn::Add(high_, hn::PromoteTo(Tag(), hn::UpperHalf(HalfTag(), bytes)));
  }
  HWY_INLINE void add_to(std::int64_t* HWY_RESTRICT totals) const {
    HWY_ALIGN std::int16_t sums[lane_count];
    hn::Store(low_, Tag(), sums);
    hn::Store(high_, Tag(), sums + hn::Lanes(Tag()));
    for (std::size_t l = 0; l < hn::Lanes(ByteTag()); ++l) totals[l] += sums[l];
  }

 private:
  using Tag = hn::Repartition<std::int16_t, ByteTag>;
  using HalfTag = hn::Half<ByteTag>;
  hn::Vec<Tag> low_;
  hn::Vec<Tag> high_;
};

// Variables from .. to - 1 of as many lanes as a register has.
template <ByteRule Rule, bool UnitWeights>
HWY_INLINE void byte_register(LaneStates& states, const ByteLaw* law, std::size_t from,
                              std::size_t to, std::size_t lane) {
  const ByteTag d;
  const UnsignedByteTag du;
  const LaneModel& model = *states.model;
  const auto& values = std::get<LaneValues<std::int8_t>>(model.values);
  // Variables whose a still sum in a byte.
  const auto room = static_cast<std::size_t>(127 / std::max<std::int64_t>(model.reach, 1));
  std::int8_t* HWY_RESTRICT spins = states.spins.data() + lane;
  Streams first_streams(states.random, lane / 8);
  Streams second_streams(states.random, (lane_count + lane) / 8);
  WideSum moved;
  WideSum flips;
  for (std::size_t v = from; v < to;) {
    const std::size_t end = std::min(to, v + room);
    auto sum = hn::Zero(d);
    auto flipped = hn::Zero(d);
    for (; v < end; ++v) {
      const auto field = byte_field<UnitWeights>(model, values, spins, v);
      const auto spin = hn::Load(d, spins + v * lane_count);
      const auto a = hn::Sub(hn::Xor(field, spin), spin);
      const auto first = hn::BitCast(du, first_streams.next());
      const auto second = hn::BitCast(du, second_streams.next());
      const auto accept = accepted_bytes<Rule>(states, law, lane, a, first, second);
      hn::Store(hn::Xor(spin, accept), d, spins + v * lane_count);
      sum = hn::Add(sum, hn::And(a, accept));
      flipped = hn::Sub(flipped, accept);
    }
    moved.add(sum);
    flips.add(flipped);
  }
  moved.add_to(states.moved.data() + lane);
  flips.add_to(states.flips.data() + lane);
  first_streams.store(states.random, lane / 8);
  second_streams.store(states.random, (lane_count + lane) / 8);
}

template <ByteRule Rule>
HWY_INLINE void byte_lanes(LaneStates& states, const ByteLaw* law, Index from, Index to) {
  for (std::size_t v = at(from); v < at(to); v += byte_pass) {
    const std::size_t end = std::min(at(to), v + byte_pass);
    for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(ByteTag())) {
      if (states.model->unit_weights)
        byte_register<Rule, true>(states, law, v, end, lane);
      else
        byte_register<Rule, false>(states, law, v, end, lane);
    }
  }
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // HWY_SCALAR
#endif
