// SPDX-License-Identifier: Apache-2.0
#include "sampler/slice_ring.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/slice_ring.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since they are compiled once for each.
#include "core/random_lanes-inl.hpp"
#include "sampler/lane_streams-inl.hpp"
#include "sampler/sweep_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#ifndef SPINSACK_SAMPLER_SLICE_RING_ONCE
#define SPINSACK_SAMPLER_SLICE_RING_ONCE
namespace spinsack::slice_ring {

// One variable in all slices, as it is worked on.
struct Line {
  alignas(64) std::array<std::int32_t, lane_count> field{};
  alignas(64) std::array<std::uint32_t, lane_count> word{};
  alignas(64) std::array<float, lane_count> log{};           // -ln U with U of these words
  alignas(64) std::array<std::int32_t, lane_count> moved{};  // by flips of this visit
  // Slice k at place 1 + k, and around them the last and the first one again. -1 where the bit is 1.
  alignas(64) std::array<std::int8_t, 2 * lane_count> spin{};

  void close(int slices) {
    spin[0] = spin[static_cast<std::size_t>(slices)];
    spin[static_cast<std::size_t>(slices) + 1] = spin[1];
  }
};

// Slices that are tried together: -1 in their lanes.
struct Turns {
  explicit Turns(int slices) {
    for (int k = 0; k < slices; ++k) {
      const bool alone = slices % 2 == 1 && k == slices - 1;
      turn[alone ? 2 : static_cast<std::size_t>(k % 2)][at(k)] = -1;
    }
    count = slices % 2 == 0 ? 2 : 3;
  }
  alignas(64) std::array<std::array<std::int32_t, lane_count>, 3> turn{};
  std::size_t count = 2;
};

inline double cost_of(const RingCosts& costs, std::int64_t steps, std::int32_t agreement) {
  return costs.step * static_cast<double>(steps) + costs.agreement * agreement;
}

inline bool turns(double cost, std::uint32_t word, Rng& own) {
  if (cost <= 0) return true;
  // e^-x < 1 / (1 + x + x^2 / 2 + x^3 / 6) refuses most without an exponential.
  const double series = 1 + cost * (1 + cost / 2 * (1 + cost / 3));
  if (word * 0x1p-32 * series > 1 + 1e-9) return false;
  return accepts(cost, word, own);
}

}  // namespace spinsack::slice_ring
#endif

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using RingTag = hn::CappedTag<std::int32_t, 16>;
using RingVec = hn::Vec<RingTag>;
using RingFloatTag = hn::Rebind<float, RingTag>;
using RingWordTag = hn::RebindToUnsigned<RingTag>;
using RingSpinTag = hn::Rebind<std::int8_t, RingTag>;

HWY_INLINE RingVec ring_spins(const std::int8_t* spins) {
  return hn::PromoteTo(RingTag(), hn::LoadU(RingSpinTag(), spins));
}

// The next 32 bits of every lane, and their logarithms.
HWY_INLINE void draw_line(LaneRandom& random, std::size_t lanes, slice_ring::Line& line) {
  std::uint32_t* const word = line.word.data();
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t stream = 0; stream < lanes / 2; ++stream) {
    Xoroshiro one{random.s0[stream], random.s1[stream]};
    const std::uint64_t drawn = one.next();
    random.s0[stream] = one.s0;
    random.s1[stream] = one.s1;
    word[2 * stream] = static_cast<std::uint32_t>(drawn);
    word[2 * stream + 1] = static_cast<std::uint32_t>(drawn >> 32);
  }
#else
  for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(RingTag())) {
    Streams streams(random, lane / 2);
    hn::Store(hn::BitCast(RingWordTag(), streams.next()), RingWordTag(), word + lane);
    streams.store(random, lane / 2);
  }
#endif
  const RingFloatTag df;
  for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(df))
    hn::Store(negative_log(df, uniform(df, hn::Load(RingWordTag(), word + lane))), df,
              line.log.data() + lane);
}

template <class T>
HWY_INLINE void line_fields(const LaneModel& model, const LaneValues<T>& values,
                            const LaneStates& states, std::size_t v,
                            std::int32_t* HWY_RESTRICT field) {
  const RingTag d;
  const auto stride = static_cast<std::size_t>(states.lanes);
  const std::int8_t* const spins = states.spins.data();
  for (std::size_t lane = 0; lane < stride; lane += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
    for (std::uint32_t e = model.start[2 * v]; e < model.start[2 * v + 2]; ++e)
      sum = hn::Add(sum, hn::And(hn::Set(d, std::int32_t{values.weight[e]}),
                                 ring_spins(spins + at(model.column[e]) * stride + lane)));
    hn::Store(hn::Add(hn::Set(d, std::int32_t{values.base[v]}), hn::Add(sum, sum)), d,
              field + lane);
  }
}

