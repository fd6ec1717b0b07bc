// SPDX-License-Identifier: Apache-2.0
#include "solver/automatic.hpp"

#include "bound/best_bound.hpp"
#include "core/relative_gap.hpp"
#include "instance/knapsack_state.hpp"
#include "proof/margin_bound.hpp"
#include "solver/exact.hpp"
#include "solver/grasp.hpp"
#include "solver/greedy.hpp"
#include "solver/ihea.hpp"
#include "solver/lha.hpp"
#include "solver/qkbp.hpp"
#include "solver/qkp_methods.hpp"
#include "solver/quick_solution.hpp"
#include "solver/window_ils.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();
// In the order of searches some come before all reads of lha, others after them.
constexpr std::int64_t first_number = -1;
constexpr std::int64_t others_number = std::int64_t{1} << 39;
// What a cut takes on a processor of today, to tell what fits into a time limit: where few pairs have a profit, and
// elsewhere.
constexpr double cut_seconds_per_few_pair = 2e-7;
constexpr double cut_seconds_per_pair = 4e-8;
// Likewise, of the greedy of the paper: sparse and dense.
constexpr double greedy_seconds_per_pair = 5e-7;
constexpr double greedy_seconds_per_entry = 1e-9;
// Likewise, of some thirty passes of the split bound.
constexpr double bound_seconds_per_pair = 3e-8;
constexpr double operations_per_second = 2e10;  // likewise, of matrices
constexpr double margin_operations_per_second = 3e10;
constexpr double margin_seconds_per_entry = 2e-9;

// The search around the margin, from the best there is.
struct WindowSearchFrom {
  Bits best;
  void solve(const QkpInstance& instance, Incumbent& incumbent) const {
    WindowSearch().search(instance, incumbent, best);
  }
};

class Portfolio {
 public:
  Portfolio(const QkpInstance& instance, Incumbent& incumbent)
      : instance_(instance),
        incumbent_(incumbent),
        bounds_(bounds_in_time(instance, incumbent)),
        exact_(instance, incumbent, Exact{.bounds = bounds_}) {}

  void run() {
    const bool few = instance_.size() <= few_items;
    const bool cuts_first =
        breakpoints_are_cheap(instance_) && cut_seconds() < 0.1 * seconds_left();
    const bool many = rounds_take_long();
    // Before anything that takes long without an answer.
    std::optional<KnapsackState> quick;
    if (few || many || cuts_first) quick = offer_quick_solution(instance_, incumbent_);
    if (many && !ended()) settle_early();
    if (few && !ended()) settle_few(quick);
    if (cuts_first && !ended()) cut(first_number);
    if (ended()) return;
    LagrangianHyperplaneAnnealing().search(
        instance_, incumbent_, [&](const RoundReport& report) { return between(report); },
        std::move(quick), NearLimit::reheat);
    finish();
  }

 private:
  // One of those that get a share of the time while lha is idle.
  struct Player {
    double share;  // of a limit of a second; of longer ones it is less
    std::function<void(double seconds)> play;
    double used = 0;     // seconds
    bool lucky = false;  // has found something better than all before
  };

  bool ended() { return stopped() || proven_ || (incumbent_.proven() && !proof_is_wanted()); }
  // By the clock, by someone, or because any search has reached the target.
  bool stopped() { return incumbent_.done(others_number); }
  bool proof_is_wanted() const { return incumbent_.request().certificate_of.has_value(); }
  // Whoever names a value waits for that, and lha is on its way to it: proofs come after it.
  bool target_is_wanted() const { return incumbent_.request().target.has_value(); }

  // The concave tree has nothing to say before its first bound.
  static std::string bounds_in_time(const QkpInstance& instance, const Incumbent& incumbent) {
    const SolveRequest& request = incumbent.request();
    const double seconds = first_bound_operations(instance) / operations_per_second;
    const bool affordable = !request.time_limit || seconds < 0.25 * *request.time_limit;
    return affordable || request.certificate_of ? "both" : "split";
  }

