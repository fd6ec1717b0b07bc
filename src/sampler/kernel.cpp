// SPDX-License-Identifier: Apache-2.0
#include "sampler/kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since it is compiled once for each.
#include "core/random_lanes-inl.hpp"

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

// The largest of 16 exponential numbers, for some groups to come. Its distribution function is
// (1 - e^-m)^16, so with u uniform e^-m = 1 - (1 - u)^(1/16), computed as 1 - e^-x, x = -ln(1 - u) / 16,
// by a series: small values, which decide at low temperatures, keep all their digits. Where u is tiny
// -ln(1 - u) is u itself to the precision of a float.
HWY_INLINE void refill_largest(KernelState& state) {
  const hn::CappedTag<float, group_size> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  for (std::size_t place = 0; place < KernelState::largest_ahead; place += hn::Lanes(d)) {
    const auto u = uniform(d, next_words(du, state.random, place % group_size));
    // 1 - u == 1 for the tiniest u only up to rounding; below 2^-12 the series u + u^2 / 2 is closer.
    const auto direct = negative_log(d, hn::Sub(hn::Set(d, 1.0F), u));
    const auto series = hn::Add(u, hn::Mul(hn::Mul(u, u), hn::Set(d, 0.5F)));
    const auto small = hn::Lt(u, hn::Set(d, 0x1p-12F));
    const auto x = hn::Mul(hn::IfThenElse(small, series, direct), hn::Set(d, 0.0625F));
    auto p = hn::Set(d, one_minus_exp_series[0]);
    for (std::size_t k = 1; k < one_minus_exp_series.size(); ++k)
      p = hn::Add(hn::Mul(p, x), hn::Set(d, one_minus_exp_series[k]));
    const auto tail = hn::Mul(p, x);
    hn::Store(tail, d, state.largest_tail + place);
    hn::Store(negative_log(d, tail), d, state.largest + place);
  }
  state.largest_used = 0;
}

// 16 exponential numbers, given that the largest is m, with e^-m = tail: it belongs to a random lane,
// and the others are e = -ln(1 - u (1 - tail)).
HWY_INLINE void exponentials_below(std::uint32_t* HWY_RESTRICT random, float m, float tail,
                                   float* HWY_RESTRICT out) {
  const hn::CappedTag<float, group_size> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const auto one = hn::Set(d, 1.0F);
  const auto share = hn::Sub(one, hn::Set(d, tail));
  HWY_ALIGN std::uint32_t words[group_size];
  for (std::size_t l = 0; l < group_size; l += hn::Lanes(d)) {
    const auto w = next_words(du, random, l);
    hn::Store(w, du, words + l);
    hn::Store(negative_log(d, hn::Sub(one, hn::Mul(uniform(d, w), share))), d, out + l);
  }
  // The lowest bit of a word is in no uniform number: four of them choose the lane.
  out[(words[0] & 1) | (words[1] & 1) << 1 | (words[2] & 1) << 2 | (words[3] & 1) << 3] = m;
}

void random_exponentials_here(KernelState& state, float* out) {
  HWY_ALIGN float values[group_size];
  exponentials(state.random, values);
  for (int l = 0; l < group_size; ++l) out[l] = values[l];
}

// --- fields -----------------------------------------------------------------------------------------

// Rows of the variables that flipped together, those switched on first.
// NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): filled up to the counts, and zeros would cost
template <class T>
struct RowList {
  const T* on[group_size];
  const T* off[group_size];
  int count_on = 0;
  int count_off = 0;
};
// NOLINTEND(cppcoreguidelines-pro-type-member-init)

