// SPDX-License-Identifier: Apache-2.0
#include "instance/knapsack_state.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "instance/knapsack_state.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Gain by gain, sum of the entries of its row that stand under a one: the rows are read once, in order.
// mask has 255 where x has 1.
#if HWY_TARGET != HWY_SCALAR
std::int64_t masked_sum(const std::uint8_t* row, const std::uint8_t* mask, std::size_t stride) {
  const hn::ScalableTag<std::uint8_t> d;
  const hn::RepartitionToWide<hn::RepartitionToWide<hn::RepartitionToWide<decltype(d)>>> d64;
  auto sum = hn::Zero(d64);
  for (std::size_t i = 0; i < stride; i += hn::Lanes(d))
    sum = hn::Add(sum, hn::SumsOf8(hn::And(hn::Load(d, row + i), hn::Load(d, mask + i))));
  return static_cast<std::int64_t>(hn::GetLane(hn::SumOfLanes(d64, sum)));
}
#endif
template <class T>
std::int64_t masked_sum(const T* row, const std::uint8_t* mask, std::size_t stride) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < stride; ++i)
    sum += mask[i] != 0 ? static_cast<std::int64_t>(row[i]) : 0;
  return sum;
}

// efficiency += sign * (row * per_weight), as doubles and rounded after each operation. 64-bit entries, for
// which not every instruction set has a conversion, go one by one.
template <class T>
void shift_efficiencies(const T* HWY_RESTRICT row, std::size_t stride, double sign,
                        double* HWY_RESTRICT efficiency, const double* HWY_RESTRICT per_weight) {
  if constexpr (sizeof(T) <= 4) {
    const hn::ScalableTag<double> d;
    const hn::Rebind<std::int32_t, decltype(d)> d32;
    const hn::Rebind<T, decltype(d)> narrow;
    const auto signs = hn::Set(d, sign);
    for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
      const auto p = [&]() HWY_ATTR {
        if constexpr (sizeof(T) == 4)
          return hn::PromoteTo(d, hn::Load(narrow, row + j));
        else
          return hn::PromoteTo(d, hn::PromoteTo(d32, hn::LoadU(narrow, row + j)));
      }();
      const auto share = hn::Mul(signs, hn::Mul(p, hn::Load(d, per_weight + j)));
      hn::Store(hn::Add(hn::Load(d, efficiency + j), share), d, efficiency + j);
    }
  } else {
    for (std::size_t j = 0; j < stride; ++j)
      efficiency[j] += sign * (static_cast<double>(row[j]) * per_weight[j]);
  }
}

// gain += sign * row; efficiency, if any, likewise divided by the weights.
template <class Rows, class Gain>
void shift(const Rows& rows, Index i, Gain sign, Gain* HWY_RESTRICT gain,
           double* HWY_RESTRICT efficiency, const double* HWY_RESTRICT per_weight) {
  if constexpr (Rows::dense) {
    const auto* HWY_RESTRICT const row = rows.row_data(i);
    const std::size_t stride = rows.stride();
    // Two loops, since a multiplication by the sign would cost more than the addition.
    if (sign > 0)
      for (std::size_t j = 0; j < stride; ++j) gain[j] += static_cast<Gain>(row[j]);
    else
      for (std::size_t j = 0; j < stride; ++j) gain[j] -= static_cast<Gain>(row[j]);
    if (efficiency != nullptr)
      shift_efficiencies(row, stride, static_cast<double>(sign), efficiency, per_weight);
  } else {
    const auto columns = rows.columns(i);
    const auto values = rows.values(i);
    for (std::size_t e = 0; e < columns.size(); ++e)
      gain[columns[e]] += sign * static_cast<Gain>(values[e]);
    if (efficiency == nullptr) return;
    for (std::size_t e = 0; e < columns.size(); ++e)
      efficiency[columns[e]] +=
          static_cast<double>(sign) * (static_cast<double>(values[e]) * per_weight[columns[e]]);
  }
}

