// SPDX-License-Identifier: Apache-2.0
#include "local_search/hyperplane.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "local_search/hyperplane.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since it is compiled once for each.
#include "core/random_lanes-inl.hpp"
#include "local_search/priced_energy.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#ifndef SPINSACK_POSTPROCESS_HYPERPLANE_ONCE
#define SPINSACK_POSTPROCESS_HYPERPLANE_ONCE
namespace spinsack {

inline constexpr Index group_lanes = 16;     // swaps decided together: the same on every machine
inline constexpr Index core_size = 96;       // a block of 32-bit gains fits the first cache
inline constexpr float never = 1e30F;        // the cost of what must not happen
inline constexpr float nearly_fits = 1e-3F;  // excess in mean weights that is worth an exact look

// Items near the margin, with everything that swaps among them need.
template <class Gain>
struct Core {
  Index size = 0;
  Index item[core_size] = {};
  std::uint8_t in[core_size] = {};
  Weight real_weight[core_size] = {};
  alignas(64) Gain gain[core_size] = {};
  alignas(64) float weight[core_size] = {};
  alignas(64) float blocked[core_size] = {};  // 0 for items out, else never
  alignas(64) Gain pair[core_size][core_size] = {};
  Profit profit = 0;
  Weight excess = 0;  // load - capacity
  // The best feasible candidate that was a swap away from one met.
  Profit best = std::numeric_limits<Profit>::min();
  std::uint8_t best_in[core_size] = {};
  bool improved = false;  // best_in belongs to this core
  std::int64_t swaps = 0;

  // By how much, in units of energy, the profit is ahead of the best.
  float lead(const PricedEnergy& energy) const {
    return static_cast<float>((static_cast<double>(profit) - static_cast<double>(best)) *
                              energy.per_energy);
  }
  // Remembers what swapping i for j would give, if it is feasible and the best so far.
  void look_at(Index i, Index j) {
    if (j >= size || in[j] != 0 || excess + real_weight[j] - real_weight[i] > 0) return;
    const Profit value = profit + gain[j] - gain[i] - pair[i][j];
    if (value <= best) return;
    best = value;
    improved = true;
    std::copy(in, in + core_size, best_in);
    best_in[i] = 0;
    best_in[j] = 1;
  }
};

}  // namespace spinsack
#endif

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::CappedTag<float, group_lanes>;

// gain_i + p_ij - gain_j: the profit lost by swapping i for each j of a vector.
HWY_INLINE hn::Vec<Floats> lost_profit(std::int32_t gain_i, const std::int32_t* pair_row,
                                       const std::int32_t* gain) {
  const hn::Rebind<std::int32_t, Floats> d;
  const auto lost = hn::Sub(hn::Add(hn::Set(d, gain_i), hn::Load(d, pair_row)), hn::Load(d, gain));
  return hn::ConvertTo(Floats(), lost);
}
HWY_INLINE hn::Vec<Floats> lost_profit(std::int64_t gain_i, const std::int64_t* pair_row,
                                       const std::int64_t* gain) {
  const Floats d;
  HWY_ALIGN float lost[group_lanes];
  for (std::size_t l = 0; l < hn::Lanes(d); ++l)
    lost[l] = static_cast<float>(gain_i + pair_row[l] - gain[l]);
  return hn::Load(d, lost);
}