#if HWY_TARGET != HWY_SCALAR
// Bytes are summed in 16 bits (at most 16 * 255) before they are widened.
HWY_INLINE void add_rows(const RowList<std::uint8_t>& rows, std::int32_t* HWY_RESTRICT field,
                         std::size_t stride) {
  const hn::ScalableTag<std::int16_t> d16;
  const hn::Half<decltype(d16)> d16_half;
  const hn::Rebind<std::uint8_t, decltype(d16)> d8;
  const hn::Repartition<std::int32_t, decltype(d16)> d32;
  const std::size_t width = hn::Lanes(d16);
  const std::size_t half = width / 2;
  for (std::size_t j = 0; j < stride; j += 2 * width) {
    auto low = hn::Zero(d16);
    auto high = hn::Zero(d16);
    for (int r = 0; r < rows.count_on; ++r) {
      low = hn::Add(low, hn::PromoteTo(d16, hn::LoadU(d8, rows.on[r] + j)));
      high = hn::Add(high, hn::PromoteTo(d16, hn::LoadU(d8, rows.on[r] + j + width)));
    }
    for (int r = 0; r < rows.count_off; ++r) {
      low = hn::Sub(low, hn::PromoteTo(d16, hn::LoadU(d8, rows.off[r] + j)));
      high = hn::Sub(high, hn::PromoteTo(d16, hn::LoadU(d8, rows.off[r] + j + width)));
    }
    const auto add = [&](std::size_t place, auto change) HWY_ATTR {
      const auto sum = hn::Add(hn::Load(d32, field + place), hn::PromoteTo(d32, change));
      hn::Store(sum, d32, field + place);
    };
    add(j, hn::LowerHalf(d16_half, low));
    add(j + half, hn::UpperHalf(d16_half, low));
    add(j + width, hn::LowerHalf(d16_half, high));
    add(j + width + half, hn::UpperHalf(d16_half, high));
  }
}

// Wider entries: a few vectors of fields stay in registers while all rows pass by.
template <class T, class Field, class Load>
HWY_INLINE void add_wide_rows(const RowList<T>& rows, Field* HWY_RESTRICT field, std::size_t stride,
                              const Load& load) {
  const hn::ScalableTag<Field> d;
  const std::size_t width = hn::Lanes(d);
  constexpr std::size_t line = 64 / sizeof(Field);  // fields, a multiple of every width
  constexpr int most = static_cast<int>(line / hn::MaxLanes(d)) * 2;
  std::size_t j = 0;
  const auto pass = [&]<int Count>(std::integral_constant<int, Count>) HWY_ATTR {
    for (; j + Count * width <= stride; j += Count * width) {
      hn::Vec<decltype(d)> sum[Count];
      for (int c = 0; c < Count; ++c)
        sum[c] = hn::Load(d, field + j + static_cast<std::size_t>(c) * width);
      for (int r = 0; r < rows.count_on; ++r)
        for (int c = 0; c < Count; ++c)
          sum[c] = hn::Add(sum[c], load(d, rows.on[r] + j + static_cast<std::size_t>(c) * width));
      for (int r = 0; r < rows.count_off; ++r)
        for (int c = 0; c < Count; ++c)
          sum[c] = hn::Sub(sum[c], load(d, rows.off[r] + j + static_cast<std::size_t>(c) * width));
      for (int c = 0; c < Count; ++c)
        hn::Store(sum[c], d, field + j + static_cast<std::size_t>(c) * width);
    }
  };
  pass(std::integral_constant<int, most>());
  pass(std::integral_constant<int, 1>());
}

HWY_INLINE void add_rows(const RowList<std::int32_t>& rows, std::int32_t* HWY_RESTRICT field,
                         std::size_t stride) {
  add_wide_rows(rows, field, stride,
                [](auto d, const std::int32_t* p) HWY_ATTR { return hn::Load(d, p); });
}
HWY_INLINE void add_rows(const RowList<std::int16_t>& rows, std::int32_t* HWY_RESTRICT field,
                         std::size_t stride) {
  add_wide_rows(rows, field, stride, [](auto d, const std::int16_t* p) HWY_ATTR {
    return hn::PromoteTo(d, hn::Load(hn::Rebind<std::int16_t, decltype(d)>(), p));
  });
}
HWY_INLINE void add_rows(const RowList<double>& rows, double* HWY_RESTRICT field,
                         std::size_t stride) {
  add_wide_rows(rows, field, stride,
                [](auto d, const double* p) HWY_ATTR { return hn::Load(d, p); });
}
#endif

