// SPDX-License-Identifier: Apache-2.0
#include "sampler/kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since they are compiled once for each.
#include "core/random_lanes-inl.hpp"
#include "sampler/row_updates-inl.hpp"
#include "sampler/thresholds-inl.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>

#ifndef SPINSACK_SAMPLER_KERNEL_ONCE
#define SPINSACK_SAMPLER_KERNEL_ONCE
namespace spinsack {

// lane_table[l] holds l in every place: the index vector that broadcasts lane l.
struct LaneTable {
  alignas(64) std::int64_t lane[group_size][group_size];
};
constexpr LaneTable make_lane_table() {
  LaneTable table{};
  for (int l = 0; l < group_size; ++l)
    for (int place = 0; place < group_size; ++place) table.lane[l][place] = l;
  return table;
}
inline constexpr LaneTable lane_table = make_lane_table();

}  // namespace spinsack
#endif

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, group_size>;
using Vec = hn::Vec<Doubles>;
constexpr int lanes = static_cast<int>(hn::MaxLanes(Doubles()));  // doubles per vector
constexpr int vectors = group_size / lanes;                       // vectors per group

// --- random numbers ---------------------------------------------------------------------------------

void random_words_here(KernelState& state, std::uint32_t* out) {
  const hn::CappedTag<std::uint32_t, group_size> d;
  for (std::size_t l = 0; l < group_size; l += hn::Lanes(d))
    hn::StoreU(next_words(d, state.random, l), d, out + l);
}

void random_exponentials_here(KernelState& state, float* out) {
  HWY_ALIGN float values[group_size];
  exponentials(state.random, values);
  for (int l = 0; l < group_size; ++l) out[l] = values[l];
}

// --- fields -----------------------------------------------------------------------------------------

HWY_INLINE Vec load_field(const std::int32_t* field) {
  return hn::PromoteTo(Doubles(), hn::Load(hn::Rebind<std::int32_t, Doubles>(), field));
}
HWY_INLINE Vec load_field(const double* field) { return hn::Load(Doubles(), field); }

// --- groups -----------------------------------------------------------------------------------------

HWY_INLINE unsigned bits_of_nonnegative(const Vec* values) {
  const Doubles d;
  unsigned bits = 0;
  for (int v = 0; v < vectors; ++v) {
    std::uint8_t mask[8] = {};
    hn::StoreMaskBits(d, hn::Ge(values[v], hn::Zero(d)), mask);
    bits |= static_cast<unsigned>(mask[0]) << (v * lanes);
  }
  return bits;
}

// The energy changes of the 16 flips of a group. Penalties is 0, 1, or -1 for any number: nearly all models
// have one, and a loop over it would cost as much as the rest. Everything that a sweep needs for every
// group is kept at hand.
template <int Penalties, class Field>
class GroupDeltas {
 public:
  GroupDeltas(const KernelState& state, const Field* field, const double* bias)
      : penalties_(state.model->penalties()),
        residual_(state.residual.data()),
        field_(field),
        bias_(bias),
        linear_(state.model->linear()),
        square_(state.model->square()),
        a_(Penalties == 1 ? penalties_[0].a.data() : nullptr),
        unit_(hn::Set(Doubles(), state.model->unit())) {
    residuals_changed();
  }

  HWY_INLINE void residuals_changed() {
    if constexpr (Penalties == 1) pull_ = pull(0);
  }

  HWY_INLINE void compute(Index base, const Vec* sign, Vec* delta) const {
    const Doubles d;
    for (int v = 0; v < vectors; ++v) {
      const Index place = base + v * lanes;
      auto force =
          hn::Add(hn::Load(d, linear_ + place), hn::Mul(unit_, load_field(field_ + place)));
      if constexpr (Penalties == 1) force = hn::Add(force, hn::Mul(pull_, hn::Load(d, a_ + place)));
      if constexpr (Penalties < 0)
        for (std::size_t t = 0; t < penalties_.size(); ++t)
          force = hn::Add(force, hn::Mul(pull(t), hn::Load(d, penalties_[t].a.data() + place)));
      if (bias_ != nullptr) force = hn::Add(force, hn::Load(d, bias_ + place));
      delta[v] = hn::Add(hn::Xor(force, sign[v]), hn::Load(d, square_ + place));
    }
  }

 private:
  HWY_INLINE Vec pull(std::size_t t) const {
    return hn::Set(Doubles(), 2 * penalties_[t].strength * residual_[t]);
  }

  const std::vector<KernelPenalty>& penalties_;
  const double* residual_;
  const Field* field_;
  const double* bias_;
  const double* linear_;
  const double* square_;
  const double* a_;  // of the only penalty
  Vec unit_;
  Vec pull_ = hn::Zero(Doubles());  // of the only penalty
};

