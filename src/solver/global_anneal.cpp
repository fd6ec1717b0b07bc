// SPDX-License-Identifier: Apache-2.0
#include "solver/global_anneal.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/global_anneal.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since it is compiled once for each.
#include "core/random_lanes-inl.hpp"
#include "local_search/priced_energy.hpp"

#include <bit>
#include <limits>
#include <vector>

#ifndef SPINSACK_SOLVER_GLOBAL_ANNEAL_ONCE
#define SPINSACK_SOLVER_GLOBAL_ANNEAL_ONCE
namespace spinsack {

inline constexpr Index flip_group = 16;  // flips decided together: the same on every machine

// The best feasible candidate, as the flips made since.
struct FlipLog {
  Profit best = std::numeric_limits<Profit>::min();
  std::vector<Index> since;
  std::int64_t flips = 0;

  // Drops flips that were taken back, once the list is long.
  void shorten(Index n) {
    if (since.size() < 4 * at(n)) return;
    Bits odd(at(n), 0);
    for (const Index i : since) odd[at(i)] ^= 1;
    since.clear();
    for (Index i = 0; i < n; ++i)
      if (odd[at(i)] != 0) since.push_back(i);
  }
};

}  // namespace spinsack
#endif

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::CappedTag<float, flip_group>;

HWY_INLINE hn::Vec<Floats> as_floats(const std::int32_t* gain) {
  return hn::ConvertTo(Floats(), hn::Load(hn::Rebind<std::int32_t, Floats>(), gain));
}
HWY_INLINE hn::Vec<Floats> as_floats(const std::int64_t* gain) {
  const Floats d;
  HWY_ALIGN float values[flip_group];
  for (std::size_t l = 0; l < hn::Lanes(d); ++l) values[l] = static_cast<float>(gain[l]);
  return hn::Load(d, values);
}

// A Metropolis sweep in index order over the items from `from`, a multiple of sixteen, to before `end`. Sixteen items
// are looked at together; after a flip those behind it are looked at again, so that everyone sees all earlier flips.
template <class Gain>
void flip_sweep(KnapsackState& state, const Gain* gain, const float* weight,
                const PricedEnergy& energy, double temperature, RandomLanes& random, FlipLog& log,
                Index from, Index end) {
  const Floats d;
  const hn::Rebind<std::uint8_t, Floats> d8;
  const hn::Rebind<std::int32_t, Floats> d32;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto per_energy = hn::Set(d, static_cast<float>(energy.per_energy));
  const auto price = hn::Set(d, static_cast<float>(energy.price));
  const auto stiffness = hn::Set(d, static_cast<float>(energy.stiffness));
  const auto heat = hn::Set(d, static_cast<float>(temperature));
  const auto hopeless = hn::Set(d, static_cast<float>(temperature * largest_exponential));
  const auto floor = hn::Set(d, energy.both_sides ? -1e30F : 0.0F);
  const std::uint8_t* const bits = state.bit_data();
  const Index n = state.size();
  HWY_ALIGN float cost[flip_group];
  HWY_ALIGN float exponential[flip_group];

  // What the flips of a group cost, and whether any could be paid for.
  const auto find_costs = [&](Index base) HWY_ATTR {
    const auto excess =
        hn::Set(d, static_cast<float>(-static_cast<double>(state.room()) * energy.per_weight));
    const auto over = hn::Max(excess, floor);
    const auto over_squared = hn::Mul(over, over);
    auto cheapest = hn::Set(d, std::numeric_limits<float>::max());
    for (Index l = 0; l < flip_group; l += lanes) {
      const Index i = base + l;
      // +0 for items out, -0 for items in.
      const auto sign =
          hn::BitCast(d, hn::ShiftLeft<31>(hn::PromoteTo(d32, hn::LoadU(d8, bits + i))));
      const auto w = hn::Load(d, weight + i);
      const auto then = hn::Max(hn::Add(excess, hn::Xor(w, sign)), floor);
      const auto lost = hn::Sub(hn::Mul(price, w), hn::Mul(as_floats(gain + i), per_energy));
      const auto delta = hn::Add(hn::Xor(lost, sign),
                                 hn::Mul(stiffness, hn::Sub(hn::Mul(then, then), over_squared)));
      cheapest = hn::Min(cheapest, delta);
      hn::Store(delta, d, cost + l);
    }
    return !hn::AllFalse(d, hn::Le(cheapest, hopeless));
  };
  const auto paid = [&]() HWY_ATTR {
    unsigned mask = 0;
    for (Index l = 0; l < flip_group; l += lanes) {
      std::uint8_t part[8] = {};
      hn::StoreMaskBits(
          d, hn::Le(hn::Load(d, cost + l), hn::Mul(heat, hn::Load(d, exponential + l))), part);
      mask |= (static_cast<unsigned>(part[0]) | static_cast<unsigned>(part[1]) << 8) << l;
    }
    return mask;
  };

  for (Index base = from; base < end; base += flip_group) {
    if (!find_costs(base)) continue;
    exponentials(random.word, exponential);
    unsigned behind = n - base >= flip_group ? 0xffffU : (1U << (n - base)) - 1;
    for (unsigned mask = paid() & behind; mask != 0; mask = paid() & behind) {
      const int lane = std::countr_zero(mask);
      state.flip(base + lane);
      ++log.flips;
      log.since.push_back(base + lane);
      if (state.feasible() && state.profit() > log.best) {
        log.best = state.profit();
        log.since.clear();
      }
      behind &= ~((2U << lane) - 1);
      if (behind == 0) break;
      find_costs(base);
    }
  }
}