  // After each round of lha. True ends the run.
  bool between(const RoundReport& report) {
    const bool idle = incumbent_.request().time_limit
                          ? report.idle >= idle_rounds && report.idle_share >= least_idle_share
                          : report.idle >= idle_rounds_by_work;
    idle_share_ = report.idle_share;
    const double now = incumbent_.stop().seconds();
    after_next_round_ = now + 2 * (now - std::exchange(last_round_, now));
    if (!idle && window_is_worth_it()) play_early();
    if (!idle && !late()) return false;
    settle(idle);
    if (ended()) return true;
    if (incumbent_.request().time_limit)
      play_for_shares(idle);
    else if (!target_is_wanted())
      prove_for_a_turn();
    return ended();
  }

  // Of the time, for each of the others until lha is idle. It grows with the limit: soon after the start a little less time
  // means a worse solution, later it hardly does.
  double busy_share() const {
    constexpr double per_second = 0.003;
    constexpr double most = 0.03;
    return std::min(most, per_second * incumbent_.request().time_limit.value_or(endless));
  }

  // Where lha goes on finding better solutions, the bound at the margin does not wait until it is idle, nor for a round that
  // takes long: the next one takes about twice as long as the last.
  bool late() {
    const std::optional<double> limit = share_of_limit(0.3);
    return limit && (incumbent_.stop().seconds() > *limit || after_next_round_ > 1.4 * *limit);
  }
  // For the other bound, which says less, unless it takes a moment only.
  bool last_chance() {
    const std::optional<double> limit = share_of_limit(0.97);
    return limit && after_next_round_ > *limit;
  }
  std::optional<double> share_of_limit(double share) const {
    std::optional<double> limit = incumbent_.request().time_limit;
    if (limit) *limit *= share;
    return limit;
  }

  // Once lha has ended of itself, which it does without a time limit only.
  void finish() {
    if (!ended()) settle(true);
    if (!ended()) prove(work_left_);
    if (!ended()) bound_at_margin(true);
    if (!ended() && !nearly_proven()) bound(0.1);
    if (!ended()) lend(WindowSearch{.starts = 1}, {});
  }

  // The trees need a good solution to begin with: from a poor one they take a hundred times as long.
  void settle_few(const std::optional<KnapsackState>& quick) {
    LagrangianHyperplaneAnnealing().search(
        instance_, incumbent_,
        [](const RoundReport& report) { return report.idle >= idle_rounds_by_work; }, quick);
    Stop stop(share_of_limit(0.3), incumbent_.request().interrupted);
    if (!ended()) proven_ = exact_.run(work_for_few_items, stop);
  }

  // Of lha: others do not wait for the first of them.
  bool rounds_take_long() const {
    const bool sparse = !instance_.pair_profits().dense();
    return instance_.size() >= (sparse ? many_items : most_items_for_greedy);
  }
  void settle_early() {
    const auto pairs = static_cast<double>(instance_.pair_profits().pairs());
    const bool sparse = !instance_.pair_profits().dense();
    if (sparse && greedy_seconds_per_pair * pairs < 0.2 * seconds_left()) be_greedy(0.2);
    if (incumbent_.request().time_limit && !ended()) {
      bound(0.1);
      bounded_early_ = true;
    }
  }
  // Most of it is the pass of exchanges at its end, which is worth little beside lha.
  void be_greedy(double share) {
    std::optional<double> seconds = incumbent_.stop().remaining();
    if (seconds) *seconds *= share;
    if (!std::exchange(greedy_, true)) lend(Greedy{}, seconds);
  }

  // What is tried once. While lha has better use for the time, each gets little of it.
  void settle(bool idle) {
    const double n = instance_.size();
    const double greedy_share = few_pairs() ? 0.2 : 0.01;
    const bool soon_greedy = greedy_seconds_per_entry * n * n < greedy_share * seconds_left();
    if (instance_.size() <= most_items_for_greedy && (idle || soon_greedy)) be_greedy(0.2);
    if (incumbent_.request().time_limit && !ended()) settle_bounds(idle);
    if (!ended() && !cut_ && cuts_are_worth_it(idle)) cut(others_number);
  }

  void settle_bounds(bool idle) {
    const bool margin_is_cheap = margin_set_up_seconds() < 2 * busy_share() * seconds_left();
    if (!margin_tried_ && (idle || margin_is_cheap)) {
      margin_tried_ = true;
      bound_at_margin(idle);
    }
    const bool is_cheap = bound_seconds() < 0.1 * busy_share() * seconds_left();
    if (ended() || bounded_ || !(idle || is_cheap || last_chance())) return;
    bounded_ = true;
    if (!nearly_proven() && !bounded_early_) bound(share_of_bound(idle));
  }

