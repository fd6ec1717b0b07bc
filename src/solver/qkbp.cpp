// SPDX-License-Identifier: Apache-2.0
#include "solver/qkbp.hpp"

#include "instance/knapsack_state.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "local_search/insertion.hpp"
#include "postprocess/prune.hpp"
#include "postprocess/repair.hpp"
#include "solver/minimum_cut.hpp"
#include "solver/quick_solution.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace spinsack {
namespace {

struct Price {
  Profit numerator = 0;
  Weight denominator = 1;
};

// The smaller set, and the items that only the larger one has. Negative pair profits count as zero.
class Gap {
 public:
  // Complete unless the watch says stop.
  Gap(const QkpInstance& instance, StopCheck& watch)
      : instance_(&instance), smaller_(at(instance.size()), 0) {
    for (Index i = 0; i < instance.size(); ++i) {
      if (instance.weights()[at(i)] > instance.capacity()) continue;
      items_.push_back(i);
      gain_.push_back(instance.profits()[at(i)]);
    }
    graph_.start.push_back(0);
    std::vector<Index> place(at(instance.size()), -1);
    for (std::size_t a = 0; a < items_.size(); ++a) place[at(items_[a])] = static_cast<Index>(a);
    for (const Index i : items_) {
      if (watch.stop_after(instance.size())) return;
      instance.pair_profits().for_each_in_row(i, [&](Index j, auto p) {
        if (place[at(j)] < 0 || p <= 0) return;
        graph_.head.push_back(place[at(j)]);
        graph_.capacity.push_back(static_cast<Profit>(p));
      });
      graph_.start.push_back(graph_.head.size());
    }
    room_ = instance.capacity();
  }

  bool empty() const { return items_.empty(); }
  Weight room() const { return room_; }  // beside the smaller set
  Profit value() const { return value_; }

  // Of all items between.
  Weight weight() const {
    Weight sum = 0;
    for (const Index i : items_) sum += instance_->weights()[at(i)];
    return sum;
  }
  Profit profit() const {
    return std::accumulate(gain_.begin(), gain_.end(), Profit{0}) +
           pair_sum([](std::size_t) { return true; });
  }

  // The largest set of items between that is worth most at the price.
  std::optional<Bits> cut(const Price& price, StopCheck& watch, CutEffort& effort) const {
    // Twice the profit, so that each item has half of its pairs: a pair that is torn costs its profit.
    std::vector<Wide> values(items_.size());
    for (std::size_t a = 0; a < items_.size(); ++a) {
      Profit pairs = 0;
      for (std::size_t e = graph_.start[a]; e < graph_.start[a + 1]; ++e)
        pairs += graph_.capacity[e];
      values[a] = (2 * Wide{gain_[a]} + pairs) * price.denominator -
                  2 * Wide{price.numerator} * instance_->weights()[at(items_[a])];
    }
    return largest_best_set(graph_, values, price.denominator, watch, effort);
  }

  Weight weight_of(const Bits& chosen) const {
    Weight sum = 0;
    for (std::size_t a = 0; a < items_.size(); ++a)
      if (chosen[a] != 0) sum += instance_->weights()[at(items_[a])];
    return sum;
  }

  // The chosen ones join the smaller set.
  void raise(const Bits& chosen) {
    value_ += pair_sum([&](std::size_t a) { return chosen[a] != 0; });
    room_ -= weight_of(chosen);
    for (std::size_t a = 0; a < items_.size(); ++a) {
      if (chosen[a] == 0) continue;
      value_ += gain_[a];
      smaller_[at(items_[a])] = 1;
      for (std::size_t e = graph_.start[a]; e < graph_.start[a + 1]; ++e)
        if (chosen[at(graph_.head[e])] == 0) gain_[at(graph_.head[e])] += graph_.capacity[e];
    }
    keep([&](std::size_t a) { return chosen[a] == 0; });
  }
  // The others leave the larger set.
  void lower(const Bits& chosen) {
    keep([&](std::size_t a) { return chosen[a] != 0; });
  }

  const Bits& smaller() const { return smaller_; }
  Bits larger() const {
    Bits bits = smaller_;
    for (const Index i : items_) bits[at(i)] = 1;
    return bits;
  }

 private:
  // Of the pairs with both ends chosen.
  template <class Chosen>
  Profit pair_sum(Chosen chosen) const {
    Profit sum = 0;
    for (std::size_t a = 0; a < items_.size(); ++a) {
      if (!chosen(a)) continue;
      for (std::size_t e = graph_.start[a]; e < graph_.start[a + 1]; ++e)
        if (at(graph_.head[e]) > a && chosen(at(graph_.head[e]))) sum += graph_.capacity[e];
    }
    return sum;
  }

  template <class Stays>
  void keep(Stays stays) {
    std::vector<Index> place(items_.size(), -1);
    Index kept = 0;
    for (std::size_t a = 0; a < items_.size(); ++a)
      if (stays(a)) place[a] = kept++;
    std::size_t arcs = 0;
    std::size_t begin = 0;
    for (std::size_t a = 0; a < items_.size(); ++a) {
      const std::size_t end = graph_.start[a + 1];
      if (place[a] >= 0) {
        for (std::size_t e = begin; e < end; ++e) {
          if (place[at(graph_.head[e])] < 0) continue;
          graph_.head[arcs] = place[at(graph_.head[e])];
          graph_.capacity[arcs++] = graph_.capacity[e];
        }
        items_[at(place[a])] = items_[a];
        gain_[at(place[a])] = gain_[a];
        graph_.start[at(place[a]) + 1] = arcs;
      }
      begin = end;
    }
    items_.resize(at(kept));
    gain_.resize(at(kept));
    graph_.start.resize(at(kept) + 1);
    graph_.head.resize(arcs);
    graph_.capacity.resize(arcs);
  }

