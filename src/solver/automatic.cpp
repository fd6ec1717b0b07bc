// SPDX-License-Identifier: Apache-2.0
#include "solver/automatic.hpp"

#include "bound/best_bound.hpp"
#include "solver/exact.hpp"
#include "solver/greedy.hpp"
#include "solver/lha.hpp"
#include "solver/qkbp.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <cstdlib>

namespace spinsack {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

// What a processor of today does in a second, to tell what fits into a time limit. Nothing that is promised
// depends on it.
constexpr double operations_per_second = 1e10;
constexpr double cut_seconds_per_pair = 1.5e-6;

class Portfolio {
 public:
  Portfolio(const QkpInstance& instance, Incumbent& incumbent)
      : instance_(instance), incumbent_(incumbent), exact_(instance, incumbent) {}

  void run() {
    if (few_items() && exact_.run(work_for_few_items, incumbent_.stop())) return;
    if (cuts_come_first()) {
      cut();
      if (ended()) return;
    }
    LagrangianHyperplaneAnnealing().search(
        instance_, incumbent_, [&](const RoundReport& report) { return between(report); });
    if (!incumbent_.done()) settle();
  }

 private:
  bool few_items() const { return instance_.size() <= 40; }
  bool ended() { return incumbent_.done() || (incumbent_.proven() && !certificate_wanted()); }
  bool certificate_wanted() const { return incumbent_.request().certificate_of.has_value(); }

  // After each round of lha. True ends the run.
  bool between(const RoundReport& report) {
    if (report.idle < 2) return false;
    settle_once();
    if (ended()) return true;
    return prove_for_a_share();
  }

  // What costs little and is tried once, when lha has become idle for the first time or has ended.
  void settle_once() {
    if (settled_) return;
    settled_ = true;
    settle();
  }
  void settle() {
    if (greedy_tried_) return;
    greedy_tried_ = true;
    if (instance_.size() <= most_items_for_greedy) Greedy{}.solve(instance_, incumbent_);
    if (!ended()) bound();
    if (!ended() && !cut_ && cuts_are_worth_it()) cut();
  }

  void bound() {
    constexpr double share = 0.1;
    std::optional<double> seconds = incumbent_.stop().remaining();
    if (seconds) *seconds *= share;
    Stop stop(seconds, incumbent_.request().interrupted);
    incumbent_.bound(best_upper_bound(instance_, {.stop = &stop, .target = incumbent_.value()}));
  }

  // Without a limit the trees get as much work as small instances need; with one, as much time as everything
  // else so far.
  bool prove_for_a_share() {
    const double now = incumbent_.stop().seconds();
    if (incumbent_.request().time_limit) {
      if (proving_ >= 0.5 * now) return false;
      Stop slice(std::max(shortest_slice, now - 2 * proving_), incumbent_.request().interrupted);
      const bool proven = exact_.run(no_limit, slice);
      proving_ += incumbent_.stop().seconds() - now;
      return proven;
    }
    if (proof_tried_) return false;
    proof_tried_ = true;
    if (exact_.first_turn().value_or(0) > work_for_a_proof) return false;
    return exact_.run(work_for_a_proof, incumbent_.stop());
  }

  double cut_seconds() const {
    return cut_seconds_per_pair * static_cast<double>(instance_.pair_profits().pairs());
  }
  double seconds_left() {
    return incumbent_.stop().remaining().value_or(std::numeric_limits<double>::infinity());
  }
  bool cuts_come_first() {
    return breakpoints_are_cheap(instance_) && cut_seconds() < 0.1 * seconds_left();
  }
  bool cuts_are_worth_it() {
    return instance_.nonnegative() && instance_.density() <= most_density_for_cuts &&
           cut_seconds() < 0.3 * seconds_left();
  }
  void cut() {
    cut_ = true;
    BreakpointGreedy{.finish = "swaps"}.solve(instance_, incumbent_);
  }

  static constexpr std::int64_t work_for_few_items = 4'000'000'000;
  std::int64_t work_for_a_proof = getenv("WP") ? std::int64_t(atof(getenv("WP"))) : 20000000000;
  static constexpr Index most_items_for_greedy = 20'000;
  static constexpr double most_density_for_cuts = 0.3;
  static constexpr double shortest_slice = 0.01;  // seconds

  const QkpInstance& instance_;
  Incumbent& incumbent_;
  ExactSearch exact_;
  bool cut_ = false;
  bool settled_ = false;
  bool greedy_tried_ = false;
  bool proof_tried_ = false;
  double proving_ = 0;  // seconds
};

}  // namespace

void Automatic::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  Portfolio(instance, incumbent).run();
}

}  // namespace spinsack