  // Whether a bound that says something takes a good part of the time, but no more.
  bool slow_but_worth_it() const {
    const std::optional<double> limit = incumbent_.request().time_limit;
    return limit && bound_seconds() > 0.05 * *limit && bound_seconds() < 0.25 * *limit;
  }
  double bound_seconds() const {
    return bound_seconds_per_pair * static_cast<double>(instance_.pair_profits().pairs());
  }

  // It says nothing about negative profits, and little within a second if it takes long.
  double share_of_bound(bool idle) const {
    if (!instance_.nonnegative()) return busy_share();
    if (idle) return 0.05;
    return slow_but_worth_it() ? 5.0 / 3 * busy_share() : busy_share();
  }

  void bound(double share) {
    std::optional<double> seconds = incumbent_.stop().remaining();
    if (seconds) *seconds *= share;
    Stop stop(seconds, incumbent_.request().interrupted);
    incumbent_.bound(best_upper_bound(instance_, {.stop = &stop, .target = incumbent_.value()}));
  }

  // Where few items are at the margin it says far more than the others, and better solutions are hardly better. Elsewhere
  // it is worth less than the search, which soon finds less and less: a share that grows with the time, and a smaller one
  // where the bound will say little.
  void bound_at_margin(bool idle) {
    constexpr double share = 0.6;
    constexpr double if_wide = 0.06;  // per second of the limit
    const double if_it_says_little = idle ? 0.02 : 0.01;
    if (instance_.size() < fewest_items_of_margin || !instance_.pair_profits().dense() ||
        !proof::reason_against_numbers(instance_).empty())
      return;
    std::optional<double> seconds = incumbent_.stop().remaining();
    if (seconds) *seconds *= share;
    Stop stop(seconds, incumbent_.request().interrupted);
    const double most = seconds ? margin_operations_per_second * *seconds : most_margin_operations;
    const double limit = incumbent_.request().time_limit.value_or(0);
    const auto growing = [&](double per_second) {
      return seconds ? std::min(10.0, limit) * per_second / share * most : most;
    };
    const proof::MarginEffort effort{.operations = most,
                                     .if_wide = growing(if_wide),
                                     .if_it_says_little = growing(if_it_says_little),
                                     .impatient = [&] { return stop.requested() || stopped(); }};
    margin_bound_ = proof::margin_bound(instance_, incumbent_.best(), effort);
    if (margin_bound_) incumbent_.bound(*margin_bound_);
  }
  // Passes over all pairs, before it is known what the rest would take.
  double margin_set_up_seconds() const {
    const double n = instance_.size();
    return margin_seconds_per_entry * n * n;
  }
  bool nearly_proven() { return bounded_within(0.001); }
  // A proof. The split bound, where it is all that the tree has, is nowhere near the bound at the margin.
  bool in_sight() {
    const bool of_no_use_to_tree =
        bounds_ == "split" && margin_bound_ && incumbent_.upper_bound() == margin_bound_;
    return bounded_within(0.003) && !of_no_use_to_tree;
  }
  bool bounded_within(double gap) {
    const std::optional<Profit> bound = incumbent_.upper_bound();
    return bound && relative_gap(*bound, incumbent_.value()) < gap;
  }

  // Of lha to find something better still.
  bool hardly_a_chance() const { return idle_share_ > 0.98; }