  const QkpInstance* instance_;
  Bits smaller_;
  Profit value_ = 0;  // of the smaller set
  Weight room_ = 0;
  std::vector<Index> items_;
  std::vector<Profit> gain_;  // of each next to the smaller set
  CutGraph graph_;            // of the items
};

// profit / weight, rounded down where products with sums of profits and weights might leave 126 bits.
Price price_of(Profit profit, Weight weight) {
  const Profit common = std::gcd(profit, weight);
  Price price{profit / common, weight / common};
  constexpr Wide most = Wide{1} << 120;
  while (price.denominator > 1 && Wide{profit} * price.denominator > most) {
    price.numerator /= 2;
    price.denominator /= 2;
  }
  return price;
}

// The smaller set and a fraction of the gap: what the room is worth at the price, which both ends may beat by
// what rounding took from it.
Profit bound_at(const Gap& gap, const Price& price, Profit profit, Weight weight) {
  const Wide beyond =
      std::max<Wide>(0, Wide{profit} * price.denominator - Wide{price.numerator} * weight);
  const Wide scaled = Wide{price.numerator} * gap.room() + beyond;
  return gap.value() + static_cast<Profit>(scaled / price.denominator);
}

}  // namespace

bool breakpoints_are_cheap(const QkpInstance& instance) {
  constexpr double few_pairs = 0.05;
  return instance.density() <= few_pairs && instance.nonnegative();
}

std::optional<Breakpoints> enclosing_breakpoints(const QkpInstance& instance, StopCheck& watch,
                                                 Work& work) {
  Gap gap(instance, watch);
  if (watch.stop_after(0)) return {};
  Breakpoints found;
  CutEffort effort;
  const auto cut = [&](const Price& price) {
    ++found.cuts;
    return gap.cut(price, watch, effort);
  };
  const auto finish = [&](Profit bound) {
    work += {.sweeps = found.cuts, .visits = effort.arcs, .flips = effort.pushes};
    found.smaller = gap.smaller();
    found.larger = gap.larger();
    found.bound = bound;
    return found;
  };
  // 1. The largest set that pays: everything, unless profits are negative.
  if (!instance.nonnegative() && !gap.empty()) {
    const auto paying = cut({});
    if (!paying) return {};
    gap.lower(*paying);
  }
  // 2. Closer and closer.
  for (;;) {
    const Weight weight = gap.weight();
    if (weight <= gap.room()) gap.raise(Bits(at(instance.size()), 1));
    if (gap.empty()) return finish(gap.value());
    const Profit profit = gap.profit();
    const Price price = price_of(profit, weight);
    const auto best = cut(price);
    if (!best) return {};
    const Weight load = gap.weight_of(*best);
    if (load == 0 || load == weight) return finish(bound_at(gap, price, profit, weight));
    if (load <= gap.room())
      gap.raise(*best);
    else
      gap.lower(*best);
  }
}

namespace {

// The item of largest (p_i + sum_j p_ij) / w_i among those that fit, -1 if none does.
Index seed_item(const QkpInstance& instance) {
  Index best = -1;
  Profit best_total = 0;
  const auto weights = instance.weights();
  for (Index i = 0; i < instance.size(); ++i) {
    if (weights[at(i)] > instance.capacity()) continue;
    Profit total = instance.profits()[at(i)];
    instance.pair_profits().scan_row(i, [&](Index, auto p) { total += static_cast<Profit>(p); });
    if (best >= 0 && Wide{total} * weights[at(best)] <= Wide{best_total} * weights[at(i)]) continue;
    best = i;
    best_total = total;
  }
  return best;
}

}  // namespace

void BreakpointGreedy::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  offer_in_case_of_need(instance, incumbent);
  StopCheck watch = incumbent.watch();
  // 1. The breakpoints.
  Work work;
  const auto breakpoints = enclosing_breakpoints(instance, watch, work);
  if (!breakpoints) return;
  incumbent.bound(breakpoints->bound);
  const double cut = incumbent.stop().seconds();
  incumbent.time(Stage::machine, cut);

  // 2. From both of them.
  const auto offer = [&](KnapsackState& state) {
    insertion(state, &watch);
    if (finish == "swaps")
      swap_to_local_optimum(state, marginal_price(state), smallest_pair_profit(instance),
                            SwapRule::gain, &watch);
    incumbent.offer(state.bits(), state.profit());
  };
  KnapsackState left(instance, breakpoints->smaller, KnapsackState::Efficiencies::left_out);
  if (left.count() == 0)
    if (const Index seed = seed_item(instance); seed >= 0) left.add(seed);
  offer(left);
  if (!incumbent.done()) {
    KnapsackState right(instance, breakpoints->larger);
    post::prune(right, &watch);
    post::repair(right, &watch);
    if (right.feasible()) offer(right);
  }
  incumbent.count(work);
  incumbent.time(Stage::improve, incumbent.stop().seconds() - cut);
}

}  // namespace spinsack
