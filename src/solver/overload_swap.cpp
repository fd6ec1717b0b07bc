// SPDX-License-Identifier: Apache-2.0
#include "solver/overload_swap.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/overload_swap.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#ifndef SPINSACK_SOLVER_OVERLOAD_SWAP_ONCE
#define SPINSACK_SOLVER_OVERLOAD_SWAP_ONCE
namespace spinsack {

// What a search looks at. Number holds every gain and every weight.
template <class Number>
struct SwapQuestion {
  const SymmetricRows* pairs = nullptr;
  const Number* gain = nullptr;
  const Number* weight = nullptr;  // of items out, else `barred`
  Number* row_buffer = nullptr;    // zeros
  Index size = 0;
  Weight excess = 0;  // load - capacity
  Profit profit = 0;
  Profit floor = 0;
  std::span<const Weight> real_weight;
  std::span<const Index> leaving;
  std::span<const ItemPair> tabu;
};

template <class Number>
inline constexpr Number barred = std::numeric_limits<Number>::max();

inline bool is_tabu(std::span<const ItemPair> tabu, Index i, Index j) {
  return std::ranges::any_of(tabu, [&](const ItemPair& pair) {
    return (pair.a == i && pair.b == j) || (pair.a == j && pair.b == i);
  });
}

}  // namespace spinsack
#endif

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Rows are padded to 64 bytes at least, so that no vector reaches beyond.
template <class Number>
using Lanes = hn::CappedTag<Number, 64 / sizeof(Number)>;

template <class Number, class T>
HWY_INLINE hn::Vec<Lanes<Number>> load_row(const T* row) {
  const Lanes<Number> d;
  if constexpr (sizeof(T) == sizeof(Number)) {
    return hn::LoadU(d, row);
  } else {
    const hn::Rebind<T, Lanes<Number>> narrow;
    return hn::PromoteTo(d, hn::LoadU(narrow, row));
  }
}

// Improves best by the swaps of item i, whose pair profits are in row.
template <class Number, class T>
void scan_row(const SwapQuestion<Number>& q, Index i, const T* HWY_RESTRICT row,
              OverloadSwap& best) {
  const Lanes<Number> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const Weight light = q.real_weight[at(i)] - q.excess;  // up to this weight nothing is overloaded
  const Profit base = q.profit - static_cast<Profit>(q.gain[i]);
  const auto clamp = [](std::int64_t value) {
    return static_cast<Number>(
        std::clamp<std::int64_t>(value, std::numeric_limits<Number>::min(), barred<Number> - 1));
  };
  // A lighter item than `limit` has to bring more than `least`, one as heavy more than `to_win`.
  // With w - light <= best.overload, written so that it cannot overflow.
  auto limit = hn::Zero(d);
  auto beyond = hn::Zero(d);  // limit + 1
  auto least = hn::Zero(d);
  auto to_win = hn::Zero(d);
  const auto raise_the_bar = [&]() HWY_ATTR {
    const Weight heaviest = best.overload > barred<Number> - 1 - std::max<Weight>(light, 0)
                                ? barred<Number> - 1
                                : light + best.overload;
    limit = hn::Set(d, clamp(heaviest));
    beyond = hn::Add(limit, hn::Set(d, 1));
    to_win = hn::Set(d, clamp(best.profit - base));
    least = best.overload == 0 ? to_win : hn::Set(d, clamp(q.floor - base));
  };
  raise_the_bar();
  for (Index first = 0; first < q.size; first += lanes) {
    const auto w = hn::Load(d, q.weight + first);
    const auto light_enough = hn::Lt(w, beyond);
    if (hn::AllFalse(d, light_enough)) continue;
    const auto brings = hn::Sub(hn::Load(d, q.gain + first), load_row<Number>(row + first));
    const auto needs = hn::IfThenElse(hn::Eq(w, limit), to_win, least);
    if (hn::AllFalse(d, hn::And(light_enough, hn::Gt(brings, needs)))) continue;
    // Rare: one by one, exactly.
    for (Index j = first; j < std::min(first + lanes, q.size); ++j) {
      if (q.weight[j] == barred<Number>) continue;
      const Weight overload = std::max<Weight>(0, static_cast<Weight>(q.weight[j]) - light);
      const Profit profit = base + static_cast<Profit>(q.gain[j]) - static_cast<Profit>(row[j]);
      if (profit <= q.floor || overload > best.overload ||
          (overload == best.overload && profit <= best.profit) || is_tabu(q.tabu, i, j))
        continue;
      best = {i, j, overload, profit};
    }
    raise_the_bar();
  }
}

