// SPDX-License-Identifier: Apache-2.0
#include "solver/lha.hpp"

#include "core/random_lanes.hpp"
#include "core/rng.hpp"
#include "instance/knapsack_state.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/hyperplane.hpp"
#include "local_search/landscape.hpp"
#include "local_search/reduced_gain.hpp"
#include "solver/elite.hpp"
#include "solver/global_anneal.hpp"
#include "solver/quick_solution.hpp"
#include "solver/read_plan.hpp"
#include "solver/searches.hpp"

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

constexpr std::int64_t quick_number = -1;  // before all reads

// What two of them share; where they differ, a coin decides.
Bits child(std::span<const RankedSolution> parents, Rng& rng) {
  const auto last = static_cast<std::int64_t>(parents.size()) - 1;
  const Bits& a = parents[static_cast<std::size_t>(rng.integer(0, last))].bits;
  const Bits& b = parents[static_cast<std::size_t>(rng.integer(0, last))].bits;
  Bits bits = a;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (a[i] != b[i]) bits[i] = static_cast<std::uint8_t>(rng.bits32() & 1);
  return bits;
}

// The global anneals of round after round: each round has twice the sweeps, starts hotter and ends colder,
// and after the longest come the shortest again. Short ones are enough for most dense instances, sparse ones
// need long ones; since the shorter ones take as much time together as the longest alone, not knowing which
// costs a factor of two.
class Cycle {
 public:
  Cycle(std::int64_t sweeps, double stiffness)
      : first_{.hot = 1, .cold = 0.2, .sweeps = sweeps, .stiffness = stiffness}, now_(first_) {}
  GlobalSchedule schedule(double stiffer) const {
    GlobalSchedule schedule = now_;
    schedule.stiffness *= stiffer;
    return schedule;
  }
  void step() {
    if (now_.sweeps >= longest * first_.sweeps) {
      now_ = first_;
      return;
    }
    now_.sweeps *= 2;
    now_.hot *= 1.15;
    now_.cold *= 0.8;
  }

 private:
  static constexpr std::int64_t longest = 256;  // times the first
  GlobalSchedule first_;
  GlobalSchedule now_;
};

struct Walker {
  KnapsackState state;
  double price;  // in units of the landscape
  RandomLanes random;
  Rng rng;
  RankedSolution best_of_read = {};
  std::int64_t visits = 0;  // of the last read
};

class StageClock {
 public:
  explicit StageClock(Incumbent& incumbent) : incumbent_(&incumbent), since_(now()) {}
  void end_of(Stage stage) {
    const double then = std::exchange(since_, now());
    incumbent_->time(stage, since_ - then);
  }

 private:
  double now() const { return incumbent_->stop().seconds(); }
  Incumbent* incumbent_;
  double since_;
};

// Enough to come from what an anneal leaves to a local optimum, unless it left something far from any.
constexpr std::int64_t visits_of_a_polish(Index n) {
  constexpr std::int64_t always = 20'000'000;  // hundredths of a second
  return always + 500 * std::int64_t{n};
}

// One read of one walker, started from its state.
class Read {
 public:
  // The price of the land, which may be none, is where that of the read begins. Swaps are found by the other price
  // while capacity is scarce.
  Read(Walker& walker, const Landscape& land, double price_of_scarce, Incumbent& incumbent,
       std::int64_t number)
      : walker_(&walker),
        land_(&land),
        price_of_scarce_(price_of_scarce),
        incumbent_(&incumbent),
        number_(number),
        watch_(incumbent.watch(number)) {}

  void run(const GlobalSchedule& schedule) {
    search(schedule);
    walker_->visits = work_.visits;
    incumbent_->count(work_, number_);
  }

 private:
  void search(const GlobalSchedule& schedule) {
    StageClock clock(*incumbent_);
    KnapsackState& state = walker_->state;
    walker_->best_of_read = {};

    // A
    double none = 0;
    const FeasibleCandidate met =
        anneal_globally(state, *land_, schedule, land_->price > 0 ? walker_->price : none,
                        walker_->random, watch_, work_);
    clock.end_of(Stage::machine);
    if (incumbent_->done(number_)) {
      if (!met.bits.empty()) incumbent_->offer(met.bits, met.profit, number_);
      return;
    }

    // P
    if (met.bits.empty())
      drop_to_fit(state, land_->price);
    else
      state.move_to(met.bits);
    polish(SwapRule::gain);
    clock.end_of(Stage::improve);

    // B
    const Index k = state.count();
    plane(k, schedule.cold);
    Index up = k + 1;
    while (plane(up, schedule.cold)) ++up;
    if (up == k + 1)
      for (Index down = k - 1; plane(down, schedule.cold);) --down;
    state.move_to(walker_->best_of_read.bits);
    clock.end_of(Stage::improve);
  }

  // Whether the hyperplane of k items has something better than all before it.
  bool plane(Index k, double hot) {
    if (k < 0 || k > land_->most_items || incumbent_->done(number_)) return false;
    const HyperplaneSchedule schedule{.hot = hot / 2};
    return anneal_on_hyperplane(walker_->state, k, *land_, schedule, walker_->random, watch_,
                                work_) &&
           polish(SwapRule::reduced_gain);
  }

  // Takes the state to a local optimum. Whether it is the best of this read.
  bool polish(SwapRule rule) {
    KnapsackState& state = walker_->state;
    // Without a price the rules are the same one, and a price that fits only makes its search shorter.
    if (land_->price == 0) rule = SwapRule::gain;
    const double price =
        land_->price == 0 && state.room() < land_->heaviest ? price_of_scarce_ : land_->price;
    swap_to_local_optimum(state, price, land_->smallest_pair, rule, &watch_,
                          visits_of_a_polish(state.size()));
    RankedSolution& best = walker_->best_of_read;
    if (!best.bits.empty() && state.profit() <= best.value) return false;
    best = ranked(state);
    incumbent_->offer(best.bits, best.value, number_);
    return true;
  }

