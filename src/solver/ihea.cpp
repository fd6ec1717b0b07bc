// SPDX-License-Identifier: Apache-2.0
#include "solver/ihea.hpp"

#include "core/rng.hpp"
#include "instance/knapsack_state.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "solver/overload_swap.hpp"
#include "solver/random_greedy.hpp"
#include "solver/searches.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace spinsack {
namespace {

// What all starts share.
struct Terms {
  const HyperplaneExploration& parameters;
  std::vector<double> factor;  // 1 / w_i
  Profit smallest_pair;
  Index fewest_items;  // of a set to which nothing can be added
};

// Packed heaviest first, as few items fill the knapsack as can.
Index fewest_items(const QkpInstance& instance) {
  std::vector<Weight> weights(instance.weights().begin(), instance.weights().end());
  std::ranges::sort(weights, std::greater{});
  Weight room = instance.capacity();
  Index count = 0;
  for (const Weight w : weights) {
    if (w > room) continue;
    room -= w;
    ++count;
  }
  return count;
}

// The swaps that lead back to a set seen since the list was cleared.
class ReverseElimination {
 public:
  explicit ReverseElimination(Index size) : changed_(at(size), 0) {}
  std::size_t length() const { return list_.size(); }
  std::span<const ItemPair> tabu() const { return tabu_; }

  void clear() {
    list_.clear();
    tabu_.clear();
  }
  void append(Index leaves, Index enters) {
    list_.push_back({leaves, enters});
    // Backwards: what differs between then and now.
    tabu_.clear();
    residual_.clear();
    for (std::size_t step = list_.size(); step-- > 0;) {
      toggle(list_[step].a);
      toggle(list_[step].b);
      if (residual_.size() == 2) tabu_.push_back({residual_[0], residual_[1]});
    }
    for (const Index i : residual_) changed_[at(i)] = 0;
  }

 private:
  void toggle(Index i) {
    if (changed_[at(i)] == 0) {
      residual_.push_back(i);
      changed_[at(i)] = static_cast<Index>(residual_.size());
      return;
    }
    // The last one takes its place, numbered from 1.
    const Index place = changed_[at(i)];
    residual_[at(place - 1)] = residual_.back();
    changed_[at(residual_.back())] = place;
    residual_.pop_back();
    changed_[at(i)] = 0;
  }

  std::vector<ItemPair> list_;
  std::vector<ItemPair> tabu_;
  std::vector<Index> residual_;
  std::vector<Index> changed_;  // place in the residual set, or 0
};

// One start and the rounds from it.
class Exploration {
 public:
  Exploration(const QkpInstance& instance, const Terms& terms, Incumbent& incumbent,
              std::int64_t number)
      : terms_(&terms),
        incumbent_(&incumbent),
        number_(number),
        watch_(incumbent.watch(number)),
        rng_(incumbent.request().seed, stream_of("ihea") + static_cast<std::uint64_t>(number)),
        state_(instance, Bits(at(instance.size()), 0), KnapsackState::Efficiencies::left_out),
        swaps_(state_),
        history_(instance.size()) {}

  void run() {
    const double begin = incumbent_->stop().seconds();
    rebuild();
    const auto n = static_cast<double>(state_.size());
    const auto rounds = static_cast<std::int64_t>(std::sqrt(n)) + terms_->parameters.rounds;
    for (std::int64_t round = 0; round < rounds && !incumbent_->done(number_); ++round) {
      while (explore_hyperplane() && state_.count() < state_.size()) state_.add(random_item_out());
      state_.move_to(round_bits_);
      perturb();
    }
    incumbent_->count(work_, number_);
    incumbent_->time(Stage::improve, incumbent_->stop().seconds() - begin);
  }

 private:
  // Randomised greedy on what is there, descent, and a new round from the result.
  void rebuild() {
    const Index before = state_.count();
    random_greedy(state_, terms_->factor, terms_->parameters.choices, rng_, watch_);
    work_.flips += state_.count() - before;
    work_.visits += std::int64_t{state_.count() - before + 1} * state_.size();
    swap_to_local_optimum(state_, marginal_price(state_), terms_->smallest_pair, SwapRule::gain,
                          &watch_);
    remember();
  }

  // The state, feasible, as the best of the round.
  void remember() {
    round_value_ = state_.profit();
    round_bits_.assign(state_.bits().begin(), state_.bits().end());
    if (round_value_ <= best_value_) return;
    best_value_ = round_value_;
    incumbent_->offer(round_bits_, round_value_, number_);
  }