template <class T, class Field>
HWY_INLINE void add_rows(const RowList<T>& rows, Field* HWY_RESTRICT field, std::size_t stride) {
  for (int r = 0; r < rows.count_on; ++r)
    for (std::size_t j = 0; j < stride; ++j) field[j] += static_cast<Field>(rows.on[r][j]);
  for (int r = 0; r < rows.count_off; ++r)
    for (std::size_t j = 0; j < stride; ++j) field[j] -= static_cast<Field>(rows.off[r][j]);
}

// Adds the rows of the flipped variables of a group to all fields. before: the bits before the flips.
template <class T, class Field>
HWY_INLINE void spread_flips(const DenseRows<T>& rows, Index base, Index row_count, unsigned before,
                             unsigned flipped, Field* HWY_RESTRICT field) {
  RowList<T> list;
  if (base + group_size > row_count)
    flipped &= row_count <= base ? 0 : (1U << (row_count - base)) - 1;
  for (unsigned m = flipped & ~before; m != 0; m &= m - 1)
    list.on[list.count_on++] = rows.row_data(base + std::countr_zero(m));
  for (unsigned m = flipped & before; m != 0; m &= m - 1)
    list.off[list.count_off++] = rows.row_data(base + std::countr_zero(m));
  if (list.count_on + list.count_off > 0) add_rows(list, field, rows.stride());
}

template <class T, class Field>
HWY_INLINE void spread_flips(const SparseRows<T>& rows, Index base, Index row_count,
                             unsigned before, unsigned flipped, Field* HWY_RESTRICT field) {
  for (unsigned m = flipped; m != 0; m &= m - 1) {
    const int l = std::countr_zero(m);
    if (base + l >= row_count) return;
    const auto columns = rows.columns(base + l);
    const auto values = rows.values(base + l);
    if ((before >> l & 1) == 0)
      for (std::size_t e = 0; e < columns.size(); ++e)
        field[columns[e]] += static_cast<Field>(values[e]);
    else
      for (std::size_t e = 0; e < columns.size(); ++e)
        field[columns[e]] -= static_cast<Field>(values[e]);
  }
}

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

// Of narrow vectors there are so many per group that unrolled copies of this, one for every kind of rows,
// would take the compiler minutes and gain nothing.
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_SSE4
#define SPINSACK_DECIDE HWY_NOINLINE
#else
#define SPINSACK_DECIDE HWY_INLINE
#endif
SPINSACK_DECIDE unsigned decide_in_lockstep(const double* block, const Vec* sign,
                                            const double* sign_lane, Vec* margin) {
  // Many candidates: visit all 16 without a branch, since half of the guesses would be wrong.
  const Doubles d;
  const hn::RebindToSigned<Doubles> di;
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_SSE4
  HWY_UNROLL(16)
#endif
  for (int i = 0; i < group_size; ++i) {
    const auto lane = hn::SetTableIndices(d, lane_table.lane[i % lanes]);
    const auto own = hn::TableLookupLanes(margin[i / lanes], lane);
    const auto rejected = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, own)));
    const auto own_sign = hn::Set(d, sign_lane[i]);
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_SSE4
    HWY_UNROLL(16)
#endif
    for (int v = i / lanes; v < vectors; ++v) {
      const auto q = hn::Load(d, block + i * group_size + v * lanes);
      const auto change = hn::Xor3(q, sign[v], own_sign);
      margin[v] = hn::Sub(margin[v], hn::AndNot(rejected, change));
    }
  }
  return bits_of_nonnegative(margin);
}
#undef SPINSACK_DECIDE

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