// Which of the unsure lanes flip.
inline HWY_NOINLINE RingVec decide_ring(RingStates& states, const RingCosts& costs,
                                        std::size_t lane, RingVec unsure, RingVec a,
                                        RingVec agreement, const std::uint32_t* word) {
  const RingTag d;
  HWY_ALIGN std::int32_t decided[16];
  HWY_ALIGN std::int32_t steps[16];
  HWY_ALIGN std::int32_t agree[16];
  hn::Store(unsure, d, decided);
  hn::Store(a, d, steps);
  hn::Store(agreement, d, agree);
  for (std::size_t l = 0; l < hn::Lanes(d); ++l) {
    if (decided[l] == 0) continue;
    const double cost = slice_ring::cost_of(costs, steps[l], agree[l]);
    decided[l] = slice_ring::turns(cost, word[l], states.lanes.ties[lane + l]) ? -1 : 0;
  }
  return hn::Load(d, decided);
}

// The slices of one turn. A flip of cost x is made if x < -ln U. Single precision decides where it is certain to be
// right: x is a sum of two terms, each known to a few units in the last place of the larger one.
HWY_INLINE void try_slices(RingStates& states, const RingCosts& costs, slice_ring::Line& line,
                           const std::int32_t* HWY_RESTRICT turn) {
  const RingTag d;
  const RingFloatTag df;
  const RingWordTag du;
  const auto step = hn::Set(df, static_cast<float>(costs.step));
  const auto bond = hn::Set(df, static_cast<float>(costs.agreement));
  const auto stride = static_cast<std::size_t>(states.lanes.lanes);
  for (std::size_t lane = 0; lane < stride; lane += hn::Lanes(d)) {
    std::int8_t* const spins = line.spin.data() + 1 + lane;
    const auto spin = ring_spins(spins);
    const auto a = hn::Sub(hn::Xor(hn::Load(d, line.field.data() + lane), spin), spin);
    const auto other =
        hn::Add(hn::Xor(spin, ring_spins(spins - 1)), hn::Xor(spin, ring_spins(spins + 1)));
    const auto agreement = hn::Add(hn::Set(d, 2), hn::Add(other, other));
    const auto of_field = hn::Mul(hn::ConvertTo(df, a), step);
    const auto of_bonds = hn::Mul(hn::ConvertTo(df, agreement), bond);
    const auto x = hn::Add(of_field, of_bonds);
    const auto error = hn::Mul(hn::Add(hn::Abs(of_field), hn::Abs(of_bonds)), hn::Set(df, 1e-6F));
    const auto words = hn::Load(du, line.word.data() + lane);
    const auto log = hn::Load(df, line.log.data() + lane);
    const auto margin =
        hn::Add(error, hn::Mul(hn::Add(log, hn::Set(df, 1.0F)), hn::Set(df, 1e-5F)));
    // U below 2^-14 is known too coarsely.
    const auto clear = hn::RebindMask(d, hn::Ne(hn::ShiftRight<18>(words), hn::Zero(du)));
    const auto sure = [&](auto certain, auto by_log) HWY_ATTR {
      return hn::Or(hn::RebindMask(d, certain), hn::And(clear, hn::RebindMask(d, by_log)));
    };
    const auto yes = sure(hn::Le(hn::Add(x, error), hn::Zero(df)), hn::Lt(hn::Add(x, margin), log));
    const auto no = sure(hn::Gt(hn::Sub(x, error), hn::Set(df, static_cast<float>(hopeless))),
                         hn::Gt(hn::Sub(x, margin), log));
    const auto mine = hn::Load(d, turn + lane);
    auto accept = hn::And(mine, hn::VecFromMask(d, yes));
    const auto unsure = hn::AndNot(hn::VecFromMask(d, hn::Or(yes, no)), mine);
    if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Eq(unsure, hn::Zero(d)))))
      accept = hn::Or(
          accept, decide_ring(states, costs, lane, unsure, a, agreement, line.word.data() + lane));
    hn::Store(hn::Add(hn::Load(d, line.moved.data() + lane), hn::And(a, accept)), d,
              line.moved.data() + lane);
    hn::StoreU(hn::DemoteTo(RingSpinTag(), hn::Xor(spin, accept)), RingSpinTag(), spins);
    states.flips += static_cast<std::int64_t>(hn::CountTrue(d, hn::Lt(accept, hn::Zero(d))));
  }
  line.close(states.slices);
}

