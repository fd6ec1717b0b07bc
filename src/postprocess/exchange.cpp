// SPDX-License-Identifier: Apache-2.0
#include "postprocess/exchange.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "postprocess/exchange.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The first place from `from` on with worth > least and weight <= room; padded_size if there is none.
std::size_t next_candidate_here(const double* HWY_RESTRICT worth, const double* HWY_RESTRICT weight,
                                std::size_t from, std::size_t padded_size, double least,
                                double room) {
  const hn::ScalableTag<double> d;
  const auto leasts = hn::Set(d, least);
  const auto rooms = hn::Set(d, room);
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t place = from / lanes * lanes; place < padded_size; place += lanes) {
    const auto good = hn::And(hn::Gt(hn::Load(d, worth + place), leasts),
                              hn::Le(hn::Load(d, weight + place), rooms));
    if (hn::AllFalse(d, good)) continue;
    for (std::size_t p = place < from ? from : place; p < place + lanes; ++p)
      if (worth[p] > least && weight[p] <= room) return p;
  }
  return padded_size;
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/symmetric_rows.hpp"
#include "local_search/best_swap.hpp"
#include "postprocess/efficiency_order.hpp"

#include <limits>

namespace spinsack::post {

HWY_EXPORT(next_candidate_here);

// The inner loop goes over a copy in the order of J: what a swap could bring at most, e_j w_j less the
// smallest pair profit, and -infinity for items that are in. Rounding keeps order, so that nothing which
// passes the test of Algorithm 1 is missed.
void exchange(KnapsackState& state, StopCheck* watch) {
  const auto weights = state.instance().weights();
  const SymmetricRows& pairs = state.instance().pair_profits();
  const std::vector<Index> leaving = by_rising_efficiency(state);
  const std::vector<Index> entering = by_falling_efficiency(state);
  const auto smallest_pair = static_cast<double>(smallest_pair_profit(state.instance()));
  const auto worth = [&](Index i) {
    return state.efficiency(i) * static_cast<double>(weights[at(i)]);
  };
  AlignedVector<double> most(state.padded_size(), -std::numeric_limits<double>::infinity());
  AlignedVector<double> weight(state.padded_size());
  for (std::size_t r = 0; r < entering.size(); ++r)
    weight[r] = static_cast<double>(weights[at(entering[r])]);
  const auto refresh = [&] {
    for (std::size_t r = 0; r < entering.size(); ++r)
      most[r] = state.holds(entering[r]) ? -std::numeric_limits<double>::infinity()
                                         : worth(entering[r]) - smallest_pair;
  };
  refresh();
  for (const Index i : leaving) {
    if (!state.holds(i)) continue;
    if (watch != nullptr && watch->stop_after(state.size())) return;
    const Weight room = state.room() + weights[at(i)];
    const double worth_i = worth(i);
    const auto next = [&](std::size_t from) {
      return HWY_DYNAMIC_DISPATCH(next_candidate_here)(
          most.data(), weight.data(), from, most.size(), worth_i, static_cast<double>(room));
    };
    for (std::size_t r = next(0); r < most.size(); r = next(r + 1)) {
      const Index j = entering[r];
      if (weights[at(j)] > room || !(worth_i < worth(j) - pairs.value(i, j))) continue;
      state.remove(i);
      state.add(j);
      refresh();
      break;
    }
  }
}

}  // namespace spinsack::post
#endif
