// SPDX-License-Identifier: Apache-2.0
#include "solver/window_ils.hpp"

#include "core/rng.hpp"
#include "instance/knapsack_state.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/candidates.hpp"
#include "local_search/reduced_gain.hpp"
#include "postprocess/set_exchange.hpp"
#include "solver/core_knapsack.hpp"
#include "solver/elite.hpp"
#include "solver/qkbp.hpp"
#include "solver/quick_solution.hpp"
#include "solver/random_greedy.hpp"
#include "solver/searches.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

// What all starts share.
struct WindowTerms {
  const WindowSearch& parameters;
  std::vector<double> per_weight;  // 1 / w_i
  Profit smallest_pair;
  double typical_weight;
  Bits seed;  // of the first start; empty where it would cost too much
};

// The best set for a price of capacity that just fits.
Bits breakpoint_seed(const QkpInstance& instance, Incumbent& incumbent) {
  if (!breakpoints_are_cheap(instance)) return {};
  StopCheck watch = incumbent.watch();
  Work work;
  const auto found = enclosing_breakpoints(instance, watch, work);
  incumbent.count(work);
  return found ? found->smaller : Bits{};
}

// One construction and the search from it.
class Start {
 public:
  Start(const QkpInstance& instance, const WindowTerms& terms, Incumbent& incumbent,
        std::int64_t number)
      : terms_(&terms),
        incumbent_(&incumbent),
        number_(number),
        watch_(incumbent.watch(number)),
        rng_(incumbent.request().seed,
             stream_of("window-ils") + static_cast<std::uint64_t>(number)),
        state_(instance, Bits(at(instance.size()), 0), KnapsackState::Efficiencies::left_out),
        factor_(terms.per_weight) {}

  void run() {
    const double begin = incumbent_->stop().seconds();
    construct();
    if (state_.feasible()) {
      improve();
      accept();
      std::int64_t idle = 0;
      while (idle < terms_->parameters.stale && !watch_.stop_after(state_.size())) {
        perturb();
        improve();
        ++work_.sweeps;
        ++idle;
        if (state_.profit() > current_.value) idle = 0;
        if (state_.profit() >= current_.value)
          accept();
        else
          state_.move_to(current_.bits);
      }
    }
    incumbent_->count(work_, number_);
    incumbent_->time(Stage::improve, incumbent_->stop().seconds() - begin);
  }

 private:
  using Appeals = std::vector<std::pair<double, Index>>;

  void accept() {
    current_ = ranked(state_);
    incumbent_->offer(current_.bits, current_.value, number_);
  }

  void flip(Index i) {
    state_.flip(i);
    ++work_.flips;
  }
  void refill() {
    const Index before = state_.count();
    random_greedy(state_, factor_, terms_->parameters.choices, rng_, watch_);
    work_.flips += state_.count() - before;
    work_.visits += std::int64_t{state_.count() - before + 1} * state_.size();
  }

  void construct() {
    constexpr std::int64_t kinds = 3;
    switch (number_ % kinds) {
      case 0:
        if (number_ == 0 && !terms_->seed.empty()) state_.move_to(terms_->seed);
        break;
      case 1:
        add_pair();
        break;
      default:
        remove_from_all();
    }
    if (state_.feasible()) refill();
  }

  // Everything in, then the least efficient out, then some at random.
  void remove_from_all() {
    constexpr double lost = 0.2;
    for (Index i = 0; i < state_.size(); ++i) {
      if (watch_.stop_after(state_.size() / 4)) break;
      flip(i);
    }
    if (!quick_removal(state_, 4, &watch_)) return;
    for (Index i = 0; i < state_.size(); ++i)
      if (state_.holds(i) && rng_.real() < lost) flip(i);
  }