// One sweep: every item in, in order, is offered the items out; the first one accepted takes its place.
template <class Gain>
void swap_sweep(Core<Gain>& core, const PricedEnergy& energy, double temperature,
                RandomLanes& random) {
  const Floats d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto per_energy = hn::Set(d, static_cast<float>(energy.per_energy));
  const auto price = hn::Set(d, static_cast<float>(energy.price));
  const auto stiffness = hn::Set(d, static_cast<float>(energy.stiffness));
  const auto heat = hn::Set(d, static_cast<float>(temperature));
  const auto hopeless = hn::Set(d, static_cast<float>(temperature * largest_exponential));
  const auto floor = hn::Set(d, energy.both_sides ? -never : 0.0F);
  const Index groups = (core.size + group_lanes - 1) / group_lanes;
  HWY_ALIGN float cost[group_lanes];
  HWY_ALIGN float exponential[group_lanes];
  for (Index i = 0; i < core.size; ++i) {
    if (core.in[i] == 0) continue;
    const auto excess =
        hn::Set(d, static_cast<float>(static_cast<double>(core.excess) * energy.per_weight));
    const auto over = hn::Max(excess, floor);
    const auto over_squared = hn::Mul(over, over);
    const auto own_weight = hn::Set(d, core.weight[i]);
    const auto ahead = hn::Set(d, core.lead(energy));
    for (Index group = 0; group < groups; ++group) {
      const Index base = group * group_lanes;
      // 1. What the swaps would cost. If no random number could pay for any, the group is done.
      auto cheapest = hn::Set(d, never);
      bool promising = false;
      for (Index l = 0; l < group_lanes; l += lanes) {
        const Index j = base + l;
        const auto more = hn::Sub(hn::Load(d, core.weight + j), own_weight);
        const auto new_excess = hn::Add(excess, more);
        const auto then = hn::Max(new_excess, floor);
        const auto lost =
            hn::Add(hn::Mul(lost_profit(core.gain[i], core.pair[i] + j, core.gain + j), per_energy),
                    hn::Load(d, core.blocked + j));
        const auto better =
            hn::And(hn::Lt(lost, ahead), hn::Le(new_excess, hn::Set(d, nearly_fits)));
        promising = promising || !hn::AllFalse(d, better);
        auto delta = hn::Add(lost, hn::Mul(price, more));
        delta = hn::Add(delta, hn::Mul(stiffness, hn::Sub(hn::Mul(then, then), over_squared)));
        cheapest = hn::Min(cheapest, delta);
        hn::Store(delta, d, cost + l);
      }
      // The whole group, so that the width of the vectors does not matter.
      if (promising)
        for (Index l = 0; l < group_lanes; ++l) core.look_at(i, base + l);
      if (hn::AllFalse(d, hn::Le(cheapest, hopeless))) continue;

      // 2. The first that its random number pays for.
      exponentials(random.word, exponential);
      Index chosen = -1;
      for (Index l = 0; l < group_lanes && chosen < 0; l += lanes) {
        const auto paid =
            hn::Le(hn::Load(d, cost + l), hn::Mul(heat, hn::Load(d, exponential + l)));
        const auto first = hn::FindFirstTrue(d, paid);
        if (first >= 0) chosen = base + l + static_cast<Index>(first);
      }
      if (chosen < 0) continue;

      // 3. Swap.
      const Index j = chosen;
      core.profit += core.gain[j] - core.gain[i] - core.pair[i][j];
      core.excess += core.real_weight[j] - core.real_weight[i];
      for (Index l = 0; l < core_size; ++l) core.gain[l] += core.pair[j][l] - core.pair[i][l];
      core.in[i] = 0;
      core.in[j] = 1;
      core.blocked[i] = 0;
      core.blocked[j] = never;
      ++core.swaps;
      break;
    }
  }
}