void flip_sweep_here(KnapsackState& state, const float* weight, const PricedEnergy& energy,
                     double temperature, RandomLanes& random, FlipLog& log, Index from, Index end) {
  state.visit_gains([&](const auto* gain) HWY_ATTR {
    flip_sweep(state, gain, weight, energy, temperature, random, log, from, end);
  });
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/portable_math.hpp"

#include <algorithm>

namespace spinsack {

HWY_EXPORT(flip_sweep_here);

FeasibleCandidate anneal_globally(KnapsackState& state, const Landscape& land,
                                  const GlobalSchedule& schedule, double& price,
                                  RandomLanes& random, StopCheck& watch, Work& work) {
  // The load may stray by a few mean weights at the first temperature, however flat the profit.
  constexpr double least_stiffness = 1.0 / 32;
  constexpr Index part = 65'536;  // of a sweep, without asking whether to stop
  PricedEnergy energy(land, price, std::max(schedule.stiffness * land.curvature, least_stiffness));
  double temperature = schedule.hot;
  const double ratio = schedule.sweeps > 1
                           ? portable_exp(portable_log(schedule.cold / schedule.hot) /
                                          static_cast<double>(schedule.sweeps - 1))
                           : 1;
  FlipLog log;
  for (std::int64_t s = 0; s < schedule.sweeps; ++s) {
    const std::int64_t flips_before = log.flips;
    bool stopped = false;
    for (Index from = 0; from < state.size() && !stopped; from += part) {
      const Index end = std::min(state.size(), from + part);
      HWY_DYNAMIC_DISPATCH(flip_sweep_here)
      (state, land.weights.data(), energy, temperature, random, log, from, end);
      stopped = end < state.size() && watch.stop_after(part);
    }
    log.shorten(state.size());
    ++work.sweeps;
    work.visits += state.size();
    if (stopped || watch.stop_after(state.size() + (log.flips - flips_before) * state.size() / 4))
      break;
    energy.adapt(-state.room(), 0.02, 0.2);
    temperature *= ratio;
  }
  price = energy.price;
  work.flips += log.flips;
  if (log.best == std::numeric_limits<Profit>::min()) return {};
  FeasibleCandidate best{log.best, Bits(state.bits().begin(), state.bits().end())};
  for (const Index i : log.since) best.bits[at(i)] ^= 1;
  return best;
}

}  // namespace spinsack
#endif