  // With a time limit: each gets its share of the time so far, in pieces that double.
  void play_for_shares(bool idle) {
    if (!first_bound_tried_ && bounds_ == "both")
      play_for_first_bound(idle);
    else
      play(prover_, idle ? share_of_proofs() : share_while_busy());
    if (!idle) return;
    for (Player& player : players_) play(player, share_of(player));
  }
  // Where few of many items fit, lha spends its time on the others, and exchanges around the margin soon do better.
  bool window_is_worth_it() const {
    return instance_.capacity() < instance_.total_weight() / 50 && incumbent_.request().time_limit;
  }
  void play_early() {
    Player& window = players_.front();
    play(window, window.lucky ? 0.4 : 0.2);
  }
  // Once from nothing, then from the best there is.
  void search_window(double seconds) {
    if (!std::exchange(window_seen_, true))
      lend(WindowSearch{}, seconds);
    else
      lend(WindowSearchFrom{incumbent_.best()}, seconds);
  }
  // A search that is better than lha on this instance shows it soon. One that does not gets more seconds from a longer
  // limit, but less of it.
  double share_of(const Player& player) const {
    if (player.lucky) return 2 * player.share;
    return player.share / std::sqrt(std::max(1.0, *incumbent_.request().time_limit));
  }
  void play(Player& player, double share) {
    const double now = incumbent_.stop().seconds();
    const double piece = std::min(share * now - player.used, seconds_left());
    if (piece < std::max(shortest_piece, 0.5 * player.used) || ended()) return;
    play_for(player, piece);
  }
  void play_for(Player& player, double seconds) {
    const double now = incumbent_.stop().seconds();
    const Profit before = incumbent_.value();
    player.play(seconds);
    player.used += incumbent_.stop().seconds() - now;
    if (incumbent_.value() > before) player.lucky = true;
  }
  // The concave tree gets its first bound in one piece or not at all. Before it nobody knows how near a proof is. Where
  // little fits the tree goes through ranges of the number of items, and has no bound before the last of them.
  void play_for_first_bound(bool idle) {
    const double now = incumbent_.stop().seconds();
    const double enough = 2 * first_bound_operations(instance_) / operations_per_second;
    if (now < (idle ? 0.25 : 1) * enough) return;
    const double limit = *incumbent_.request().time_limit;
    if (!idle && enough >= busy_share() * limit) return;
    const double piece = little_fits() ? std::max(enough, 0.35 * limit) : enough;
    if (piece > dear_share * limit && !hardly_a_chance() && !in_sight() && !proof_is_wanted())
      return;
    first_bound_tried_ = true;
    play_for(prover_, std::min(std::max(piece, shortest_piece), seconds_left()));
  }
  bool little_fits() const { return instance_.capacity() < instance_.total_weight() / 10; }
  // Once the tree has had its first bound. Where little fits bounds of everything say nothing about it: it goes through
  // ranges.
  bool hopeless() {
    const std::optional<Profit> bound = incumbent_.upper_bound();
    return instance_.size() > 300 && !little_fits() && !proof_is_wanted() && bound &&
           relative_gap(*bound, incumbent_.value()) > far;
  }
  // The split bound, all that a large tree has to begin with, says nothing about negative profits. Where rounds take long
  // it was had before them, and where it is far above the solution a tree brings it no nearer.
  double share_while_busy() {
    const bool says_something = instance_.nonnegative() && !bounded_early_;
    const bool far_off = bounds_ == "split" && !bounded_within(far);
    return instance_.size() <= 300 || (says_something && !far_off) ? busy_share() : 0;
  }
  // Much where a proof is near, little where it is not. A concave tree that goes through ranges of the number of items
  // has no bound before the last of them, and gets the benefit of the doubt until then.
  double share_of_proofs() {
    const bool unknown = bounds_ == "both" && exact_.blind();
    if (in_sight()) return 0.6;
    if (hopeless()) return bounds_ == "both" ? busy_share() : 0;
    if (instance_.size() <= 300 || proof_is_wanted()) return 0.4;
    if (unknown) return hardly_a_chance() ? 0.4 : 0.15;
    return 0.05;
  }

  // Without a time limit: as much work as most small instances need for a proof, in turns that double.
  void prove_for_a_turn() {
    prove(std::min(work_of_turn_, work_left_));
    work_of_turn_ *= 2;
  }
  void prove(std::int64_t work) {
    if (proof_is_wanted()) {
      proven_ = exact_.run(no_limit, incumbent_.stop());
    } else if (work > 0 && first_bound_operations(instance_) <= static_cast<double>(work_left_)) {
      work_left_ -= work;
      proven_ = exact_.run(work, incumbent_.stop());
    }
  }