void swap_sweep_narrow_here(Core<std::int32_t>& core, const PricedEnergy& energy,
                            double temperature, RandomLanes& random) {
  swap_sweep(core, energy, temperature, random);
}
void swap_sweep_wide_here(Core<Profit>& core, const PricedEnergy& energy, double temperature,
                          RandomLanes& random) {
  swap_sweep(core, energy, temperature, random);
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/portable_math.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/reduced_gain.hpp"

#include <cassert>
#include <memory>
#include <vector>

namespace spinsack {

HWY_EXPORT(swap_sweep_narrow_here);
HWY_EXPORT(swap_sweep_wide_here);

namespace {

void sweep(Core<std::int32_t>& core, const PricedEnergy& energy, double temperature,
           RandomLanes& random) {
  HWY_DYNAMIC_DISPATCH(swap_sweep_narrow_here)(core, energy, temperature, random);
}
void sweep(Core<Profit>& core, const PricedEnergy& energy, double temperature,
           RandomLanes& random) {
  HWY_DYNAMIC_DISPATCH(swap_sweep_wide_here)(core, energy, temperature, random);
}

// The price at which the k items of largest reduced gain weigh the capacity, to within half a mean weight
// of load: a dearer price favours lighter items. The search starts at the price at hand and doubles its
// step until the answer lies between two prices, then halves.
double price_of_hyperplane(const KnapsackState& state, Index k, const Landscape& land, double start,
                           StopCheck& watch) {
  if (k == 0 || k == state.size() || start <= 0) return start;
  const auto weights = state.instance().weights();
  const auto capacity = static_cast<double>(state.instance().capacity());
  struct Ranked {
    float z;
    Index item;
  };
  std::vector<Ranked> ranked(at(state.size()));
  const auto excess = [&](double price) {
    for (Index i = 0; i < state.size(); ++i)
      ranked[at(i)] = {static_cast<float>(reduced_gain(state, i, price)), i};
    std::ranges::nth_element(
        ranked, ranked.begin() + (k - 1),
        [](const Ranked& a, const Ranked& b) { return a.z != b.z ? a.z > b.z : a.item < b.item; });
    Weight load = 0;
    for (Index r = 0; r < k; ++r) load += weights[at(ranked[at(r)].item)];
    return static_cast<double>(load) - capacity;
  };
  constexpr double widest = 100;
  double price = start;
  double over = excess(price);
  double low = 0;   // overloaded here
  double high = 0;  // not overloaded here
  double factor = 1.25;
  for (int step = 0; step < 24 && (over > 0 || over < -land.weight / 2); ++step) {
    if (watch.stop_after(state.size())) break;
    (over > 0 ? low : high) = price;
    if (low > 0 && high > 0) {
      price = (low + high) / 2;
    } else {
      price = over > 0 ? price * factor : price / factor;
      factor *= factor;
      if (price > widest * start || price < start / widest) break;
    }
    over = excess(price);
  }
  return price;
}

// The items in of smallest and the items out of largest reduced gain, half a core of each where there are as
// many; by index.
std::vector<Index> core_items(const KnapsackState& state, double price) {
  std::vector<Index> in;
  std::vector<Index> out;
  std::vector<double> z(at(state.size()));
  for (Index i = 0; i < state.size(); ++i) {
    z[at(i)] = reduced_gain(state, i, price);
    (state.holds(i) ? in : out).push_back(i);
  }
  const auto keep = [&](std::vector<Index>& items, std::size_t count, double sign) {
    if (items.size() <= count) return;
    std::ranges::nth_element(items, items.begin() + static_cast<std::ptrdiff_t>(count),
                             [&](Index a, Index b) {
                               const double za = sign * z[at(a)];
                               const double zb = sign * z[at(b)];
                               return za != zb ? za < zb : a < b;
                             });
    items.resize(count);
  };
  constexpr std::size_t half = core_size / 2;
  const std::size_t most_in = out.size() < half ? core_size - out.size() : half;
  const std::size_t most_out = in.size() < half ? core_size - in.size() : half;
  keep(in, most_in, 1);
  keep(out, most_out, -1);
  in.insert(in.end(), out.begin(), out.end());
  std::ranges::sort(in);
  return in;
}

template <class Gain>
void load_core(Core<Gain>& core, const KnapsackState& state, const Landscape& land, double price) {
  const auto weights = state.instance().weights();
  const std::vector<Index> items = core_items(state, price);
  core.size = static_cast<Index>(items.size());
  core.profit = state.profit();
  core.excess = -state.room();
  core.improved = false;
  for (Index c = 0; c < core_size; ++c) {
    core.blocked[c] = never;
    core.in[c] = 0;
  }
  for (Index c = 0; c < core.size; ++c) {
    const Index i = items[at(c)];
    core.item[c] = i;
    core.in[c] = state.holds(i) ? 1 : 0;
    core.blocked[c] = state.holds(i) ? never : 0;
    core.real_weight[c] = weights[at(i)];
    core.weight[c] = land.weights[at(i)];
    core.gain[c] = static_cast<Gain>(state.gain(i));
  }
  state.instance().pair_profits().visit([&]<class Rows>(const Rows& rows) {
    for (Index c = 0; c < core.size; ++c) {
      if constexpr (Rows::dense) {
        const auto* const row = rows.row_data(core.item[c]);
        for (Index e = 0; e < core.size; ++e)
          core.pair[c][e] = static_cast<Gain>(row[core.item[e]]);
      } else {
        // Both lists are sorted by item.
        std::fill(core.pair[c], core.pair[c] + core_size, Gain{0});
        const auto columns = rows.columns(core.item[c]);
        const auto values = rows.values(core.item[c]);
        Index e = 0;
        for (std::size_t entry = 0; entry < columns.size() && e < core.size; ++entry) {
          while (e < core.size && core.item[e] < columns[entry]) ++e;
          if (e < core.size && core.item[e] == columns[entry])
            core.pair[c][e] = static_cast<Gain>(values[entry]);
        }
      }
    }
  });
}

template <class Gain>
bool anneal(KnapsackState& state, const Landscape& land, const HyperplaneSchedule& schedule,
            double real_price, RandomLanes& random, StopCheck& watch, Work& work) {
  // Stiff, since swaps change the load by little: without it the anneal settles where the energy is least
  // at some load below the capacity, and the best solution that fills it is met only by chance.
  constexpr double least_stiffness = 20;
  const auto core = std::make_unique<Core<Gain>>();
  Bits best;
  if (state.feasible()) {
    core->best = state.profit();
    best.assign(state.bits().begin(), state.bits().end());
  }
  PricedEnergy energy(land, land.in_units(real_price),
                      std::max(least_stiffness, 2 * land.curvature));
  double temperature = schedule.hot;
  const int steps = schedule.cores * schedule.sweeps;
  const double ratio =
      steps > 1 ? portable_exp(portable_log(schedule.cold / schedule.hot) / (steps - 1)) : 1;
  bool stopped = false;
  for (int round = 0; round < schedule.cores && !stopped; ++round) {
    load_core(*core, state, land, land.real_price(energy.price));
    for (int step = 0; step < schedule.sweeps && !stopped; ++step) {
      sweep(*core, energy, temperature, random);
      ++work.sweeps;
      const std::int64_t visits = std::int64_t{core->size} * core->size / 4;
      work.visits += visits;
      stopped = watch.stop_after(visits);
      energy.adapt(core->excess, 0.2, 0.04);
      temperature *= ratio;
    }
    if (core->improved) {
      best.assign(state.bits().begin(), state.bits().end());
      for (Index c = 0; c < core->size; ++c) best[at(core->item[c])] = core->best_in[c];
    }
    if (round + 1 == schedule.cores || stopped) break;
    for (Index c = 0; c < core->size; ++c)
      if ((core->in[c] != 0) != state.holds(core->item[c])) state.flip(core->item[c]);
  }
  work.flips += 2 * core->swaps;
  if (best.empty()) return false;
  state.move_to(best);
  return true;
}

}  // namespace

bool anneal_on_hyperplane(KnapsackState& state, Index k, const Landscape& land,
                          const HyperplaneSchedule& schedule, RandomLanes& random, StopCheck& watch,
                          Work& work) {
  assert(k >= 0 && k <= land.most_items);
  while (state.count() > k) state.remove(worst_in(state, land.price));
  while (state.count() < k) state.add(best_out(state, land.price));
  const double price = price_of_hyperplane(state, k, land, land.price, watch);
  return state.visit_gains([&]<class Gain>(const Gain*) {
    return anneal<Gain>(state, land, schedule, price, random, watch, work);
  });
}

void hyperplane(KnapsackState& state, StopCheck* watch) {
  const Landscape land = survey(state);
  RandomLanes random(0, stream_of("hyperplane"));
  Stop endless;
  StopCheck patient(endless);
  StopCheck& asked = watch != nullptr ? *watch : patient;
  Work work;
  Bits best(state.bits().begin(), state.bits().end());
  Profit best_profit = state.profit();
  const auto try_plane = [&](Index k) {
    if (k < 0 || k > land.most_items) return false;
    if (!anneal_on_hyperplane(state, k, land, {}, random, asked, work)) return false;
    swap_to_local_optimum(state, land.price, land.smallest_pair, SwapRule::reduced_gain, watch);
    if (state.profit() <= best_profit) return false;
    best.assign(state.bits().begin(), state.bits().end());
    best_profit = state.profit();
    return true;
  };
  const Index k = state.count();
  try_plane(k);
  Index up = k + 1;
  while (try_plane(up)) ++up;
  if (up == k + 1)
    for (Index down = k - 1; try_plane(down);) --down;
  state.move_to(best);
}

}  // namespace spinsack
#endif
