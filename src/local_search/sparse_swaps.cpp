// SPDX-License-Identifier: Apache-2.0
#include "local_search/sparse_swaps.hpp"

#include "instance/quick_removal.hpp"
#include "local_search/reduced_gain.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace spinsack {
namespace {

constexpr Weight never_fits = std::numeric_limits<Weight>::max();

}  // namespace

SparseSwaps::SparseSwaps(KnapsackState& state, double price, Profit smallest_pair, SwapRule rule,
                         std::size_t width)
    : state_(&state),
      price_(price),
      rivals_apart_(rivals_stand_apart(state.instance().pair_profits(), smallest_pair)),
      least_pair_(rivals_apart_ ? 0 : smallest_pair),
      rule_(rule),
      in_{.in = true, .width = width},
      out_{.in = false, .width = width} {
  look_at_all();
}

void SparseSwaps::look_at_all() {
  const auto weights = state_->instance().weights();
  std::vector<Weight> fitting(at(state_->size()), never_fits);
  burden_ = false;
  for (Index i = 0; i < state_->size(); ++i) {
    if (!state_->holds(i) && state_->gain(i) > 0) fitting[at(i)] = weights[at(i)];
    burden_ = burden_ || (state_->holds(i) && state_->gain(i) < 0);
  }
  fitting_.emplace(std::move(fitting), never_fits);
  visits_ += state_->size();
  refill(in_);
  refill(out_);
  partings_.clear();
  if (rivals_apart_)
    for (Index i = 0; i < state_->size(); ++i)
      if (state_->holds(i)) note_rivals(i);
}

// Whether a swap of the item with each of its rivals would gain, room or not.
void SparseSwaps::note_rivals(Index k) {
  state_->instance().pair_profits().for_each_in_row(k, [&](Index other, auto pair) {
    if (pair >= 0) return;
    const bool k_in = state_->holds(k);
    const Swap parting = k_in ? Swap{k, other} : Swap{other, k};
    const Profit gain =
        state_->gain(parting.enters) - state_->gain(parting.leaves) - static_cast<Profit>(pair);
    partings_.erase({parting.enters, parting.leaves});
    if (k_in != state_->holds(other) && gain > 0)
      partings_.insert_or_assign({parting.leaves, parting.enters}, gain);
    else
      partings_.erase({parting.leaves, parting.enters});
  });
  visits_ += state_->update_cost(k);
}

SparseSwaps::Ranked SparseSwaps::ranked(Index i) const {
  const double z = reduced_gain(*state_, i, price_);
  return {state_->holds(i) ? z : -z, i};
}

void SparseSwaps::refill(Margin& margin) {
  std::vector<Ranked>& items = margin.items;
  items.clear();
  for (Index i = 0; i < state_->size(); ++i)
    if (state_->holds(i) == margin.in) items.push_back(ranked(i));
  visits_ += state_->size();
  margin.complete = items.size() <= margin.width;
  if (!margin.complete) {
    const auto end = items.begin() + static_cast<std::ptrdiff_t>(margin.width);
    std::nth_element(items.begin(), end - 1, items.end());
    items.erase(end, items.end());
  }
  std::ranges::sort(items);
  if (!margin.complete) margin.last = items.back();
}

void SparseSwaps::forget(Index i) {
  std::vector<Ranked>& items = side_of(i).items;
  const Ranked entry = ranked(i);
  const auto place = std::ranges::lower_bound(items, entry);
  if (place != items.end() && *place == entry) items.erase(place);
}

void SparseSwaps::note(Index i) {
  Margin& margin = side_of(i);
  const Ranked entry = ranked(i);
  if (margin.complete || entry <= margin.last) {
    const auto place = std::ranges::lower_bound(margin.items, entry);
    if (place == margin.items.end() || *place != entry) margin.items.insert(place, entry);
  }
  const bool may_enter = !state_->holds(i) && state_->gain(i) > 0;
  fitting_->set(at(i), may_enter ? state_->instance().weights()[at(i)] : never_fits);
  burden_ = burden_ || (state_->holds(i) && state_->gain(i) < 0);
}

