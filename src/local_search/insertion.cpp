// SPDX-License-Identifier: Apache-2.0
#include "local_search/insertion.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "local_search/insertion.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
hn::Vec<D> gains_at(D d, const std::int32_t* gain) {
  return hn::PromoteTo(d, hn::Load(hn::Rebind<std::int32_t, D>(), gain));
}
template <class D>
hn::Vec<D> gains_at(D d, const std::int64_t* gain) {
  return hn::ConvertTo(d, hn::Load(hn::RebindToSigned<D>(), gain));
}

// The first place of the largest gain / weight among those with weight <= room and gain >= 0; padded_size if
// there is none. A weight that is not a number is never <= room. Equal ratios are equal doubles.
template <class Gain>
std::size_t best_ratio(const Gain* HWY_RESTRICT gain, const double* HWY_RESTRICT weight,
                       std::size_t padded_size, double room) {
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto rooms = hn::Set(d, room);
  auto best = hn::Set(d, -1.0);
  auto best_place = hn::Set(d, static_cast<double>(padded_size));
  for (std::size_t place = 0; place < padded_size; place += lanes) {
    const auto weights = hn::Load(d, weight + place);
    const auto ratio = hn::Div(gains_at(d, gain + place), weights);
    const auto better =
        hn::And(hn::And(hn::Le(weights, rooms), hn::Gt(ratio, best)), hn::Ge(ratio, hn::Zero(d)));
    best = hn::IfThenElse(better, ratio, best);
    best_place = hn::IfThenElse(better, hn::Set(d, static_cast<double>(place)), best_place);
  }
  HWY_ALIGN double ratios[HWY_MAX_BYTES / sizeof(double)];
  HWY_ALIGN double places[HWY_MAX_BYTES / sizeof(double)];
  hn::Store(best, d, ratios);
  hn::Store(best_place, d, places);
  std::size_t first = padded_size;
  double largest = -1;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t place = static_cast<std::size_t>(places[lane]) + lane;
    if (ratios[lane] < largest || (ratios[lane] == largest && place >= first)) continue;
    if (ratios[lane] < 0) continue;
    largest = ratios[lane];
    first = place;
  }
  return first;
}

std::size_t best_ratio_narrow(const std::int32_t* gain, const double* weight, std::size_t size,
                              double room) {
  return best_ratio(gain, weight, size, room);
}
std::size_t best_ratio_wide(const std::int64_t* gain, const double* weight, std::size_t size,
                            double room) {
  return best_ratio(gain, weight, size, room);
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/symmetric_rows.hpp"
#include "local_search/best_first.hpp"

#include <limits>
#include <type_traits>

namespace spinsack {

HWY_EXPORT(best_ratio_narrow);
HWY_EXPORT(best_ratio_wide);

void insertion(KnapsackState& state, StopCheck* watch) {
  if (state.few_partners())
    return add_best_first(
        state, [&](Index i) { return state.gain(i) >= 0; },
        [&](Index i) {
          return static_cast<double>(state.gain(i)) /
                 static_cast<double>(state.instance().weights()[at(i)]);
        },
        watch);
  constexpr double taken = std::numeric_limits<double>::quiet_NaN();
  AlignedVector<double> weight(state.padded_size(), taken);
  for (Index i = 0; i < state.size(); ++i)
    if (!state.holds(i)) weight[at(i)] = static_cast<double>(state.instance().weights()[at(i)]);
  for (;;) {
    if (watch != nullptr && watch->stop_after(state.size())) return;
    const auto room = static_cast<double>(state.room());
    const std::size_t best = state.visit_gains([&]<class Gain>(const Gain* gain) {
      if constexpr (std::is_same_v<Gain, std::int32_t>)
        return HWY_DYNAMIC_DISPATCH(best_ratio_narrow)(gain, weight.data(), weight.size(), room);
      else
        return HWY_DYNAMIC_DISPATCH(best_ratio_wide)(gain, weight.data(), weight.size(), room);
    });
    if (best == weight.size()) return;
    weight[best] = taken;
    const auto item = static_cast<Index>(best);
    // Doubles round weights beyond 2^53; the integers decide.
    if (state.instance().weights()[best] <= state.room()) state.add(item);
  }
}

}  // namespace spinsack
#endif
