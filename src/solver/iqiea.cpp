// SPDX-License-Identifier: Apache-2.0
#include "solver/iqiea.hpp"

#include "core/rng.hpp"
#include "instance/knapsack_state.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/reduced_gain.hpp"
#include "solver/elite.hpp"
#include "solver/searches.hpp"

#include <algorithm>
#include <vector>

namespace spinsack {
namespace {

// Which order an individual goes by.
enum class Order { own, all_items, best_set };
constexpr std::int64_t orders = 3;

struct Individual {
  KnapsackState state;
  Rng rng;
  Order order;
  std::vector<double> q = {};
  RankedSolution best = {};
  std::int64_t stale = 0;
  bool observed = false;  // the state is a feasible observation of this generation
};

// Items by falling gain per weight beside some set.
struct Ranking {
  std::vector<double> efficiency;
  std::vector<Index> order;
};

// Everything that individuals share and nobody changes while they are at work.
struct Surroundings {
  const QuantumInspired& parameters;
  Profit smallest_pair = 0;
  Ranking beside_all;
  Ranking beside_best;
  EliteList elite;
};

std::vector<Index> descending(std::span<const double> value) {
  std::vector<Index> items(value.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<Index>(i);
  std::ranges::stable_sort(items, std::greater{}, [&](Index i) { return value[at(i)]; });
  return items;
}

Ranking rank_beside(const KnapsackState& state) {
  Ranking ranking;
  for (Index i = 0; i < state.size(); ++i)
    ranking.efficiency.push_back(static_cast<double>(state.gain(i)) /
                                 static_cast<double>(state.instance().weights()[at(i)]));
  ranking.order = descending(ranking.efficiency);
  return ranking;
}

// The order of an individual that does not depend on its state.
const Ranking& ranking_of(const Individual& one, const Surroundings& all) {
  return one.order == Order::best_set ? all.beside_best : all.beside_all;
}

void start_anew(Individual& one, const Surroundings& all) {
  constexpr double shake = 0.2;
  constexpr double surely_in = 0.9;  // shares of the capacity
  constexpr double surely_out = 1.1;
  const QkpInstance& instance = one.state.instance();
  std::vector<double> value = ranking_of(one, all).efficiency;
  for (double& v : value) v *= 1 + shake * (one.rng.real() - 0.5);
  one.q.assign(value.size(), 0);
  double load = 0;
  const auto capacity = static_cast<double>(instance.capacity());
  for (const Index i : descending(value)) {
    load += static_cast<double>(instance.weights()[at(i)]);
    one.q[at(i)] = load <= surely_in * capacity ? 0.99 : load <= surely_out * capacity ? 0.5 : 0.01;
  }
  one.best = {};
  one.stale = 0;
}

// Drops and adds by a fixed order.
void repair_in_order(KnapsackState& state, std::span<const Index> order, StopCheck& watch) {
  const auto weights = state.instance().weights();
  for (auto i = order.rbegin(); i != order.rend() && !state.feasible(); ++i)
    if (state.holds(*i)) state.remove(*i);
  quick_prune(state, &watch);
  for (const Index i : order)
    if (!state.holds(i) && weights[at(i)] <= state.room() && state.gain(i) > 0) state.add(i);
}

void observe(Individual& one, const Surroundings& all, StopCheck& watch, Work& work) {
  KnapsackState& state = one.state;
  one.observed = false;
  Bits drawn(one.q.size());
  for (std::size_t i = 0; i < drawn.size(); ++i)
    drawn[i] = static_cast<std::uint8_t>(one.rng.real() < one.q[i]);
  std::int64_t changes = 0;
  for (Index i = 0; i < state.size(); ++i) {
    if ((drawn[at(i)] != 0) == state.holds(i)) continue;
    if (watch.stop_after(state.size() / 4)) return;
    state.flip(i);
    ++changes;
  }
  if (one.order == Order::own) {
    if (!quick_removal(state, 4, &watch)) return;
    fill_at_price(state, marginal_price(state), &watch);
  } else {
    repair_in_order(state, ranking_of(one, all).order, watch);
  }
  ++work.sweeps;
  work.visits += state.size();
  work.flips += changes;
  one.observed = true;
}

// Towards one of the attractors.
void rotate(Individual& one, const Individual& neighbour, const Surroundings& all) {
  const auto elite = all.elite.all();
  const double coin = one.rng.real();
  const auto any = one.rng.integer(0, static_cast<std::int64_t>(elite.size()) - 1);
  const Bits& attractor = coin < 0.5   ? one.best.bits
                          : coin < 0.7 ? neighbour.best.bits
                          : coin < 0.9 ? elite.front().bits
                                       : elite[static_cast<std::size_t>(any)].bits;
  const double step = all.parameters.step * (0.4 + 0.6 * one.rng.real());
  const double doubt = all.parameters.doubt;
  for (std::size_t i = 0; i < one.q.size(); ++i) {
    const double goal = attractor[i] != 0 ? 1 : 0;
    one.q[i] = std::clamp(one.q[i] + step * (goal - one.q[i]), doubt, 1 - doubt);
  }
}

}  // namespace

void QuantumInspired::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  const double begin = incumbent.stop().seconds();
  const Bits none(at(instance.size()), 0);
  const Bits everything(at(instance.size()), 1);
  const KnapsackState empty(instance, none, KnapsackState::Efficiencies::left_out);
  Surroundings all{*this,
                   smallest_pair_profit(instance),
                   rank_beside({instance, everything, KnapsackState::Efficiencies::left_out}),
                   {},
                   EliteList(static_cast<std::size_t>(elites))};
  all.beside_best = all.beside_all;
  all.elite.insert(ranked(empty));
  KnapsackState best_state = empty;
  std::vector<Individual> people;
  for (std::int64_t p = 0; p < population; ++p) {
    const std::uint64_t stream = stream_of("iqiea") + static_cast<std::uint64_t>(p);
    people.push_back(
        {empty, Rng(incumbent.request().seed, stream), static_cast<Order>(p % orders)});
    start_anew(people.back(), all);
  }
  incumbent.time(Stage::formulate, incumbent.stop().seconds() - begin);

