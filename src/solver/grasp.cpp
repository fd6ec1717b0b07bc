// SPDX-License-Identifier: Apache-2.0
#include "solver/grasp.hpp"

#include "core/rng.hpp"
#include "instance/knapsack_state.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/reduced_gain.hpp"
#include "solver/elite.hpp"
#include "solver/random_greedy.hpp"
#include "solver/searches.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace spinsack {
namespace {

// One construction and the searches from it.
class Iteration {
 public:
  Iteration(const QkpInstance& instance, const GraspTabu& parameters, Incumbent& incumbent,
            std::int64_t number)
      : parameters_(&parameters),
        incumbent_(&incumbent),
        number_(number),
        watch_(incumbent.watch(number)),
        rng_(incumbent.request().seed, stream_of("grasp") + static_cast<std::uint64_t>(number)),
        state_(instance, Bits(at(instance.size()), 0), KnapsackState::Efficiencies::left_out),
        smallest_pair_(smallest_pair_profit(instance)),
        typical_room_(static_cast<double>(instance.total_weight()) /
                      static_cast<double>(instance.size()) / 4),
        free_from_(at(instance.size()), 0) {}

  RankedSolution run(std::span<const double> factor) {
    const double begin = incumbent_->stop().seconds();
    random_greedy(state_, factor, parameters_->choices, rng_, watch_);
    work_.flips += state_.count();
    work_.visits += std::int64_t{state_.count() + 1} * state_.size();
    price_ = marginal_price(state_);
    swap_to_local_optimum(state_, price_, smallest_pair_, SwapRule::reduced_gain, &watch_);
    remember();
    tabu_search();
    incumbent_->count(work_, number_);
    incumbent_->time(Stage::improve, incumbent_->stop().seconds() - begin);
    return best_;
  }

 private:
  // The change to the state: an item leaves, or enters, or both; -1 if none does.
  struct Move {
    Index leaves = -1;
    Index enters = -1;
    bool any() const { return leaves >= 0 || enters >= 0; }
  };
  // What a phase of the tabu search may do to the number of items besides keeping it.
  enum class Phase { any_number, one_more, one_less };
  struct Ranked {
    double z = 0;
    Index item = -1;
  };

  void remember() {
    best_ = ranked(state_);
    incumbent_->offer(best_.bits, best_.value, number_);
  }

  void tabu_search() {
    const auto patience =
        static_cast<std::int64_t>(parameters_->patience * static_cast<double>(state_.size()));
    first_price_ = price_ = marginal_price(state_);
    std::int64_t idle = 0;
    for (step_ = 1; idle < patience; ++step_) {
      // A construction that was cut short leaves room for a very long search.
      if (watch_.stop_after(0)) return;
      const std::int64_t before = work_.visits;
      const Move move = best_move();
      if (watch_.stop_after(work_.visits - before)) return;
      ++work_.sweeps;
      ++idle;
      if (move.leaves >= 0) flip(move.leaves, tenure());
      if (move.enters >= 0) flip(move.enters, tenure() / 2);
      if (state_.profit() > best_.value) {
        remember();
        idle = 0;
      }
      adapt_price();
      change_phase();
    }
  }

  // Room that stays empty makes capacity cheaper, a full knapsack makes it dearer. For one item
  // more it gets dearer until there is room for one, by swaps for lighter items.
  void adapt_price() {
    constexpr std::int64_t steps = 16;
    constexpr double slow = 0.03;
    constexpr double fast = 0.1;
    room_seen_ += static_cast<double>(state_.room());
    if (step_ % steps != 0) return;
    const bool roomy = room_seen_ > steps * typical_room_;
    room_seen_ = 0;
    switch (phase_) {
      case Phase::any_number:
        price_ *= roomy ? 1 - slow : 1 + slow;
        break;
      case Phase::one_more:
        price_ *= 1 + fast;
        break;
      case Phase::one_less:
        price_ *= roomy ? 1 - fast : 1 + slow;
    }
    // Where no price helps, it must not run away.
    constexpr double far = 16;
    price_ = std::clamp(price_, first_price_ / far, first_price_ * far);
  }

  // The next phase, if it is time: any number of items, one more, any, one less, and so on.
  void change_phase() {
    const bool added = phase_ == Phase::one_more && state_.count() > count_at_phase_;
    if (!added && ++steps_of_phase_ < parameters_->rhythm) return;
    steps_of_phase_ = 0;
    if (phase_ == Phase::any_number) {
      usual_price_ = price_;
      up_ = !up_;
      phase_ = up_ ? Phase::one_more : Phase::one_less;
      count_at_phase_ = state_.count();
      if (!up_) drop_worst();
    } else {
      phase_ = Phase::any_number;
      price_ = usual_price_;
    }
  }
  void drop_worst() {
    const Index i = worst_in(state_, price_);
    if (i >= 0) flip(i, tenure());
  }

  std::int64_t tenure() { return parameters_->tenure + rng_.integer(0, parameters_->spread); }
  // The item then stays as it is for a number of steps.
  void flip(Index i, std::int64_t tenure) {
    state_.flip(i);
    ++work_.flips;
    free_from_[at(i)] = step_ + tenure + 1;
  }
  bool tabu(Index i) const { return free_from_[at(i)] > step_; }

