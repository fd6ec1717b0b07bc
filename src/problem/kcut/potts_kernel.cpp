// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/potts_kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problem/kcut/potts_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since it is compiled once for each.
#include "core/random_lanes-inl.hpp"

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace spinsack::kcut::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Ints = hn::CappedTag<std::int32_t, block_size>;

// Bit l: vertex first + l gains at least -limit[l] by a move to the part shift[l] further. Parts is known to the
// compiler where it is small, or 0.
template <int Parts>
HWY_INLINE unsigned willing(const std::uint8_t* label, const std::int32_t* pull, std::size_t plane,
                            int all_parts, const std::int32_t* shift, const float* limit) {
  const Ints d;
  const hn::Rebind<std::uint8_t, Ints> db;
  const hn::RebindToFloat<Ints> df;
  const int parts = Parts > 0 ? Parts : all_parts;
  const auto wrapped = hn::Set(d, parts);
  const auto last = hn::Set(d, parts - 1);
  unsigned bits = 0;
  for (std::size_t l = 0; l < block_size; l += hn::Lanes(d)) {
    const auto own = hn::PromoteTo(d, hn::LoadU(db, label + l));
    const auto further = hn::Add(own, hn::Load(d, shift + l));
    const auto other = hn::Sub(further, hn::IfThenElseZero(hn::Gt(further, last), wrapped));
    auto here = hn::Load(d, pull + l);
    auto there = here;
    for (int c = 1; c < parts; ++c) {
      const auto part = hn::Set(d, c);
      const auto of_part = hn::Load(d, pull + static_cast<std::size_t>(c) * plane + l);
      here = hn::IfThenElse(hn::Eq(own, part), of_part, here);
      there = hn::IfThenElse(hn::Eq(other, part), of_part, there);
    }
    const auto gain = hn::ConvertTo(df, hn::Sub(here, there));
    const auto mask = hn::Ge(gain, hn::Neg(hn::Load(df, limit + l)));
    std::uint8_t packed[8] = {};
    hn::StoreMaskBits(df, mask, packed);
    bits |= (packed[0] | static_cast<unsigned>(packed[1]) << 8U) << l;
  }
  return bits;
}

HWY_INLINE void move(PottsState& state, Index v, int shift) {
  const std::size_t plane = at(state.graph->padded());
  const int parts = state.graph->parts();
  const int from = state.label[at(v)];
  const int to = from + shift < parts ? from + shift : from + shift - parts;
  std::int32_t* const left = state.pull.data() + static_cast<std::size_t>(from) * plane;
  std::int32_t* const entered = state.pull.data() + static_cast<std::size_t>(to) * plane;
  state.gained += left[v] - entered[v];
  ++state.moves;
  state.label[at(v)] = static_cast<std::uint8_t>(to);
  for (const Link& link : state.graph->links(v)) {
    left[link.end] -= link.weight;
    entered[link.end] += link.weight;
  }
}

// How much further the parts are that a block is offered: uniform in 1..parts-1, to a part in 2^16.
HWY_INLINE void draw_shifts(std::uint32_t* HWY_RESTRICT random, int parts,
                            std::int32_t* HWY_RESTRICT shift) {
  const Ints d;
  const hn::RebindToUnsigned<Ints> du;
  const auto choices = hn::Set(d, parts - 1);
  for (std::size_t l = 0; l < block_size; l += hn::Lanes(d)) {
    const auto words = spinsack::HWY_NAMESPACE::next_words(du, random, l);
    const auto drawn = hn::BitCast(d, hn::ShiftRight<16>(words));
    hn::Store(hn::Add(hn::ShiftRight<16>(hn::Mul(drawn, choices)), hn::Set(d, 1)), d, shift + l);
  }
}

template <int Parts>
void sweep_parts(PottsState& state, float temperature) {
  const PottsGraph& graph = *state.graph;
  const std::size_t plane = at(graph.padded());
  const int parts = graph.parts();
  const hn::CappedTag<float, block_size> df;
  HWY_ALIGN float limit[block_size];
  HWY_ALIGN std::int32_t shift[block_size];
  std::fill(shift, shift + block_size, 1);
  for (Index first = 0; first < graph.size(); first += block_size) {
    // 1. What each vertex is offered, and what it may cost.
    spinsack::HWY_NAMESPACE::exponentials(state.random.word, limit);
    for (std::size_t l = 0; l < block_size; l += hn::Lanes(df))
      hn::Store(hn::Mul(hn::Load(df, limit + l), hn::Set(df, temperature)), df, limit + l);
    if (Parts != 2) draw_shifts(state.offers.word, parts, shift);
    // 2. Who takes it. Those behind a taker in the block think again if it is a neighbour of one of them.
    const std::uint8_t* const label = state.label.data() + first;
    const std::int32_t* const pull = state.pull.data() + first;
    const unsigned everyone = (1U << std::min(block_size, graph.size() - first)) - 1;
    unsigned takers = willing<Parts>(label, pull, plane, parts, shift, limit) & everyone;
    while (takers != 0) {
      const int l = std::countr_zero(takers);
      move(state, first + l, shift[l]);
      const unsigned behind = everyone & ~((2U << l) - 1);
      takers = graph.later_in_block(first + l) != 0
                   ? willing<Parts>(label, pull, plane, parts, shift, limit) & behind
                   : takers & behind;
    }
  }
}

void sweep_here(PottsState& state, double temperature) {
  const auto heat = static_cast<float>(temperature);
  switch (state.graph->parts()) {
    case 2:
      return sweep_parts<2>(state, heat);
    case 3:
      return sweep_parts<3>(state, heat);
    case 4:
      return sweep_parts<4>(state, heat);
    default:
      return sweep_parts<0>(state, heat);
  }
}

}  // namespace
}  // namespace spinsack::kcut::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack::kcut {

HWY_EXPORT(sweep_here);

void potts_sweep(PottsState& state, double temperature) {
  HWY_DYNAMIC_DISPATCH(sweep_here)(state, temperature);
}

}  // namespace spinsack::kcut
#endif