  const std::int64_t tenth = (population + 9) / 10;
  const std::int64_t improved = std::min(population, 2 * tenth);
  const std::int64_t numbers = population + improved;  // of a generation
  std::int64_t idle = 0;                               // generations without a better solution
  for (std::int64_t generation = 0; incumbent.request().time_limit || generation < generations;
       ++generation) {
    const std::int64_t first = generation * numbers;
    if (incumbent.done(first)) return;
    const auto offer = [&](Individual& one, std::int64_t number) {
      incumbent.offer(one.state.bits(), one.state.profit(), number);
      if (!one.best.bits.empty() && one.state.profit() <= one.best.value) return;
      one.best = ranked(one.state);
      one.stale = 0;
    };

    // 1. Observe.
    run_searches(incumbent, first, population, [&](std::int64_t turn, std::int64_t number) {
      const double since = incumbent.stop().seconds();
      Individual& one = people[static_cast<std::size_t>(turn)];
      StopCheck watch = incumbent.watch(number);
      Work work;
      if (one.stale >= stale) start_anew(one, all);
      ++one.stale;
      observe(one, all, watch, work);
      if (one.observed) offer(one, number);
      incumbent.count(work, number);
      incumbent.time(Stage::repair, incumbent.stop().seconds() - since);
    });
    if (incumbent.done(first + population - 1)) return;

    // 2. Improve the best tenth, and another one in turn.
    std::vector<std::size_t> rank(people.size());
    for (std::size_t p = 0; p < rank.size(); ++p) rank[p] = p;
    std::ranges::stable_sort(rank, std::greater{},
                             [&](std::size_t p) { return people[p].state.profit(); });
    const std::int64_t others = population - tenth;
    if (others > 0)
      std::rotate(rank.begin() + tenth, rank.begin() + tenth + generation * tenth % others,
                  rank.end());
    run_searches(incumbent, first + population, improved,
                 [&](std::int64_t turn, std::int64_t number) {
                   const double since = incumbent.stop().seconds();
                   Individual& one = people[rank[static_cast<std::size_t>(turn)]];
                   StopCheck watch = incumbent.watch(number);
                   const double price = marginal_price(one.state);
                   swap_to_local_optimum(one.state, price, all.smallest_pair,
                                         SwapRule::reduced_gain, &watch);
                   offer(one, number);
                   incumbent.count({.visits = 2 * one.state.size()}, number);
                   incumbent.time(Stage::improve, incumbent.stop().seconds() - since);
                 });
    if (incumbent.done(first + numbers - 1)) return;

    // 3. Learn.
    bool better = false;
    ++idle;
    for (const Individual& one : people) better = all.elite.insert(one.best) || better;
    if (better) {
      idle = 0;
      best_state.move_to(all.elite.all().front().bits);
      all.beside_best = rank_beside(best_state);
    }
    if (idle >= 2 * stale) {
      idle = 0;
      all.elite = EliteList(static_cast<std::size_t>(elites));
      all.elite.insert(ranked(empty));
      all.beside_best = all.beside_all;
      for (Individual& one : people) start_anew(one, all);
      continue;
    }
    for (std::size_t p = 0; p < people.size(); ++p)
      rotate(people[p], people[(p + 1) % people.size()], all);
  }
}

}  // namespace spinsack
