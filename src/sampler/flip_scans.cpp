// SPDX-License-Identifier: Apache-2.0
// Looks at the flips of all variables at once: their costs, the best of them, those that pass a threshold.
#include "sampler/kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/flip_scans.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since they are compiled once for each.
#include "core/random_lanes-inl.hpp"
#include "sampler/group_deltas-inl.hpp"
#include "sampler/thresholds-inl.hpp"

#include <algorithm>
#include <bit>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

// Calls f with a GroupDeltas for the kind of model.
template <class F>
HWY_INLINE void with_deltas(const KernelState& state, F&& f) {
  const auto with_penalties = [&]<class Field>(const Field* field) HWY_ATTR {
    switch (state.residual.size()) {
      case 0:
        return f(GroupDeltas<0, Field>(state, field, nullptr));
      case 1:
        return f(GroupDeltas<1, Field>(state, field, nullptr));
      default:
        return f(GroupDeltas<-1, Field>(state, field, nullptr));
    }
  };
  if (state.model->short_fields())
    with_penalties(state.short_field.data());
  else if (state.model->integer_fields())
    with_penalties(state.integer_field.data());
  else
    with_penalties(state.real_field.data());
}

template <class Deltas>
HWY_INLINE void deltas_of_group(const KernelState& state, const Deltas& deltas, Index g,
                                Vec* delta) {
  const Doubles d;
  Vec sign[vectors];
  for (int v = 0; v < vectors; ++v)
    sign[v] = hn::Load(d, state.sign.data() + g * group_size + v * lanes);
  deltas.compute(g * group_size, sign, delta);
}

void deltas_here(const KernelState& state, double* out) {
  with_deltas(state, [&](const auto& deltas) HWY_ATTR {
    const Doubles d;
    Vec delta[vectors];
    for (Index g = 0; g < state.model->groups(); ++g) {
      deltas_of_group(state, deltas, g, delta);
      for (int v = 0; v < vectors; ++v) hn::StoreU(delta[v], d, out + g * group_size + v * lanes);
    }
  });
}

// The deltas of a group, infinite for flips that are tabu and lead to no new best.
template <class Deltas>
HWY_INLINE void allowed_deltas(const KernelState& state, const Deltas& deltas, Index g,
                               unsigned tabu, double energy, double best_energy, Vec* delta) {
  deltas_of_group(state, deltas, g, delta);
  const Doubles d;
  const auto infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  for (int v = 0; v < vectors; ++v) {
    const std::uint8_t bits[8] = {
        static_cast<std::uint8_t>(tabu >> (v * lanes) & ((1U << lanes) - 1))};
    const auto leads_below = hn::Lt(hn::Add(hn::Set(d, energy), delta[v]), hn::Set(d, best_energy));
    const auto barred = hn::AndNot(leads_below, hn::LoadMaskBits(d, bits));
    delta[v] = hn::IfThenElse(barred, infinity, delta[v]);
  }
}

// First the cheapest of each block of groups, then its place in the first block that has the cheapest of all.
void best_flip_here(const KernelState& state, const std::uint16_t* tabu, double energy,
                    double best_energy, kernel::BestFlip* best) {
  constexpr Index block = 8;  // groups
  constexpr double infinity = std::numeric_limits<double>::infinity();
  *best = {-1, infinity};
  with_deltas(state, [&](const auto& deltas) HWY_ATTR {
    const Doubles d;
    const Index groups = state.model->groups();
    Vec delta[vectors];
    auto to_beat = hn::Set(d, infinity);
    Index best_block = 0;
    for (Index first = 0; first < groups; first += block) {
      auto cheapest = hn::Set(d, infinity);
      for (Index g = first; g < std::min(first + block, groups); ++g) {
        allowed_deltas(state, deltas, g, tabu[g], energy, best_energy, delta);
        for (const auto& value : delta) cheapest = hn::Min(cheapest, value);
      }
      if (HWY_LIKELY(hn::AllFalse(d, hn::Lt(cheapest, to_beat)))) continue;
      best_block = first;
      to_beat = hn::MinOfLanes(d, cheapest);
    }
    const double cost = hn::GetLane(to_beat);
    if (cost == infinity) return;
    for (Index g = best_block;; ++g) {
      allowed_deltas(state, deltas, g, tabu[g], energy, best_energy, delta);
      for (int v = 0; v < vectors; ++v) {
        const auto lane = hn::FindFirstTrue(d, hn::Eq(delta[v], to_beat));
        if (lane < 0) continue;
        *best = {g * group_size + v * lanes + static_cast<Index>(lane), cost};
        return;
      }
    }
  });
}

Index accepted_flips_here(KernelState& state, double offset, double temperature,
                          std::uint16_t* accepted) {
  Index count = 0;
  with_deltas(state, [&](const auto& deltas) HWY_ATTR {
    const Doubles d;
    const hn::Rebind<float, Doubles> df;
    const auto lowered = hn::Set(d, offset);
    const auto heat = hn::Set(d, temperature);
    HWY_ALIGN float exponential[group_size];
    Vec delta[vectors];
    for (Index g = 0; g < state.model->groups(); ++g) {
      accepted[g] = 0;
      deltas_of_group(state, deltas, g, delta);
      for (auto& value : delta) value = hn::Sub(value, lowered);
      auto cheapest = delta[0];
      for (int v = 1; v < vectors; ++v) cheapest = hn::Min(cheapest, delta[v]);
      if (!thresholds_of_group(state, cheapest, temperature, exponential)) continue;
      for (int v = 0; v < vectors; ++v) {
        const auto e = hn::PromoteTo(d, hn::Load(df, exponential + v * lanes));
        delta[v] = hn::Sub(hn::Mul(heat, e), delta[v]);
      }
      const unsigned bits = bits_of_nonnegative(delta);
      accepted[g] = static_cast<std::uint16_t>(bits);
      count += std::popcount(bits);
    }
  });
  return count;
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {

HWY_EXPORT(deltas_here);
HWY_EXPORT(best_flip_here);
HWY_EXPORT(accepted_flips_here);

namespace kernel {

void deltas(const KernelState& state, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(deltas_here)(state, out.data());
}
BestFlip best_flip(const KernelState& state, const GroupBits& tabu, double energy,
                   double best_energy) {
  BestFlip best;
  HWY_DYNAMIC_DISPATCH(best_flip_here)(state, tabu.data(), energy, best_energy, &best);
  return best;
}
Index accepted_flips(KernelState& state, double offset, double temperature, GroupBits& accepted) {
  return HWY_DYNAMIC_DISPATCH(accepted_flips_here)(state, offset, temperature, accepted.data());
}

}  // namespace kernel
}  // namespace spinsack
#endif