void SparseSwaps::flip(Index i) {
  const SymmetricRows& pairs = state_->instance().pair_profits();
  forget(i);
  pairs.for_each_in_row(i, [&](Index j, auto) { forget(j); });
  state_->flip(i);
  note(i);
  pairs.for_each_in_row(i, [&](Index j, auto) { note(j); });
  visits_ += 4 * state_->update_cost(i);
  if (!rivals_apart_) return;
  note_rivals(i);
  pairs.for_each_in_row(i, [&](Index j, auto) { note_rivals(j); });
}

// As fill_at_price().
void SparseSwaps::fill() {
  if (burden_) {
    quick_prune(*state_);
    look_at_all();
  }
  while (fitting_->smallest() <= state_->room() && !spent()) {
    Index best = -1;
    double best_z = 0;
    const Weight limit = state_->room() + 1;
    for (std::size_t i = fitting_->next_below(0, limit); i < fitting_->size();
         i = fitting_->next_below(i + 1, limit)) {
      ++visits_;
      const double z = reduced_gain(*state_, static_cast<Index>(i), price_);
      if (best >= 0 && z <= best_z) continue;
      best = static_cast<Index>(i);
      best_z = z;
    }
    flip(best);
  }
}

std::optional<Swap> SparseSwaps::best() {
  const auto weights = state_->instance().weights();
  const SymmetricRows& pairs = state_->instance().pair_profits();
  const Weight room = state_->room();
  // As in best_swap().
  const auto least_pair = static_cast<double>(least_pair_);
  const double slack = price_ * static_cast<double>(room) - least_pair + 1;
  BestSwap best(rule_, price_);
  // Whether no pair can be better whose z differ by no more than this.
  const auto hopeless = [&](double difference) {
    if (difference + slack <= 0) return true;
    if (!best.swap()) return false;
    return rule_ == SwapRule::gain ? difference + slack <= best.score()
                                   : difference - least_pair < best.score();
  };
  for (;;) {
    for (const Ranked& i : in_.items) {
      if (out_.items.empty() || hopeless(-out_.items.front().key - i.key)) break;
      if (spent()) return best.swap();
      for (const Ranked& j : out_.items) {
        if (hopeless(-j.key - i.key)) break;
        ++visits_;
        const Weight taken = weights[at(j.item)] - weights[at(i.item)];
        if (taken > room) continue;
        const Profit alone = state_->gain(j.item) - state_->gain(i.item);
        if (best.beyond(alone - least_pair_)) continue;
        const Profit pair = pairs.integer(i.item, j.item);
        if (pair >= least_pair_) best.offer({i.item, j.item}, alone - pair, taken);
      }
    }
    // Could a pair beyond the lists be as good?
    bool longer = false;
    const auto lengthen = [&](Margin& margin, const Margin& other) {
      if (margin.complete) return;
      const double nearest = other.items.empty() ? other.last.key : other.items.front().key;
      if ((other.items.empty() && other.complete) || hopeless(-margin.last.key - nearest)) return;
      // A list that became short needs its length again, others more.
      if (margin.items.size() > margin.width / 2) margin.width *= 4;
      refill(margin);
      longer = true;
    };
    lengthen(in_, out_);
    lengthen(out_, in_);
    if (!longer) break;
    best = BestSwap(rule_, price_);
  }
  for (const auto& [pair, gain] : partings_) {
    const auto [leaves, enters] = pair;
    const Weight taken = weights[at(enters)] - weights[at(leaves)];
    if (taken <= room) best.offer({leaves, enters}, gain, taken);
  }
  visits_ += static_cast<std::int64_t>(partings_.size());
  return best.swap();
}

bool SparseSwaps::spent() {
  return visits_ > limit_ ||
         (watch_ != nullptr && watch_->stop_after(visits_ - std::exchange(told_, visits_)));
}

void SparseSwaps::run(std::int64_t visits, StopCheck* watch) {
  limit_ = visits;
  watch_ = watch;
  for (;;) {
    const std::optional<Swap> swap = spent() ? std::nullopt : best();
    if (!swap) return;
    flip(swap->leaves);
    flip(swap->enters);
    fill();
  }
}

}  // namespace spinsack