  // An item out, drawn from those of largest gain per weight or, as often, from all, and the item
  // out that makes the best pair with it; both if they fit.
  void add_pair() {
    const auto weights = state_.instance().weights();
    Appeals out;
    for (Index i = 0; i < state_.size(); ++i)
      if (!state_.holds(i) && weights[at(i)] <= state_.room())
        out.emplace_back(-static_cast<double>(state_.gain(i)) * terms_->per_weight[at(i)], i);
    work_.visits += state_.size();
    if (out.empty()) return;
    std::size_t from = out.size();
    if (rng_.integer(0, 1) == 0) {
      from = std::min(from, static_cast<std::size_t>(4 * terms_->parameters.window));
      std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(from), out.end());
    }
    const auto last = static_cast<std::int64_t>(from) - 1;
    const Index i = out[static_cast<std::size_t>(rng_.integer(0, last))].second;
    flip(i);
    const Index j = most_appealing_partner(i);
    if (j >= 0) flip(j);
  }

  // Of the items out that fit and have something in common with i, the one of largest gain per
  // weight.
  Index most_appealing_partner(Index i) const {
    const auto weights = state_.instance().weights();
    Index best = -1;
    double most = 0;
    state_.instance().pair_profits().scan_row(i, [&](Index j, auto p) {
      if (p == 0 || state_.holds(j) || weights[at(j)] > state_.room()) return;
      const double appeal = static_cast<double>(state_.gain(j)) * terms_->per_weight[at(j)];
      if (appeal <= most) return;
      most = appeal;
      best = j;
    });
    return best;
  }

  // The held items, least support first; sorted as far as asked.
  Appeals by_support(std::size_t count) {
    Appeals held;
    for (Index i = 0; i < state_.size(); ++i)
      if (state_.holds(i))
        held.emplace_back(static_cast<double>(state_.gain(i)) * terms_->per_weight[at(i)], i);
    work_.visits += state_.size();
    const auto end = held.begin() + static_cast<std::ptrdiff_t>(std::min(count, held.size()));
    std::partial_sort(held.begin(), end, held.end());
    held.erase(end, held.end());
    return held;
  }

  void perturb() {
    const std::int64_t drops = rng_.integer(1, terms_->parameters.drops);
    std::vector<Index> leaving =
        rng_.integer(0, 1) == 0 ? of_little_support(drops) : one_and_its_friends(drops);
    for (const Index i : leaving) {
      flip(i);
      factor_[at(i)] = 0;
    }
    if (rng_.integer(0, 1) == 0) add_pair();
    refill();
    for (const Index i : leaving) factor_[at(i)] = terms_->per_weight[at(i)];
  }

  std::vector<Index> of_little_support(std::int64_t drops) {
    Appeals held = by_support(static_cast<std::size_t>(3 * drops));
    rng_.shuffle(std::span(held));
    held.resize(std::min(held.size(), static_cast<std::size_t>(drops)));
    std::vector<Index> items;
    for (const auto& [support, i] : held) items.push_back(i);
    return items;
  }

  std::vector<Index> one_and_its_friends(std::int64_t drops) {
    const Appeals held = by_support(static_cast<std::size_t>(4 * terms_->parameters.window));
    if (held.empty()) return {};
    const auto last = static_cast<std::int64_t>(held.size()) - 1;
    const Index i = held[static_cast<std::size_t>(rng_.integer(0, last))].second;
    Appeals friends;
    state_.instance().pair_profits().scan_row(i, [&](Index j, auto p) {
      if (p > 0 && state_.holds(j)) friends.emplace_back(-static_cast<double>(p), j);
    });
    const auto count =
        static_cast<std::ptrdiff_t>(std::min(friends.size(), static_cast<std::size_t>(drops - 1)));
    std::partial_sort(friends.begin(), friends.begin() + count, friends.end());
    std::vector<Index> items{i};
    for (std::ptrdiff_t f = 0; f < count; ++f)
      items.push_back(friends[static_cast<std::size_t>(f)].second);
    return items;
  }

  // Descent through growing neighbourhoods.
  void improve() {
    const double price = marginal_price(state_);
    const auto window = static_cast<std::size_t>(terms_->parameters.window);
    const std::int64_t looks =
        2 * state_.size() + 4 * terms_->parameters.window * terms_->parameters.window;
    for (;;) {
      work_.visits += looks;
      if (watch_.stop_after(looks)) return;
      swap_to_local_optimum(state_, price, terms_->smallest_pair, SwapRule::reduced_gain, &watch_);
      // A place known already, or one that a marginal item more would not make as good, is not
      // worth more.
      const auto missing = static_cast<double>(current_.value - state_.profit());
      if (missing == 0 || missing > price * terms_->typical_weight) return;
      if (post::best_exchange(state_, price, window, {1, 2})) continue;
      if (post::best_exchange(state_, price, window, {2, 1})) continue;
      if (!improve_window(price, window)) return;
    }
  }

  bool improve_window(double price, std::size_t window) {
    const Candidates lists = candidates(state_, price, window);
    std::vector<Index> core = lists.leaving;
    core.insert(core.end(), lists.entering.begin(), lists.entering.end());
    return improve_core(state_, core);
  }

  const WindowTerms* terms_;
  Incumbent* incumbent_;
  std::int64_t number_;
  StopCheck watch_;
  Rng rng_;
  KnapsackState state_;
  std::vector<double> factor_;  // of the refills: 1 / w_i, or 0 for items that just left
  RankedSolution current_;
  Work work_;
};

}  // namespace

void WindowSearch::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  search(instance, incumbent, breakpoint_seed(instance, incumbent));
}

void WindowSearch::search(const QkpInstance& instance, Incumbent& incumbent, Bits first) const {
  offer_in_case_of_need(instance, incumbent);
  const WindowTerms terms{
      *this, per_weight(instance), smallest_pair_profit(instance),
      static_cast<double>(instance.total_weight()) / static_cast<double>(instance.size()),
      std::move(first)};
  run_searches_while_time(incumbent, starts, [&](std::int64_t number) {
    Start(instance, terms, incumbent, number).run();
  });
}

}  // namespace spinsack