  // A move that makes the best solution, the largest profit first; otherwise the one of largest
  // score among those that are not tabu.
  Move best_move() {
    const auto weights = state_.instance().weights();
    const SymmetricRows& pairs = state_.instance().pair_profits();
    const Weight room = state_.room();
    const Profit wanted = best_.value - state_.profit();  // a change beyond this is a success
    Move best;
    double best_score = -std::numeric_limits<double>::infinity();
    Move success;
    Profit most = wanted;
    Move addition;
    double addition_z = 0;
    const auto offer = [&](Index leaves, Index enters, Profit change, double score, bool free) {
      if (change > most) {
        most = change;
        success = {leaves, enters};
      }
      if (free && score > best_score) {
        best_score = score;
        best = {leaves, enters};
      }
    };

    // 1. Additions and removals, and what a swap can be made of.
    in_.clear();
    out_.clear();
    work_.visits += state_.size();
    state_.visit_gains([&]<class Gain>(const Gain* gain) {
      for (Index i = 0; i < state_.size(); ++i) {
        const Weight w = weights[at(i)];
        const double z = static_cast<double>(gain[i]) - price_ * static_cast<double>(w);
        if (state_.holds(i)) {
          in_.push_back({z, i});
          offer(i, -1, -Profit{gain[i]}, -z, phase_ == Phase::any_number && !tabu(i));
        } else {
          out_.push_back({-z, i});
          if (w > room) continue;
          const bool free = phase_ != Phase::one_less && !tabu(i);
          offer(-1, i, gain[i], z, free);
          if (free && gain[i] > 0 && (addition.enters < 0 || z > addition_z)) {
            addition_z = z;
            addition.enters = i;
          }
        }
      }
    });

    // One item more is what this phase is for.
    if (phase_ == Phase::one_more && addition.any() && !success.any()) return addition;

    // 2. Swaps: lists that grow until nothing beyond them can matter.
    const double highest = price_ * static_cast<double>(room);
    const auto least = static_cast<double>(smallest_pair_);
    // Whether a swap whose reduced gains differ by this much may be of interest. Rounding hides
    // nothing.
    const auto may_matter = [&](double difference) {
      return difference - least + 1 > best_score ||
             difference - least + highest + 1 > static_cast<double>(most);
    };
    std::size_t sorted_in = 0;
    std::size_t sorted_out = 0;
    const auto sort_more = [](std::vector<Ranked>& list, std::size_t& sorted) {
      constexpr std::size_t more = 32;
      const auto from = list.begin() + static_cast<std::ptrdiff_t>(sorted);
      sorted = std::min(list.size(), sorted + more);
      const auto to = list.begin() + static_cast<std::ptrdiff_t>(sorted);
      std::partial_sort(from, to, list.end(), [](const Ranked& a, const Ranked& b) {
        return a.z != b.z ? a.z < b.z : a.item < b.item;
      });
    };
    for (std::size_t a = 0; a < in_.size(); ++a) {
      if (a == sorted_in) sort_more(in_, sorted_in);
      const Index i = in_[a].item;
      const Weight heaviest = weights[at(i)] + room;
      std::size_t b = 0;
      for (; b < out_.size(); ++b) {
        if (b == sorted_out) sort_more(out_, sorted_out);
        if (!may_matter(-out_[b].z - in_[a].z)) break;
        const Index j = out_[b].item;
        if (weights[at(j)] > heaviest) continue;
        const Profit pair = pairs.integer(i, j);
        offer(i, j, state_.gain(j) - state_.gain(i) - pair,
              -out_[b].z - in_[a].z - static_cast<double>(pair), !tabu(i) && !tabu(j));
      }
      work_.visits += static_cast<std::int64_t>(b) + 1;
      if (b == 0) break;
    }
    return success.any() ? success : best;
  }

  const GraspTabu* parameters_;
  Incumbent* incumbent_;
  std::int64_t number_;
  StopCheck watch_;
  Rng rng_;
  KnapsackState state_;
  Profit smallest_pair_;
  double price_ = 0;
  double first_price_ = 0;
  double typical_room_;
  double room_seen_ = 0;
  Phase phase_ = Phase::any_number;
  bool up_ = false;  // the last phase that changed the number
  std::int64_t steps_of_phase_ = 0;
  Index count_at_phase_ = 0;
  double usual_price_ = 0;
  RankedSolution best_;
  std::int64_t step_ = 0;
  std::vector<std::int64_t> free_from_;  // first step in which an item is not tabu
  std::vector<Ranked> in_;
  std::vector<Ranked> out_;  // by -z
  Work work_;
};

}  // namespace

void GraspTabu::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  constexpr std::int64_t together = 4;
  const std::vector<double> efficiency = per_weight(instance);
  std::int64_t number_of_first = 0;
  do {
    EliteList elite(static_cast<std::size_t>(elites));
    for (std::int64_t made = 0; made < iterations; made += together) {
      if (incumbent.done(number_of_first)) return;
      std::vector<double> factor = elite.frequencies(instance.size());
      for (std::size_t i = 0; i < factor.size(); ++i)
        factor[i] = (1 + memory * factor[i]) * efficiency[i];
      const std::int64_t count = std::min(together, iterations - made);
      std::vector<RankedSolution> found(static_cast<std::size_t>(count));
      run_searches(incumbent, number_of_first, count, [&](std::int64_t turn, std::int64_t number) {
        found[static_cast<std::size_t>(turn)] =
            Iteration(instance, *this, incumbent, number).run(factor);
      });
      for (const RankedSolution& solution : found)
        if (!solution.bits.empty()) elite.insert(solution);
      number_of_first += count;
    }
  } while (incumbent.request().time_limit);
}

}  // namespace spinsack