// All copies of the spin at once.
HWY_INLINE void try_line(RingStates& states, const RingCosts& costs, slice_ring::Line& line) {
  std::array<std::int32_t, lane_count> a;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled
  const auto slices = static_cast<std::size_t>(states.slices);
  std::int64_t steps = 0;
  for (std::size_t k = 0; k < slices; ++k) {
    const std::int32_t spin = line.spin[1 + k];
    a[k] = (line.field[k] ^ spin) - spin;
    steps += a[k];
  }
  const auto word = static_cast<std::uint32_t>(states.line.next() >> 32);
  if (!slice_ring::turns(slice_ring::cost_of(costs, steps, 0), word, states.line_tie)) return;
  for (std::size_t k = 0; k < slices; ++k) {
    line.moved[k] += a[k];
    line.spin[1 + k] = static_cast<std::int8_t>(~line.spin[1 + k]);
  }
  states.flips += states.slices;
}

// Uniformly random bits, if all were 0.
void randomise_ring_here(RingStates& states, Index from, Index to) {
  LaneStates& lanes = states.lanes;
  const auto stride = static_cast<std::size_t>(lanes.lanes);
  slice_ring::Line line;
  std::visit(
      [&](const auto& values) HWY_ATTR {
        for (std::size_t v = at(from); v < at(to); ++v) {
          line_fields(*lanes.model, values, lanes, v, line.field.data());
          draw_line(lanes.random, stride, line);
          std::int8_t* const spins = lanes.spins.data() + v * stride;
          for (std::size_t k = 0; k < stride; ++k) {
            const bool one = line.word[k] >> 31 != 0;
            spins[k] = one ? std::int8_t{-1} : std::int8_t{0};
            lanes.moved[k] += one ? line.field[k] : 0;
          }
        }
      },
      lanes.model->values);
}

void sweep_ring_here(RingStates& states, const RingCosts& costs, Index from, Index to) {
  LaneStates& lanes = states.lanes;
  const auto stride = static_cast<std::size_t>(lanes.lanes);
  const auto slices = static_cast<std::size_t>(states.slices);
  const slice_ring::Turns turns(states.slices);
  slice_ring::Line line;
  std::visit(
      [&](const auto& values) HWY_ATTR {
        for (std::size_t v = at(from); v < at(to); ++v) {
          std::int8_t* const spins = lanes.spins.data() + v * stride;
          std::copy_n(spins, stride, line.spin.data() + 1);
          line.close(states.slices);
          line_fields(*lanes.model, values, lanes, v, line.field.data());
          draw_line(lanes.random, stride, line);
          line.moved.fill(0);
          for (std::size_t t = 0; t < turns.count; ++t)
            try_slices(states, costs, line, turns.turn[t].data());
          try_line(states, costs, line);
          std::copy_n(line.spin.data() + 1, stride, spins);
          for (std::size_t k = 0; k < slices; ++k) lanes.moved[k] += line.moved[k];
        }
      },
      lanes.model->values);
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {

RingCosts::RingCosts(double unit, double slice_temperature, double bond)
    // So cold that nothing costly happens, but finite.
    : step(std::min(2 * unit / slice_temperature, 1e30)), agreement(2 * bond / slice_temperature) {}

RingStates::RingStates(const LaneModel& model, const LaneStreams& streams, int ring_slices,
                       std::uint64_t line_stream, SetUpWatch watch)
    : lanes(model, streams, (ring_slices + 15) / 16 * 16, false, watch),
      slices(ring_slices),
      line{},
      line_tie(streams.seed, line_stream) {
  line.s0 = line_tie.bits64();
  line.s1 = line_tie.bits64();
}

constexpr Index variables_per_look = 2048;  // between two looks at the clock

HWY_EXPORT(randomise_ring_here);
HWY_EXPORT(sweep_ring_here);

SliceRing::SliceRing(const LaneModel& model, const LaneStreams& streams, int slices,
                     std::uint64_t line_stream, BitView start, const LaneStop& stop,
                     SetUpWatch watch)
    : states_(model, streams, slices, line_stream, watch) {
  if (!start.empty()) {
    states_.lanes.assign_all(start);
    return;
  }
  for (Index from = 0; from < model.size;) {
    const Index to = from + std::min(variables_per_look, model.size - from);
    HWY_DYNAMIC_DISPATCH(randomise_ring_here)(states_, from, to);
    from = to;
    if (stop && stop(0)) break;
  }
}

bool SliceRing::sweep(const RingCosts& costs, const LaneStop& stop) {
  const Index size = states_.lanes.model->size;
  Index left = size;
  Index unasked = 0;
  return for_each_stretch(size, sweeps_++, [&](Index from, Index to) {
    HWY_DYNAMIC_DISPATCH(sweep_ring_here)(states_, costs, from, to);
    left -= to - from;
    unasked += to - from;
    if (unasked < variables_per_look && left > 0) return true;
    const bool ended = stop(std::exchange(unasked, 0) * states_.slices);
    return !ended || left == 0;
  });
}

double SliceRing::energy(const QuboModel& model, int slice, double target) const {
  return energy_after(*states_.lanes.model, model, states_.lanes.moved[at(slice)], target,
                      [&] { return bits(slice); });
}

}  // namespace spinsack
#endif