// Which variables of a group flip. margin[l] = temperature * e_l - delta_l >= 0 means that l is accepted
// as things stand; an accepted flip of i moves the margins of later variables j by -+Q_ij. Since the
// block is strictly triangular, the margin of a variable stays what it was when its turn came, and the
// signs at the end are the answer. Two ways to the same result:
HWY_INLINE unsigned decide_one_by_one(const double* block, const Vec* sign, const double* sign_lane,
                                      Vec* margin, unsigned accepted) {
  // Few candidates: go from one accepted flip to the next.
  const Doubles d;
  while (accepted != 0) {
    const int i = std::countr_zero(accepted);
    const auto own_sign = hn::Set(d, sign_lane[i]);
    for (int v = 0; v < vectors; ++v) {
      const auto q = hn::Load(d, block + i * group_size + v * lanes);
      margin[v] = hn::Sub(margin[v], hn::Xor3(q, sign[v], own_sign));
    }
    accepted = bits_of_nonnegative(margin) & ~((2U << i) - 1);
  }
  return bits_of_nonnegative(margin);
}

HWY_INLINE unsigned decide_in_lockstep(const double* block, const Vec* sign,
                                       const double* sign_lane, Vec* margin) {
  // Many candidates: visit all 16 without a branch, since half of the guesses would be wrong.
  const Doubles d;
  const hn::RebindToSigned<Doubles> di;
  HWY_UNROLL(16)
  for (int i = 0; i < group_size; ++i) {
    const auto lane = hn::SetTableIndices(d, lane_table.lane[i % lanes]);
    const auto own = hn::TableLookupLanes(margin[i / lanes], lane);
    const auto rejected = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, own)));
    const auto own_sign = hn::Set(d, sign_lane[i]);
    HWY_UNROLL(16)
    for (int v = i / lanes; v < vectors; ++v) {
      const auto q = hn::Load(d, block + i * group_size + v * lanes);
      const auto change = hn::Xor3(q, sign[v], own_sign);
      margin[v] = hn::Sub(margin[v], hn::AndNot(rejected, change));
    }
  }
  return bits_of_nonnegative(margin);
}

// What the flips of a group add to a residual; one fixed order of additions.
HWY_INLINE double residual_change(const double* a, unsigned before, unsigned flipped) {
  double change = 0;
  for (unsigned m = flipped & ~before; m != 0; m &= m - 1) change += a[std::countr_zero(m)];
  for (unsigned m = flipped & before; m != 0; m &= m - 1) change -= a[std::countr_zero(m)];
  return change;
}

template <int Penalties, class Rows, class Field>
HWY_INLINE void sweep_rows(KernelState& state, const Rows& rows, Field* HWY_RESTRICT field,
                           double temperature, const double* bias) {
  constexpr int few = 5;  // candidates below which jumping beats walking; measured in bench/
  const KernelModel& model = *state.model;
  const Doubles d;
  const hn::Rebind<float, Doubles> df;
  const double lively = temperature * lively_limit;
  const auto heat = hn::Set(d, temperature);
  GroupDeltas<Penalties, Field> deltas(state, field, bias);
  double* const residual = state.residual.data();
  HWY_ALIGN float exponential[group_size];
  Vec sign[vectors];
  Vec margin[vectors];
  const Index groups = model.groups();
  for (Index g = 0; g < groups; ++g) {
    const Index base = g * group_size;
    double* const sign_lane = state.sign.data() + base;
    // 1. What each flip would cost now.
    for (int v = 0; v < vectors; ++v) sign[v] = hn::Load(d, sign_lane + v * lanes);
    deltas.compute(base, sign, margin);
    auto cheapest = margin[0];
    for (int v = 1; v < vectors; ++v) cheapest = hn::Min(cheapest, margin[v]);

    // 2. Thresholds. Where all flips are dear the largest threshold is drawn first: if it cannot pay for
    //    any of them, and it rarely can, the group is done with one random number.
    if (state.largest_used == KernelState::largest_ahead) refill_largest(state);
    const float m = state.largest[state.largest_used];
    const auto payable = [&](double most) HWY_ATTR {
      return !hn::AllFalse(d, hn::Le(cheapest, hn::Set(d, most)));
    };
    if (!payable(std::max(lively, temperature * static_cast<double>(m)))) {
      ++state.largest_used;
      continue;
    }
    if (payable(lively))
      exponentials(state.random, exponential);
    else
      exponentials_below(state.random, m, state.largest_tail[state.largest_used++], exponential);
    for (int v = 0; v < vectors; ++v) {
      const auto e = hn::PromoteTo(d, hn::Load(df, exponential + v * lanes));
      margin[v] = hn::Sub(hn::Mul(heat, e), margin[v]);
    }
    const unsigned candidates = bits_of_nonnegative(margin);
    if (candidates == 0) continue;

    // 3. Decide in order.
    const double* const block = model.couplings(g);
    const unsigned flipped = std::popcount(candidates) <= few
                                 ? decide_one_by_one(block, sign, sign_lane, margin, candidates)
                                 : decide_in_lockstep(block, sign, sign_lane, margin);

    // 4. Carry out.
    for (int v = 0; v < vectors; ++v) {
      const auto turned = hn::IfThenElseZero(hn::Ge(margin[v], hn::Zero(d)), hn::SignBit(d));
      hn::Store(hn::Xor(sign[v], turned), d, sign_lane + v * lanes);
    }
    const unsigned before = state.group_bits[at(g)];
    state.group_bits[at(g)] = static_cast<std::uint16_t>(before ^ flipped);
    state.flips += std::popcount(flipped);
    const std::size_t count = Penalties < 0 ? state.residual.size() : std::size_t{Penalties > 0};
    for (std::size_t t = 0; t < count; ++t)
      residual[t] += residual_change(model.penalties()[t].a.data() + base, before, flipped);
    deltas.residuals_changed();
    spread_flips(rows, base, model.rows(), before, flipped, field);
  }
}