  Walker* walker_;
  const Landscape* land_;
  double price_of_scarce_;
  Incumbent* incumbent_;
  std::int64_t number_;
  StopCheck watch_;
  Work work_;
};

}  // namespace

void LagrangianHyperplaneAnnealing::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  search(instance, incumbent, [](const RoundReport&) { return false; });
}

void LagrangianHyperplaneAnnealing::search(const QkpInstance& instance, Incumbent& incumbent,
                                           const std::function<bool(const RoundReport&)>& enough,
                                           std::optional<KnapsackState> quick,
                                           NearLimit near_limit) const {
  // 1. The start, and the scales of the instance.
  StageClock clock(incumbent);
  StopCheck watch = incumbent.watch(quick_number);
  if (!quick) quick = offer_quick_solution(instance, incumbent);
  if (!quick) return;
  const KnapsackState& start = *quick;
  // Everything that pays fits.
  if (instance.nonnegative() && start.count() == instance.size()) return;
  const Landscape land = survey(start);
  clock.end_of(Stage::repair);
  // Where the price of capacity misleads, this alone is far better than the start.
  KnapsackState polished = start;
  for (const SwapRule rule : {SwapRule::reduced_gain, SwapRule::gain})
    swap_to_local_optimum(polished, land.price, land.smallest_pair, rule, &watch,
                          visits_of_a_polish(0));
  incumbent.offer(polished.bits(), polished.profit(), quick_number);
  clock.end_of(Stage::improve);
  // With negative profits a good set may leave capacity free, which then is worth nothing.
  Landscape free_land;
  const bool may_leave_room = !instance.nonnegative() && land.price > 0;
  if (may_leave_room) {
    free_land = land;
    free_land.price = 0;
  }

  // 2. Rounds of reads.
  std::vector<Walker> team;
  for (std::int64_t w = 0; w < walkers; ++w) {
    const std::uint64_t stream = stream_of("lha") + 2 * static_cast<std::uint64_t>(w);
    const std::uint64_t seed = incumbent.request().seed;
    team.push_back(
        {start, land.in_units(land.price), RandomLanes(seed, stream), Rng(seed, stream + 1)});
  }
  EliteList elite(8);
  elite.insert(ranked(start));
  elite.insert(ranked(polished));
  Cycle cycle(sweeps, stiffness);
  std::int64_t idle = 0;     // rounds without a better solution
  std::int64_t stalled = 0;  // likewise, better than the walkers' own
  std::int64_t visits = 0;   // of all walkers
  std::int64_t visits_to_best = 0;
  const auto worth_going_on = [&] {
    return incumbent.request().time_limit || idle < patience || visits < 2 * visits_to_best;
  };
  constexpr double stiffer = 10;
  // In a round of reheats. Where an instance is too hard for the time, anneals of everything hardly ever come near the best
  // solution again, and there are better ones near it.
  constexpr std::array warmth_of_role{0.45, 0.3, 0.45, 0.6};
  constexpr std::size_t melts = 0;  // the role that goes on with anneals of everything
  ReadPace pace;
  std::vector<TimedRead> reads(team.size());
  for (std::int64_t round = 0; worth_going_on(); ++round) {
    // What others have found meanwhile. Walkers that are getting better do so without it, and mostly get further.
    const Profit best = incumbent.value();
    if (stalled > 0 && best > elite.all().front().value) elite.insert({best, incumbent.best()});
    run_searches(incumbent, round * walkers, walkers, [&](std::int64_t turn, std::int64_t number) {
      Walker& walker = team[static_cast<std::size_t>(turn)];
      // A quarter of the walkers each, in turn: from the best of all, from a child; half go on as they are. With reheats
      // only a quarter goes on, and the others warm the best up.
      const auto role = static_cast<std::size_t>((turn + round) % 4);
      const bool reheats = round >= reheat_after && role != melts;
      ReadPlan plan{.schedule = cycle.schedule(stalled > 0 && role == 3 ? stiffer : 1),
                    .warmth = reheats ? warmth_of_role.at(role) : 1};
      const double begin = incumbent.stop().seconds();
      const std::optional<double> left = incumbent.stop().remaining();
      if (left && near_limit == NearLimit::reheat)
        plan = pace.fitted(plan, *left, warmth_of_role.at(role));
      if (plan.reheats() || (stalled > 0 && role == 1))
        walker.state.move_to(elite.all().front().bits);
      else if (stalled > 0 && role == 2)
        walker.state.move_to(child(elite.all(), walker.rng));
      const bool priced = !may_leave_room || (turn + round / 4) % 2 == 0;
      Read(walker, priced ? land : free_land, land.price, incumbent, number).run(plan.warmed());
      reads[static_cast<std::size_t>(turn)] = {plan, incumbent.stop().seconds() - begin};
    });
    if (incumbent.done((round + 1) * walkers)) return;
    pace.learn(reads);
    ++idle;
    ++stalled;
    for (const Walker& walker : team) {
      visits += walker.visits;
      if (elite.insert(walker.best_of_read)) stalled = 0;
      if (walker.best_of_read.value > best) idle = 0;
    }
    if (idle == 0) visits_to_best = visits;
    const double to_best = static_cast<double>(visits_to_best) / static_cast<double>(visits + 1);
    if (enough({.rounds = round + 1, .idle = idle, .idle_share = 1 - to_best})) return;
    cycle.step();
  }
}

}  // namespace spinsack
