// SPDX-License-Identifier: Apache-2.0
#include "sampler/kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since they are compiled once for each.
#include "core/random_lanes-inl.hpp"
#include "sampler/group_deltas-inl.hpp"
#include "sampler/row_updates-inl.hpp"
#include "sampler/thresholds-inl.hpp"

#include <algorithm>
#include <array>
#include <bit>
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

template <int Penalties, class Field>
HWY_INLINE void sweep_rows(KernelState& state, const RowSpreader<Field>& spread,
                           Field* HWY_RESTRICT field, double temperature, const double* bias) {
  constexpr int few = 5;  // candidates below which jumping beats walking; measured in bench/
  const KernelModel& model = *state.model;
  const Doubles d;
  const hn::Rebind<float, Doubles> df;
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

    // 2. Thresholds.
    if (!thresholds_of_group(state, cheapest, temperature, exponential)) continue;
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
    spread(base, before, flipped, field);
  }
}

// Calls f(spread, field) for the kind of fields and of rows that this model has.
template <class F>
HWY_INLINE void with_rows(KernelState& state, F&& f) {
  const KernelModel& model = *state.model;
  if (model.short_fields()) {
    if constexpr (signs_in_bits) {
      f(RowSpreader<std::int16_t>(*model.sign_rows(), model.rows()), state.short_field.data());
    } else {
      const auto& held = model.model().objective().pairs;
      held.visit([&]<class Rows>(const Rows& rows) HWY_ATTR {
        if constexpr (std::is_same_v<Rows, DenseRows<std::int8_t>>)
          f(RowSpreader<std::int16_t>(rows, model.rows()), state.short_field.data());
      });
    }
    return;
  }
  if (model.sign_rows() != nullptr) {
    f(RowSpreader<std::int32_t>(*model.sign_rows(), model.rows()), state.integer_field.data());
    return;
  }
  model.model().objective().pairs.visit([&]<class Rows>(const Rows& rows) HWY_ATTR {
    if constexpr (std::is_integral_v<typename Rows::Value>) {
      if (model.integer_fields()) {
        f(RowSpreader<std::int32_t>(rows, model.rows()), state.integer_field.data());
        return;
      }
    }
    f(RowSpreader<double>(rows, model.rows()), state.real_field.data());
  });
}

template <class Field>
void sweep_fields(KernelState& state, const RowSpreader<Field>& spread, Field* field,
                  double temperature, const double* bias) {
  switch (state.residual.size()) {
    case 0:
      return sweep_rows<0>(state, spread, field, temperature, bias);
    case 1:
      return sweep_rows<1>(state, spread, field, temperature, bias);
    default:
      return sweep_rows<-1>(state, spread, field, temperature, bias);
  }
}

void sweep_here(KernelState& state, double temperature, const double* bias) {
  with_rows(state, [&](const auto& spread, auto* field)
                       HWY_ATTR { sweep_fields(state, spread, field, temperature, bias); });
}

void add_fields_here(KernelState& state, SetUpWatch& watch) {
  const KernelModel& model = *state.model;
  const std::int64_t entries = 2 * model.model().objective().pairs.pairs() / model.groups();
  with_rows(state, [&](const auto& spread, auto* field) HWY_ATTR {
    for (Index g = 0; g < model.groups(); ++g) {
      if (state.group_bits[at(g)] != 0) spread(g * group_size, 0, state.group_bits[at(g)], field);
      watch.after(group_size + entries);
    }
  });
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
  with_rows(state, [&](const auto& spread, auto* field)
                       HWY_ATTR { spread(g * group_size, before, flipped, field); });
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {

HWY_EXPORT(sweep_here);
HWY_EXPORT(flip_here);
HWY_EXPORT(add_fields_here);
HWY_EXPORT(random_words_here);
HWY_EXPORT(random_exponentials_here);

namespace kernel {

void sweep(KernelState& state, double temperature, const double* bias) {
  state.model->lay_out_couplings();
  HWY_DYNAMIC_DISPATCH(sweep_here)(state, temperature, bias);
}
void flip(KernelState& state, Index variable) { HWY_DYNAMIC_DISPATCH(flip_here)(state, variable); }

void add_fields(KernelState& state, SetUpWatch& watch) {
  HWY_DYNAMIC_DISPATCH(add_fields_here)(state, watch);
}

// The operations of GroupDeltas, in the same order.
double delta(const KernelState& state, Index variable) {
  const KernelModel& model = *state.model;
  const auto v = at(variable);
  double force = model.linear()[v] + model.unit() * state.field(v);
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
