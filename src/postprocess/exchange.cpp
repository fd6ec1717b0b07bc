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
#include "core/smallest_tree.hpp"
#include "core/symmetric_rows.hpp"
#include "local_search/best_swap.hpp"
#include "postprocess/efficiency_order.hpp"

#include <limits>
#include <optional>
#include <utility>

namespace spinsack::post {

HWY_EXPORT(next_candidate_here);

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

// A copy in the order of J for the inner loop: what a swap could bring at most, e_j w_j less the smallest pair
// profit, and -infinity for items that are in. Rounding keeps order, so that nothing which passes the test of
// Algorithm 1 is missed.
class EnteringItems {
 public:
  explicit EnteringItems(const KnapsackState& state)
      : state_(&state),
        order_(by_falling_efficiency(state)),
        smallest_pair_(static_cast<double>(smallest_pair_profit(state.instance()))),
        most_(state.padded_size(), never),
        weight_(state.padded_size()) {
    const auto weights = state.instance().weights();
    for (std::size_t r = 0; r < order_.size(); ++r)
      weight_[r] = static_cast<double>(weights[at(order_[r])]);
    refresh_all();
    if (!state.few_partners()) return;
    place_.resize(order_.size());
    for (std::size_t r = 0; r < order_.size(); ++r) place_[at(order_[r])] = static_cast<Index>(r);
    std::vector<double> per_weight(order_.size());
    for (std::size_t r = 0; r < order_.size(); ++r) per_weight[r] = -most_[r] / weight_[r];
    tree_.emplace(std::move(per_weight), -never);
  }

  double worth(Index i) const {
    return state_->efficiency(i) * static_cast<double>(state_->instance().weights()[at(i)]);
  }
  std::size_t end() const { return most_.size(); }
  Index operator[](std::size_t place) const { return order_[place]; }

  // The first place from `from` on of an item that may bring more than least and is not heavier than room.
  std::size_t next(std::size_t from, double least, double room) const {
    if (!tree_)
      return HWY_DYNAMIC_DISPATCH(next_candidate_here)(most_.data(), weight_.data(), from,
                                                       most_.size(), least, room);
    // Such an item brings more per weight than least / room, but for rounding; or, if least is negative, than least,
    // since weights are at least 1.
    constexpr double rounding = 1e-12;
    const double limit = least >= 0 ? -least / room * (1 - rounding) : -least * (1 + rounding);
    for (std::size_t r = from;; ++r) {
      r = tree_->next_below(r, limit);
      if (r >= order_.size()) return end();
      if (most_[r] > least && weight_[r] <= room) return r;
    }
  }

  // After i was exchanged for j.
  void refresh(Index i, Index j) {
    if (!tree_) return refresh_all();
    for (const Index item : {i, j}) {
      refresh_one(item);
      state_->instance().pair_profits().for_each_in_row(
          item, [&](Index partner, auto) { refresh_one(partner); });
    }
  }

 private:
  void refresh_all() {
    for (std::size_t r = 0; r < order_.size(); ++r) most_[r] = most(order_[r]);
  }
  void refresh_one(Index item) {
    const auto r = at(place_[at(item)]);
    most_[r] = most(item);
    tree_->set(r, -most_[r] / weight_[r]);
  }
  double most(Index item) const {
    return state_->holds(item) ? never : worth(item) - smallest_pair_;
  }

  const KnapsackState* state_;
  std::vector<Index> order_;
  double smallest_pair_;
  AlignedVector<double> most_;
  AlignedVector<double> weight_;
  // Where items have few partners: the place of each, and the smallest -most / weight.
  std::vector<Index> place_;
  std::optional<SmallestTree<double>> tree_;
};

}  // namespace

void exchange(KnapsackState& state, StopCheck* watch) {
  const auto weights = state.instance().weights();
  const SymmetricRows& pairs = state.instance().pair_profits();
  const std::vector<Index> leaving = by_rising_efficiency(state);
  EnteringItems entering(state);
  const std::int64_t look = state.few_partners() ? 64 : state.size();
  for (const Index i : leaving) {
    if (!state.holds(i)) continue;
    if (watch != nullptr && watch->stop_after(look)) return;
    const Weight room = state.room() + weights[at(i)];
    const double worth_i = entering.worth(i);
    const auto next = [&](std::size_t from) {
      return entering.next(from, worth_i, static_cast<double>(room));
    };
    for (std::size_t r = next(0); r < entering.end(); r = next(r + 1)) {
      const Index j = entering[r];
      if (weights[at(j)] > room || !(worth_i < entering.worth(j) - pairs.value(i, j))) continue;
      state.remove(i);
      state.add(j);
      entering.refresh(i, j);
      break;
    }
  }
}

}  // namespace spinsack::post
#endif
