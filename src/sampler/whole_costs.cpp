// SPDX-License-Identifier: Apache-2.0
#include "sampler/whole_costs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/whole_costs.cpp"
#include "qubo/size_range.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

#ifndef SPINSACK_SAMPLER_WHOLE_COSTS_ONCE
#define SPINSACK_SAMPLER_WHOLE_COSTS_ONCE
namespace spinsack::whole_costs {

inline constexpr std::int32_t barred = std::numeric_limits<std::int32_t>::max();
inline constexpr std::int32_t padding = std::int32_t{1} << 30;
inline constexpr std::int32_t most = std::int32_t{1} << 28;  // no cost is larger

struct Numbers {
  const std::int32_t* linear;
  const std::int32_t* field;        // one of the two
  const std::int16_t* short_field;  // is null
  bool negative;
  const std::uint16_t* bits;
  const std::uint16_t* tabu;
  std::int32_t aspired;  // what costs no more leads to a new best
  Index groups;
};
struct Found {
  Index variable;
  std::int32_t cost;
};

}  // namespace spinsack::whole_costs
#endif

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using WholeTag = hn::CappedTag<std::int32_t, group_size>;
using WholeVec = hn::Vec<WholeTag>;
constexpr std::size_t whole_lanes = hn::MaxLanes(WholeTag());
constexpr std::size_t whole_vectors = group_size / whole_lanes;

HWY_INLINE hn::Mask<WholeTag> mask_of(unsigned bits, std::size_t v) {
  const unsigned part = bits >> (v * whole_lanes) & ((1U << whole_lanes) - 1);
  const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(part),
                                 static_cast<std::uint8_t>(part >> 8)};
  return hn::LoadMaskBits(WholeTag(), bytes);
}

// The costs of a part of a group; barred where a flip is tabu and leads to no new best.
template <bool Short>
HWY_INLINE WholeVec allowed_costs(const whole_costs::Numbers& of, Index g, std::size_t v) {
  const WholeTag d;
  const std::size_t place = at(g) * group_size + v * whole_lanes;
  const auto field = hn::ShiftLeft<1>(
      Short
          ? hn::PromoteTo(d, hn::Load(hn::Rebind<std::int16_t, WholeTag>(), of.short_field + place))
          : hn::Load(d, of.field + place));
  const auto linear = hn::Load(d, of.linear + place);
  const auto force = of.negative ? hn::Sub(linear, field) : hn::Add(linear, field);
  const auto cost = hn::IfThenElse(mask_of(of.bits[g], v), hn::Neg(force), force);
  const auto refused = hn::And(mask_of(of.tabu[g], v), hn::Gt(cost, hn::Set(d, of.aspired)));
  return hn::IfThenElse(refused, hn::Set(d, whole_costs::barred), cost);
}

// First the cheapest of each block of groups, then its place in the first block that has the cheapest of all.
template <bool Short>
HWY_INLINE void best_whole(const whole_costs::Numbers& of, whole_costs::Found* found) {
  constexpr Index block = 8;  // groups
  const WholeTag d;
  std::int32_t cost = whole_costs::barred;
  auto to_beat = hn::Set(d, cost);
  Index best_block = 0;
  for (Index first = 0; first < of.groups; first += block) {
    auto cheapest = hn::Set(d, whole_costs::barred);
    for (Index g = first; g < std::min(first + block, of.groups); ++g)
      for (std::size_t v = 0; v < whole_vectors; ++v)
        cheapest = hn::Min(cheapest, allowed_costs<Short>(of, g, v));
    if (HWY_LIKELY(hn::AllFalse(d, hn::Lt(cheapest, to_beat)))) continue;
    best_block = first;
    to_beat = hn::MinOfLanes(d, cheapest);
    cost = hn::GetLane(to_beat);
  }
  *found = {-1, cost};
  if (cost > whole_costs::most) return;
  for (Index g = best_block;; ++g)
    for (std::size_t v = 0; v < whole_vectors; ++v) {
      const auto lane = hn::FindFirstTrue(d, hn::Eq(allowed_costs<Short>(of, g, v), to_beat));
      if (lane < 0) continue;
      found->variable =
          g * group_size + static_cast<Index>(v * whole_lanes) + static_cast<Index>(lane);
      return;
    }
}

void best_whole_here(const whole_costs::Numbers& of, whole_costs::Found* found) {
  if (of.short_field != nullptr)
    best_whole<true>(of, found);
  else
    best_whole<false>(of, found);
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {

HWY_EXPORT(best_whole_here);

std::optional<WholeCosts> WholeCosts::of(const KernelModel& model) {
  int exponent = 0;
  const double half = std::fabs(model.unit()) / 2;
  if (!model.penalties().empty() || !model.integer_fields() || std::frexp(half, &exponent) != 0.5)
    return std::nullopt;
  WholeCosts costs;
  costs.half_unit_ = half;
  costs.negative_ = model.unit() < 0;
  costs.linear_.assign(at(model.padded_size()), whole_costs::padding);
  // No row of couplings sums to more than this.
  const double reach = size_range(model.model().objective().pairs).largest * model.size();
  for (std::size_t v = 0; v < at(model.size()); ++v) {
    const double linear = model.linear()[v] / half;
    if (std::trunc(linear) != linear || !(std::fabs(linear) + 2 * reach < whole_costs::most))
      return std::nullopt;
    costs.linear_[v] = static_cast<std::int32_t>(linear);
  }
  return costs;
}

kernel::BestFlip WholeCosts::best_flip(const KernelState& state, const GroupBits& tabu,
                                       double energy, double best_energy) const {
  // Energies need not be multiples of anything, and their sum with a cost is rounded: which costs lead below the best one
  // is tried out, near where it must be.
  const auto leads_below = [&](double cost) { return energy + half_unit_ * cost < best_energy; };
  constexpr double most = whole_costs::most;
  double aspired = std::clamp(std::floor((best_energy - energy) / half_unit_), -most, most);
  for (int step = 0; step < 2 && leads_below(aspired + 1); ++step) ++aspired;
  for (int step = 0; step < 4 && !leads_below(aspired); ++step) --aspired;
  const bool clear =
      (leads_below(aspired) || aspired <= -most) && (!leads_below(aspired + 1) || aspired >= most);
  if (!clear) return kernel::best_flip(state, tabu, energy, best_energy);
  whole_costs::Found found{};
  HWY_DYNAMIC_DISPATCH(best_whole_here)
  ({.linear = linear_.data(),
    .field = state.integer_field.data(),
    .short_field = state.model->short_fields() ? state.short_field.data() : nullptr,
    .negative = negative_,
    .bits = state.group_bits.data(),
    .tabu = tabu.data(),
    .aspired = static_cast<std::int32_t>(aspired),
    .groups = state.model->groups()},
   &found);
  if (found.variable < 0) return {};
  return {found.variable, half_unit_ * found.cost};
}

}  // namespace spinsack
#endif