  // Another method for a while, with a seed of its own each time.
  template <class Other>
  void lend(const Other& other, std::optional<double> seconds,
            std::int64_t number = others_number) {
    SolveRequest request = incumbent_.request();
    request.seed += ++turns_;
    request.time_limit = seconds;
    request.progress = {};
    Incumbent own(empty_knapsack(instance_), request);
    other.solve(instance_, own);
    const SolveOutcome outcome = std::move(own).outcome();
    incumbent_.offer(outcome.bits, outcome.value, number);
    incumbent_.count(outcome.work, number);
    if (outcome.upper_bound) incumbent_.bound(*outcome.upper_bound);
    for (std::size_t stage = 0; stage < outcome.stage_seconds.size(); ++stage)
      incumbent_.time(static_cast<Stage>(stage), outcome.stage_seconds.at(stage));
  }

  double cut_seconds() const {
    const double per_pair = few_pairs() ? cut_seconds_per_few_pair : cut_seconds_per_pair;
    return per_pair * static_cast<double>(instance_.pair_profits().pairs());
  }
  double seconds_left() { return incumbent_.stop().remaining().value_or(endless); }
  // Clusters, for the most part: there cuts and greedy often find what nothing else does. Elsewhere they are tried where
  // they take a moment, or once lha has long found nothing better.
  bool few_pairs() const { return instance_.density() <= density_of_few_pairs; }
  bool cuts_are_worth_it(bool idle) {
    if (!instance_.nonnegative()) return false;
    if (!incumbent_.request().time_limit) return few_pairs();
    const double share = few_pairs() ? 0.5 : idle ? 0.4 * idle_share_ : 0.05;
    return cut_seconds() < share * seconds_left();
  }
  void cut(std::int64_t number) {
    cut_ = true;
    std::optional<double> seconds = incumbent_.stop().remaining();
    if (seconds) *seconds *= 0.5;
    lend(BreakpointGreedy{.finish = "swaps"}, seconds, number);
  }
  void prove_for(double seconds) {
    Stop stop(seconds, incumbent_.request().interrupted);
    proven_ = exact_.run(no_limit, stop);
  }

  static constexpr std::int64_t idle_rounds = 3;  // of lha, before others get their turns
  // Reads of lha get longer and then short again. It is idle once twice as much work as led to the best has brought nothing.
  static constexpr double least_idle_share = 0.7;
  static constexpr std::int64_t idle_rounds_by_work = 2;  // likewise, without a time limit
  static constexpr Index few_items = 40;
  static constexpr Index many_items = 50'000;
  static constexpr std::int64_t work_for_few_items = 4'000'000'000;
  static constexpr Index most_items_for_greedy = 20'000;
  static constexpr double density_of_few_pairs = 0.2;
  static constexpr Index fewest_items_of_margin = 301;    // fewer are for branch and bound
  static constexpr double most_margin_operations = 1e11;  // without a time limit
  static constexpr double shortest_piece = 0.01;          // seconds
  static constexpr double far = 0.03;                     // of a bound from the solution
  // A first bound that takes this much of the limit waits until lha has hardly a chance.
  static constexpr double dear_share = 0.15;

  const QkpInstance& instance_;
  Incumbent& incumbent_;
  std::string bounds_;
  ExactSearch exact_;
  Player prover_{0, [this](double seconds) { prove_for(seconds); }};
  std::vector<Player> players_{
      {0.04, [this](double seconds) { search_window(seconds); }},
      {0.08, [this](double seconds) { lend(GraspTabu{}, seconds); }},
      {0.08, [this](double seconds) { lend(HyperplaneExploration{}, seconds); }}};
  double last_round_ = 0;        // when it ended
  double after_next_round_ = 0;  // when the next will have ended, about
  double idle_share_ = 0;        // of lha's work
  std::optional<Profit> margin_bound_;
  bool cut_ = false;
  bool window_seen_ = false;
  bool greedy_ = false;
  bool margin_tried_ = false;
  bool bounded_ = false;
  bool bounded_early_ = false;
  bool first_bound_tried_ = false;
  bool proven_ = false;
  std::int64_t work_left_ = 1'300'000'000;  // for a proof, in operations of arithmetic
  std::int64_t work_of_turn_ = 150'000'000;
  std::uint64_t turns_ = 0;
};

}  // namespace

void Automatic::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  Portfolio(instance, incumbent).run();
}

}  // namespace spinsack