// Calls f(rows, field) with the types that hold this model.
template <class F>
HWY_INLINE void with_rows(KernelState& state, F&& f) {
  state.model->model().objective().pairs.visit([&]<class Rows>(const Rows& rows) HWY_ATTR {
    using T = typename Rows::Value;
    if constexpr (std::is_integral_v<T>) {
      if (state.model->integer_fields()) {
        f(rows, state.integer_field.data());
        return;
      }
    }
    f(rows, state.real_field.data());
  });
}

void sweep_here(KernelState& state, double temperature, const double* bias) {
  with_rows(state, [&](const auto& rows, auto* field) HWY_ATTR {
    switch (state.residual.size()) {
      case 0:
        return sweep_rows<0>(state, rows, field, temperature, bias);
      case 1:
        return sweep_rows<1>(state, rows, field, temperature, bias);
      default:
        return sweep_rows<-1>(state, rows, field, temperature, bias);
    }
  });
}

template <class Field>
HWY_INLINE void deltas_of(const KernelState& state, const Field* field, double* out) {
  const Doubles d;
  const GroupDeltas<-1, Field> deltas(state, field, nullptr);
  Vec sign[vectors];
  Vec delta[vectors];
  for (Index base = 0; base < state.model->padded_size(); base += group_size) {
    for (int v = 0; v < vectors; ++v) sign[v] = hn::Load(d, state.sign.data() + base + v * lanes);
    deltas.compute(base, sign, delta);
    for (int v = 0; v < vectors; ++v) hn::StoreU(delta[v], d, out + base + v * lanes);
  }
}

void deltas_here(const KernelState& state, double* out) {
  if (state.model->integer_fields())
    deltas_of(state, state.integer_field.data(), out);
  else
    deltas_of(state, state.real_field.data(), out);
}

void flip_here(KernelState& state, Index variable) {
  const KernelModel& model = *state.model;
  const Index g = variable / group_size;
  const unsigned before = state.group_bits[at(g)];
  const unsigned flipped = 1U << (variable % group_size);
  const double step = (before & flipped) != 0 ? -1 : 1;
  state.group_bits[at(g)] = static_cast<std::uint16_t>(before ^ flipped);
  state.sign[at(variable)] = step > 0 ? -0.0 : 0.0;
  ++state.flips;
  for (std::size_t t = 0; t < state.residual.size(); ++t)
    state.residual[t] += step * model.penalties()[t].a[at(variable)];
  with_rows(state, [&](const auto& rows, auto* field) HWY_ATTR {
    spread_flips(rows, g * group_size, model.rows(), before, flipped, field);
  });
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {

HWY_EXPORT(sweep_here);
HWY_EXPORT(deltas_here);
HWY_EXPORT(flip_here);
HWY_EXPORT(random_words_here);
HWY_EXPORT(random_exponentials_here);

namespace kernel {

void sweep(KernelState& state, double temperature, const double* bias) {
  HWY_DYNAMIC_DISPATCH(sweep_here)(state, temperature, bias);
}
void deltas(const KernelState& state, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(deltas_here)(state, out.data());
}
void flip(KernelState& state, Index variable) { HWY_DYNAMIC_DISPATCH(flip_here)(state, variable); }

// The operations of GroupDeltas, in the same order.
double delta(const KernelState& state, Index variable) {
  const KernelModel& model = *state.model;
  const auto v = at(variable);
  const double field = model.integer_fields() ? state.integer_field[v] : state.real_field[v];
  double force = model.linear()[v] + model.unit() * field;
  std::size_t t = 0;
  for (const KernelPenalty& penalty : model.penalties())
    force += 2 * penalty.strength * state.residual[t++] * penalty.a[v];
  return (state.bit(variable) ? -force : force) + model.square()[v];
}

void random_words(KernelState& state, std::uint32_t* out) {
  HWY_DYNAMIC_DISPATCH(random_words_here)(state, out);
}
void random_exponentials(KernelState& state, float* out) {
  HWY_DYNAMIC_DISPATCH(random_exponentials_here)(state, out);
}

}  // namespace kernel
}  // namespace spinsack
#endif