  // How many items are fixed on the hyperplane of k items.
  Index fixed_items(Index k) const {
    const double share = 1 - 1 / (terms_->parameters.freedom * static_cast<double>(state_.size()));
    const auto more =
        static_cast<Index>(std::max(0.0, static_cast<double>(k - terms_->fewest_items) * share));
    return std::min(k, terms_->fewest_items + more);
  }

  // The least efficient held items, worst first.
  std::vector<Index> least_efficient(Index count) const {
    struct Ranked {
      double efficiency;
      Index item;
      bool operator<(const Ranked& other) const {
        return efficiency != other.efficiency ? efficiency < other.efficiency : item < other.item;
      }
    };
    std::vector<Ranked> held;
    for (Index i = 0; i < state_.size(); ++i)
      if (state_.holds(i))
        held.push_back({static_cast<double>(state_.gain(i)) * terms_->factor[at(i)], i});
    std::ranges::partial_sort(held, held.begin() + count, std::less{});
    std::vector<Index> items;
    for (Index r = 0; r < count; ++r) items.push_back(held[at(r)].item);
    return items;
  }

  // Tabu search from the state at its number of items. True if the state is the new best of the
  // round; otherwise it is anywhere.
  bool explore_hyperplane() {
    const auto weights = state_.instance().weights();
    const Index k = state_.count();
    std::vector<Index> free = least_efficient(k - fixed_items(k));
    // Heaviest first: a small overload is found early, and rules out most of what follows.
    const auto order = [&](Index a, Index b) {
      return weights[at(a)] != weights[at(b)] ? weights[at(a)] > weights[at(b)] : a < b;
    };
    std::ranges::sort(free, order);
    swaps_.changed();
    history_.clear();
    Profit floor = round_value_;
    bool improved = false;
    const auto longest = static_cast<std::size_t>(terms_->parameters.list);
    while (2 * history_.length() < longest) {
      const std::int64_t looks = static_cast<std::int64_t>(free.size()) * state_.size();
      if (watch_.stop_after(looks)) break;
      const auto swap = swaps_.best(free, floor, history_.tabu());
      ++work_.sweeps;
      work_.visits += looks;
      if (!swap) break;
      state_.remove(swap->leaves);
      state_.add(swap->enters);
      work_.flips += 2;
      swaps_.changed(swap->leaves);
      swaps_.changed(swap->enters);
      free.erase(std::ranges::find(free, swap->leaves));
      free.insert(std::ranges::upper_bound(free, swap->enters, order), swap->enters);
      if (swap->overload == 0) {
        floor = swap->profit;
        improved = true;
        remember();
        history_.clear();
      } else {
        history_.append(swap->leaves, swap->enters);
      }
    }
    if (improved) state_.move_to(round_bits_);
    return improved && !incumbent_->done(number_);
  }

  Index random_item_out() {
    std::int64_t skip = rng_.integer(0, state_.size() - state_.count() - 1);
    Index i = 0;
    while (state_.holds(i) || skip-- > 0) ++i;
    return i;
  }

  void perturb() {
    const Index k = state_.count();
    const auto candidates = static_cast<Index>(
        std::min<std::int64_t>(terms_->parameters.candidates, k - fixed_items(k)));
    std::vector<Index> worst = least_efficient(candidates);
    rng_.shuffle(std::span(worst));
    const auto drops = std::min<std::int64_t>(terms_->parameters.drops, candidates);
    for (std::int64_t d = 0; d < drops; ++d) state_.remove(worst[static_cast<std::size_t>(d)]);
    work_.flips += drops;
    rebuild();
  }

  const Terms* terms_;
  Incumbent* incumbent_;
  std::int64_t number_;
  StopCheck watch_;
  Rng rng_;
  KnapsackState state_;
  OverloadSwapSearch swaps_;
  ReverseElimination history_;
  Profit round_value_ = 0;
  Bits round_bits_;
  Profit best_value_ = 0;
  Work work_;
};

}  // namespace

void HyperplaneExploration::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  const Terms terms{*this, per_weight(instance), smallest_pair_profit(instance),
                    fewest_items(instance)};
  run_searches_while_time(incumbent, starts, [&](std::int64_t number) {
    Exploration(instance, terms, incumbent, number).run();
  });
}

}  // namespace spinsack