// --- real weights -----------------------------------------------------------------------------------

template <class T>
HWY_INLINE Vec load_row(const T* row) {
  const Doubles d;
  if constexpr (std::is_same_v<T, double>)
    return hn::Load(d, row);
  else if constexpr (sizeof(T) == 4)
    return hn::PromoteTo(d, hn::Load(hn::Rebind<T, Doubles>(), row));
  else
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<std::int32_t, Doubles>(),
                                          hn::LoadU(hn::Rebind<T, Doubles>(), row)));
}

template <class T>
void add_weighted(const DenseRows<T>& rows, Index count, const double* x, double* out) {
  const Doubles d;
  for (Index i = 0; i < count; ++i) {
    const T* const row = rows.row_data(i);
    if constexpr (std::is_same_v<T, std::int64_t>) {
      for (Index j = 0; j < count; ++j) out[j] += x[i] * static_cast<double>(row[j]);
    } else {
      const auto weight = hn::Set(d, x[i]);
      for (Index j = 0; j < count; j += lanes)
        hn::Store(hn::Add(hn::Load(d, out + j), hn::Mul(weight, load_row(row + j))), d, out + j);
    }
  }
}

template <class T>
// NOLINTNEXTLINE(readability-non-const-parameter): it is written to
void add_weighted(const SparseRows<T>& rows, Index count, const double* x, double* out) {
  for (Index i = 0; i < count; ++i) {
    const auto columns = rows.columns(i);
    const auto values = rows.values(i);
    for (std::size_t e = 0; e < columns.size(); ++e)
      out[columns[e]] += x[i] * static_cast<double>(values[e]);
  }
}

void weighted_rows_here(const KernelModel& model, const double* x, double* out) {
  AlignedVector<double> sums(model.field_size());
  model.model().objective().pairs.visit(
      [&](const auto& rows) HWY_ATTR { add_weighted(rows, model.rows(), x, sums.data()); });
  for (Index v = 0; v < model.rows(); ++v) out[v] = sums[at(v)];
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/error.hpp"
#include "core/nearest.hpp"

#include <fmt/format.h>

namespace spinsack {

HWY_EXPORT(sweep_here);
HWY_EXPORT(deltas_here);
HWY_EXPORT(flip_here);
HWY_EXPORT(weighted_rows_here);
HWY_EXPORT(random_words_here);
HWY_EXPORT(random_exponentials_here);

void sweep(KernelState& state, double temperature, const double* bias) {
  HWY_DYNAMIC_DISPATCH(sweep_here)(state, temperature, bias);
}
void deltas(const KernelState& state, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(deltas_here)(state, out.data());
}
void flip(KernelState& state, Index variable) { HWY_DYNAMIC_DISPATCH(flip_here)(state, variable); }
void weighted_rows(const KernelModel& model, std::span<const double> x, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(weighted_rows_here)(model, x.data(), out.data());
}

// The operations of group_deltas, in the same order.
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

namespace {

struct Target {
  std::int64_t id;
  std::string name;
};

std::vector<Target> available_targets() {
  hwy::SetSupportedTargetsForTest(0);
  std::vector<Target> targets;
  for (const std::int64_t id : hwy::SupportedAndGeneratedTargets()) {
    std::string name = hwy::TargetName(id);
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    targets.push_back({id, name});
  }
  return targets;
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const Target& target : available_targets()) names.push_back(target.name);
  return names;
}

void use_simd_target(std::string_view name) {
  const std::vector<Target> targets = available_targets();  // also forgets an earlier choice
  if (name == "auto") return;
  std::vector<std::string_view> names{"auto"};
  for (const Target& target : targets) {
    names.push_back(target.name);
    if (target.name == name) return hwy::SetSupportedTargetsForTest(target.id);
  }
  throw UsageError(unknown_word("instruction set", name, names));
}

}  // namespace spinsack
#endif
