// SPDX-License-Identifier: Apache-2.0
#include "bound/split_bound.hpp"

#include "bound/continuous_knapsack.hpp"
#include "bound/split_columns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace spinsack {
namespace {

constexpr Profit largest_total = Profit{1} << 50;
// Doubles hold larger ones, but prices are multiples of 2^-k: heavier items would leave few to choose from.
constexpr Weight largest_weight = Weight{1} << 32;
// Rows that k = 0 is enough for. Of their bits some are for the weights, the others for the prices.
constexpr CoarseLimits coarse_limits{
    .row = Profit{1} << (52 - share_bits), .total = largest_total, .weight = Weight{1} << 26};

int bits_of(Profit value) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
}

// To [low, high]; what is not a number becomes low.
double bounded(double value, double low, double high) {
  return value > low ? std::min(value, high) : low;
}

}  // namespace

SplitBound::SplitBound(const QkpInstance& instance, StopCheck& watch)
    : instance_(&instance), most_(instance.total_profit()), row_total_(at(instance.size())) {
  if (!measure(watch) || scale_bits_ >= 0) return;
  auto coarse = coarse_instance(instance, coarse_limits, watch);
  if (!coarse) return;
  coarse_ = std::make_unique<const CoarseInstance>(std::move(*coarse));
  instance_ = &coarse_->instance;
  price_scale_ =
      static_cast<double>(coarse_->weight_unit) / static_cast<double>(coarse_->profit_unit);
  measure(watch);
}

bool SplitBound::measure(StopCheck& watch) {
  const QkpInstance& instance = *instance_;
  const auto weights = instance.weights();
  if (instance.total_profit() >= largest_total || instance.total_weight() >= largest_weight)
    return true;

  // At prices 0 and with a potential far below the others, all of a row falls to its item.
  SplitColumns<double> columns(instance.pair_profits());
  std::ranges::copy(weights, columns.weight.begin());
  Profit sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto room = static_cast<double>(instance.capacity() - weights[i]);
    row_total_[i] = static_cast<Profit>(
        columns.with_row(static_cast<Index>(i), [&](const auto* profit, const auto& view) {
          return exact_share(profit, view, {columns.weight[i], 0, -0x1p20}, room, 1);
        }));
    sum += row_total_[i];
    if (watch.stop_after(columns.length(static_cast<Index>(i)))) return false;
  }
  mean_pair_ = sum / std::max<std::int64_t>(1, 2 * instance.pair_profits().pairs());

  // The conditions of exact_share, and those of continuous_knapsack: the values pi_i sum to no more than
  // five times the profit of everything, times 2^k.
  const Profit longest = std::ranges::max(row_total_);
  const Profit largest = instance.pair_profits().visit([&]<class Rows>(const Rows&) {
    using Value = typename Rows::Value;
    return !Rows::dense || sizeof(Value) > 2
               ? longest
               : std::min<Profit>(longest, std::numeric_limits<Value>::max());
  });
  scale_bits_ = std::min({52 - share_bits - bits_of(largest), 50 - bits_of(longest),
                          58 - bits_of(instance.total_profit())});
  return true;
}

// The values are p_i + row total / 2, so no pass is needed.
Profit SplitBound::even_bound() const {
  std::vector<Profit> doubled(row_total_.size());
  for (std::size_t i = 0; i < doubled.size(); ++i)
    if (instance_->weights()[i] <= instance_->capacity())
      doubled[i] = 2 * instance_->profits()[i] + row_total_[i];
  return in_profits(continuous_knapsack(doubled, instance_->weights(), instance_->capacity()) / 2);
}

std::optional<Profit> SplitBound::evaluate(std::span<const double> prices,
                                           std::span<const double> potentials,
                                           StopCheck& watch) const {
  const auto values = item_values(prices, potentials, watch);
  if (!values) return {};
  return in_profits(continuous_knapsack(*values, instance_->weights(), usable_capacity()) >>
                    scale_bits_);
}

std::optional<ItemBounds> SplitBound::evaluate_items(std::span<const double> prices,
                                                     std::span<const double> potentials,
                                                     StopCheck& watch) const {
  const auto values = item_values(prices, potentials, watch);
  if (!values) return {};
  ItemBounds bounds = continuous_knapsack_items(*values, instance_->weights(), usable_capacity());
  const auto finish = [&](Profit& bound) { bound = in_profits(bound >> scale_bits_); };
  finish(bounds.bound);
  std::ranges::for_each(bounds.with, finish);
  std::ranges::for_each(bounds.without, finish);
  return bounds;
}

std::optional<std::vector<Profit>> SplitBound::item_values(std::span<const double> prices,
                                                           std::span<const double> potentials,
                                                           StopCheck& watch) const {
  const auto weights = instance_->weights();
  const Weight capacity = usable_capacity();

  // 1. Integers. A price beyond row total / room cannot help, and would not fit.
  SplitColumns<double> columns(instance_->pair_profits());
  std::ranges::copy(weights, columns.weight.begin());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Weight room = capacity - weights[i];
    if (room <= 0) continue;
    const Profit units = (row_total_[i] << scale_bits_) / room;
    const auto most = static_cast<double>(units);
    columns.price[i] =
        std::floor(bounded(std::ldexp(prices[i] * price_scale_, scale_bits_) + 0.5, 0, most));
    columns.potential[i] =
        std::floor(bounded(std::ldexp(potentials[i], share_bits), -0x1p48, 0x1p48));
  }

  // 2. The values pi_i, times 2^k. An item that never fits keeps 0.
  const Profit scale = Profit{1} << scale_bits_;
  std::vector<Profit> value(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Weight room = capacity - weights[i];
    if (room < 0) continue;
    const RowItem<double> item{columns.weight[i], columns.price[i], columns.potential[i]};
    const double share = columns.with_row(static_cast<Index>(i), [&](const auto* profit,
                                                                     const auto& view) {
      return exact_share(profit, view, item, static_cast<double>(room), static_cast<double>(scale));
    });
    value[i] = instance_->profits()[i] * scale + static_cast<Profit>(item.price) * room +
               static_cast<Profit>(share);
    if (watch.stop_after(columns.length(static_cast<Index>(i)))) return {};
  }
  return value;
}

}  // namespace spinsack