template <class Gain>
void shift_here(const SymmetricRows& pairs, Index i, int sign, Gain* gain, double* efficiency,
                const double* per_weight) {
  pairs.visit([&](const auto& rows) HWY_ATTR {
    shift(rows, i, static_cast<Gain>(sign), gain, efficiency, per_weight);
  });
}
void shift_narrow_here(const SymmetricRows& pairs, Index i, int sign, std::int32_t* gain,
                       double* efficiency, const double* per_weight) {
  shift_here(pairs, i, sign, gain, efficiency, per_weight);
}
void shift_wide_here(const SymmetricRows& pairs, Index i, int sign, Profit* gain,
                     double* efficiency, const double* per_weight) {
  shift_here(pairs, i, sign, gain, efficiency, per_weight);
}

// out[j] = sum of p_ij over the ones, for dense rows.
void row_sums_here(const SymmetricRows& pairs, const std::uint8_t* mask, Profit* out) {
  pairs.visit([&]<class Rows>(const Rows& rows) HWY_ATTR {
    if constexpr (Rows::dense)
      for (Index j = 0; j < pairs.size(); ++j)
        out[j] = masked_sum(rows.row_data(j), mask, rows.stride());
  });
}

// The first of the smallest values[i] with bits[i] != 0.
std::size_t first_smallest_here(const double* HWY_RESTRICT values,
                                const std::uint8_t* HWY_RESTRICT bits, std::size_t padded_size) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<std::uint8_t, decltype(d)> d8;
  const hn::Rebind<std::int32_t, decltype(d)> d32;
  const std::size_t lanes = hn::Lanes(d);
  const auto infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  const auto held_values = [&](std::size_t i) HWY_ATTR {
    const auto bit = hn::PromoteTo(d, hn::PromoteTo(d32, hn::LoadU(d8, bits + i)));
    return hn::IfThenElse(hn::Gt(bit, hn::Zero(d)), hn::Load(d, values + i), infinity);
  };
  auto smallest = infinity;
  for (std::size_t i = 0; i < padded_size; i += lanes) smallest = hn::Min(smallest, held_values(i));
  const auto wanted = hn::MinOfLanes(d, smallest);
  for (std::size_t i = 0;; i += lanes) {
    const auto lane = hn::FindFirstTrue(d, hn::Eq(held_values(i), wanted));
    if (lane >= 0) return i + static_cast<std::size_t>(lane);
  }
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <cassert>