template <class Number>
OverloadSwap scan(const SwapQuestion<Number>& q) {
  OverloadSwap best{.overload = std::numeric_limits<Weight>::max(), .profit = q.floor};
  q.pairs->visit([&]<class Rows>(const Rows& rows) HWY_ATTR {
    using T = typename Rows::Value;
    constexpr bool direct = Rows::dense && std::is_integral_v<T> &&
                            (std::is_same_v<T, Number> || (sizeof(Number) == 4 && sizeof(T) < 4));
    for (const Index i : q.leaving) {
      if constexpr (direct) {
        scan_row(q, i, rows.row_data(i), best);
      } else if constexpr (Rows::dense) {
        const auto row = rows.row(i, q.size);
        std::transform(row.begin(), row.end(), q.row_buffer,
                       [](T p) { return static_cast<Number>(p); });
        scan_row(q, i, q.row_buffer, best);
      } else {
        const auto columns = rows.columns(i);
        const auto values = rows.values(i);
        for (std::size_t e = 0; e < columns.size(); ++e)
          q.row_buffer[columns[e]] = static_cast<Number>(values[e]);
        scan_row(q, i, q.row_buffer, best);
        for (const Index j : columns) q.row_buffer[j] = 0;
      }
    }
  });
  return best;
}

OverloadSwap scan_narrow_here(const SwapQuestion<std::int32_t>& question) { return scan(question); }
OverloadSwap scan_wide_here(const SwapQuestion<std::int64_t>& question) { return scan(question); }

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {

HWY_EXPORT(scan_narrow_here);
HWY_EXPORT(scan_wide_here);

OverloadSwapSearch::OverloadSwapSearch(const KnapsackState& state) : state_(&state) {
  constexpr Weight narrow_limit = 1 << 30;
  const bool narrow_gains =
      state.visit_gains([]<class Gain>(const Gain*) { return sizeof(Gain) == 4; });
  narrow_ = narrow_gains && state.instance().total_weight() < narrow_limit;
  if (narrow_) {
    narrow_weight_.resize(state.padded_size());
    narrow_row_.resize(state.padded_size());
  } else {
    wide_weight_.resize(state.padded_size());
    wide_row_.resize(state.padded_size());
    if (narrow_gains) wide_gain_.resize(state.padded_size());
  }
  changed();
}

void OverloadSwapSearch::changed(Index i) {
  const Weight weight = state_->instance().weights()[at(i)];
  if (narrow_)
    narrow_weight_[at(i)] =
        state_->holds(i) ? barred<std::int32_t> : static_cast<std::int32_t>(weight);
  else
    wide_weight_[at(i)] = state_->holds(i) ? barred<std::int64_t> : weight;
}

void OverloadSwapSearch::changed() {
  std::ranges::fill(narrow_weight_, barred<std::int32_t>);
  std::ranges::fill(wide_weight_, barred<std::int64_t>);
  for (Index i = 0; i < state_->size(); ++i) changed(i);
}

std::optional<OverloadSwap> OverloadSwapSearch::best(std::span<const Index> leaving, Profit floor,
                                                     std::span<const ItemPair> tabu) {
  const QkpInstance& instance = state_->instance();
  const auto ask = [&]<class Number>(const Number* gain, const Number* weight, Number* row) {
    return SwapQuestion<Number>{&instance.pair_profits(),
                                gain,
                                weight,
                                row,
                                state_->size(),
                                -state_->room(),
                                state_->profit(),
                                floor,
                                instance.weights(),
                                leaving,
                                tabu};
  };
  const OverloadSwap found = state_->visit_gains([&]<class Gain>(const Gain* gain) {
    if constexpr (sizeof(Gain) == 4) {
      if (narrow_)
        return HWY_DYNAMIC_DISPATCH(scan_narrow_here)(
            ask(gain, std::as_const(narrow_weight_).data(), narrow_row_.data()));
      std::copy(gain, gain + state_->padded_size(), wide_gain_.begin());
      return HWY_DYNAMIC_DISPATCH(scan_wide_here)(ask(
          std::as_const(wide_gain_).data(), std::as_const(wide_weight_).data(), wide_row_.data()));
    } else {
      return HWY_DYNAMIC_DISPATCH(scan_wide_here)(
          ask(gain, std::as_const(wide_weight_).data(), wide_row_.data()));
    }
  });
  if (found.leaves < 0) return std::nullopt;
  return found;
}

}  // namespace spinsack
#endif