namespace spinsack {

HWY_EXPORT(shift_narrow_here);
HWY_EXPORT(shift_wide_here);
HWY_EXPORT(row_sums_here);
HWY_EXPORT(first_smallest_here);

namespace {

constexpr std::size_t padding = 64;  // entries; rows are padded to at most as many

// No gain of any candidate is larger in size. Cheap to find, hence not the least such bound.
Profit gain_bound(const QkpInstance& instance) {
  Profit largest = 0;
  for (const Profit p : instance.profits()) largest = std::max(largest, p < 0 ? -p : p);
  const auto widest = instance.pair_profits().visit([]<class Rows>(const Rows&) -> Profit {
    using T = typename Rows::Value;
    if constexpr (std::is_integral_v<T> && sizeof(T) <= 2)
      return std::max<Profit>(std::numeric_limits<T>::max(),
                              -Profit{std::numeric_limits<T>::min()});
    return std::numeric_limits<std::int32_t>::max();
  });
  return std::min(instance.total_profit(), largest + widest * instance.size());
}

}  // namespace

KnapsackState::KnapsackState(const QkpInstance& instance, BitView x, Efficiencies efficiencies)
    : instance_(&instance), bits_((x.size() + padding - 1) / padding * padding) {
  assert(x.size() == at(instance.size()));
  std::ranges::transform(x, bits_.begin(),
                         [](std::uint8_t bit) -> std::uint8_t { return bit != 0; });
  if (efficiencies == Efficiencies::kept) {
    efficiency_.resize(padded_size());
    per_weight_.resize(padded_size());
    for (Index i = 0; i < size(); ++i)
      per_weight_[at(i)] = 1 / static_cast<double>(instance.weights()[at(i)]);
  }
  constexpr Profit terms = 3;  // of what a swap brings: two gains and the profit of the pair
  if (gain_bound(instance) <= std::numeric_limits<std::int32_t>::max() / terms)
    start(narrow_gain_);
  else
    start(wide_gain_);
}

template <class Gain>
void KnapsackState::start(AlignedVector<Gain>& gains) {
  const auto weights = instance_->weights();
  const SymmetricRows& pairs = instance_->pair_profits();
  gains.resize(padded_size());
  // An empty state would be narrow whatever the bound.
  if (gains.empty()) return;
  for (Index i = 0; i < size(); ++i) {
    gains[at(i)] = static_cast<Gain>(instance_->profits()[at(i)]);
    if (!holds(i)) continue;
    load_ += weights[at(i)];
    ++count_;
  }
  // 1. Gains: by the rows of the few held items, or by every item's own row.
  if (pairs.dense() && count_ > size() / 4) {
    AlignedVector<std::uint8_t> mask(bits_.size());
    for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = bits_[i] != 0 ? 255 : 0;
    AlignedVector<Profit> sums(padded_size());
    HWY_DYNAMIC_DISPATCH(row_sums_here)(pairs, mask.data(), sums.data());
    for (Index i = 0; i < size(); ++i) gains[at(i)] += static_cast<Gain>(sums[at(i)]);
  } else if (count_ > size() / 4) {
    for (Index i = 0; i < size(); ++i) {
      Profit sum = 0;
      pairs.for_each_in_row(i, [held = bits_.data(), &sum](Index j, auto p) {
        sum += held[j] != 0 ? static_cast<Profit>(p) : 0;
      });
      gains[at(i)] += static_cast<Gain>(sum);
    }
  } else {
    for (Index i = 0; i < size(); ++i)
      if (holds(i))
        pairs.scan_row(i, [g = gains.data()](Index j, auto p) { g[j] += static_cast<Gain>(p); });
  }
  // 2. Every pair of held items stands in the gains of both.
  Profit doubled = 0;
  for (Index i = 0; i < size(); ++i) {
    if (!efficiency_.empty())
      efficiency_[at(i)] = static_cast<double>(gain(i)) / static_cast<double>(weights[at(i)]);
    if (holds(i)) doubled += gain(i) + instance_->profits()[at(i)];
  }
  profit_ = doubled / 2;
}

std::int64_t KnapsackState::update_cost(Index i) const {
  return instance_->pair_profits().visit([&]<class Rows>(const Rows& rows) -> std::int64_t {
    if constexpr (Rows::dense)
      return size() / 4;
    else
      return 8 + 2 * static_cast<std::int64_t>(rows.columns(i).size());
  });
}

bool KnapsackState::few_partners() const {
  const SymmetricRows& pairs = instance_->pair_profits();
  return !pairs.dense() && pairs.pairs() < std::int64_t{size()} * size() / 64;
}

Index KnapsackState::least_efficient() const {
  assert(count_ > 0);
  return static_cast<Index>(
      HWY_DYNAMIC_DISPATCH(first_smallest_here)(efficiency_.data(), bits_.data(), padded_size()));
}

void KnapsackState::add(Index i) {
  assert(!holds(i));
  bits_[at(i)] = 1;
  ++count_;
  profit_ += gain(i);
  load_ += instance_->weights()[at(i)];
  shift_gains(i, +1);
}

void KnapsackState::remove(Index i) {
  assert(holds(i));
  bits_[at(i)] = 0;
  --count_;
  profit_ -= gain(i);
  load_ -= instance_->weights()[at(i)];
  shift_gains(i, -1);
}

void KnapsackState::move_to(BitView x) {
  for (Index i = 0; i < size(); ++i)
    if ((x[at(i)] != 0) != holds(i)) flip(i);
}

void KnapsackState::shift_gains(Index i, int sign) {
  const SymmetricRows& pairs = instance_->pair_profits();
  double* const efficiency = efficiency_.empty() ? nullptr : efficiency_.data();
  if (narrow()) HWY_DYNAMIC_DISPATCH(shift_narrow_here)
  (pairs, i, sign, narrow_gain_.data(), efficiency, per_weight_.data());
  else HWY_DYNAMIC_DISPATCH(shift_wide_here)(pairs, i, sign, wide_gain_.data(), efficiency,
                                             per_weight_.data());
}

}  // namespace spinsack
#endif
