// SPDX-License-Identifier: Apache-2.0
#include "solver/dp.hpp"

#include "instance/knapsack_state.hpp"
#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"
#include "postprocess/exchange.hpp"
#include "postprocess/fill.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

namespace spinsack {
namespace {

constexpr std::size_t bits_per_word = 64;
std::size_t words_for(Index n) { return (at(n) + bits_per_word - 1) / bits_per_word; }

// Beyond this a finer table costs time without gaining anything.
constexpr std::int64_t most_classes = std::int64_t{1} << 22;
constexpr Index smallest_block = 64;

// p_i + sum_j p_ij. Nothing if the watch says stop.
std::optional<std::vector<Profit>> row_totals(const QkpInstance& instance, StopCheck& watch) {
  std::vector<Profit> totals(instance.profits().begin(), instance.profits().end());
  for (Index i = 0; i < instance.size(); ++i) {
    if (watch.stop_after(instance.size())) return {};
    instance.pair_profits().scan_row(
        i, [&total = totals[at(i)]](Index, auto p) { total += static_cast<Profit>(p); });
  }
  return totals;
}

// Items that fit at all, by falling total / weight; equal ones by index.
std::vector<Index> by_falling_ratio(const QkpInstance& instance,
                                    const std::vector<Profit>& totals) {
  std::vector<Index> order;
  for (Index i = 0; i < instance.size(); ++i)
    if (instance.weights()[at(i)] <= instance.capacity()) order.push_back(i);
  std::ranges::stable_sort(order, [&](Index a, Index b) {
    return Wide{totals[at(a)]} * instance.weights()[at(b)] >
           Wide{totals[at(b)]} * instance.weights()[at(a)];
  });
  return order;
}

// The table: for each class of loads one set of items, with its load, its profit, and the gains that the items
// of the current block would have.
template <class Gain>
class GainProgram {
 public:
  GainProgram(const QkpInstance& instance, const DpPlan& plan, std::vector<Index> order,
              bool by_gains)
      : instance_(&instance),
        by_gains_(by_gains),
        width_(plan.class_width),
        order_(std::move(order)),
        words_(words_for(instance.size())),
        block_(at(plan.block)),
        load_(static_cast<std::size_t>(plan.classes), nothing),
        value_(load_.size()),
        // Not set to zero: pages that are never used should cost nothing.
        sets_(std::make_unique_for_overwrite<std::uint64_t[]>(load_.size() * words_)),
        gains_(std::make_unique_for_overwrite<Gain[]>(load_.size() * block_)),
        row_(block_),
        whole_row_(at(instance.size())) {
    load_[0] = 0;
    std::fill_n(sets_.get(), words_, 0);
  }

  // Ends early if the watch says so; the sets found so far are there all the same.
  void run(StopCheck& watch) {
    for (std::size_t first = 0; first < order_.size(); first += block_) {
      const std::size_t last = std::min(first + block_, order_.size());
      if (!start_block(first, last, watch)) return;
      for (std::size_t k = first; k < last; ++k) {
        if (!place(k, first, last, watch)) return;
        ++work_.sweeps;
      }
    }
  }

  Bits best() const {
    std::size_t best = 0;
    for (std::size_t c = 1; c <= top_; ++c)
      if (load_[c] != nothing && value_[c] > value_[best]) best = c;
    Bits bits(at(instance_->size()));
    for (std::size_t k = 0; k < order_.size(); ++k) bits[at(order_[k])] = holds(best, k) ? 1 : 0;
    return bits;
  }
  const Work& work() const { return work_; }

 private:
  static constexpr Weight nothing = -1;

  std::uint64_t* set(std::size_t c) const { return sets_.get() + c * words_; }
  Gain* gains(std::size_t c) const { return gains_.get() + c * block_; }
  bool holds(std::size_t c, std::size_t k) const {
    return (set(c)[k / bits_per_word] >> (k % bits_per_word) & 1) != 0;
  }

  // row_ = the pair profits of item i with the items first..last of the order.
  void read_row(Index i, std::size_t first, std::size_t last) {
    const SymmetricRows& pairs = instance_->pair_profits();
    if (!pairs.dense()) std::ranges::fill(whole_row_, Gain{0});
    pairs.scan_row(i, [&](Index j, auto p) { whole_row_[at(j)] = static_cast<Gain>(p); });
    for (std::size_t k = first; k < last; ++k) row_[k - first] = whole_row_[at(order_[k])];
  }

  // The gains of items first..last in every set. False if the watch says stop.
  bool start_block(std::size_t first, std::size_t last, StopCheck& watch) {
    const std::size_t length = last - first;
    for (std::size_t k = first; k < last; ++k)
      row_[k - first] = static_cast<Gain>(instance_->profits()[at(order_[k])]);
    for (std::size_t c = 0; c <= top_; ++c)
      if (load_[c] != nothing) std::copy_n(row_.begin(), length, gains(c));
    for (std::size_t i = 0; i < first; ++i) {
      read_row(order_[i], first, last);
      for (std::size_t c = 0; c <= top_; ++c) {
        if (load_[c] == nothing || !holds(c, i)) continue;
        Gain* const out = gains(c);
        for (std::size_t e = 0; e < length; ++e) out[e] += row_[e];
        if (watch.stop_after(static_cast<std::int64_t>(length))) return false;
      }
    }
    return true;
  }

  // Lets item k of the order join every set where that is better than what its new class has. Classes are
  // visited from the top, so that no set gets the item twice.
  bool place(std::size_t k, std::size_t first, std::size_t last, StopCheck& watch) {
    const Weight weight = instance_->weights()[at(order_[k])];
    read_row(order_[k], k + 1, last);
    std::size_t top = top_;
    std::int64_t unasked = 0;
    for (std::size_t c = top_ + 1; c-- > 0;) {
      if (load_[c] == nothing || load_[c] + weight > instance_->capacity()) continue;
      const auto target = static_cast<std::size_t>((load_[c] + weight) / width_);
      const Profit value = value_[c] + gains(c)[k - first];
      ++unasked;
      if (load_[target] != nothing && value <= value_[target] &&
          !(by_gains_ && value == value_[target] && gains_more(c, target, k, first, last)))
        continue;
      join(c, target, k, first, last);
      load_[target] = load_[c] + weight;
      value_[target] = value;
      top = std::max(top, target);
      ++work_.flips;
      unasked += static_cast<std::int64_t>(last - k);
      if (unasked < ask_after) continue;
      if (watch.stop_after(unasked)) break;
      unasked = 0;
    }
    top_ = top;
    work_.visits += static_cast<std::int64_t>(top_) + 1;
    return !watch.stop_after(unasked);
  }

  // Whether the items behind k would gain more in the set of class a with item k than in that of class b.
  bool gains_more(std::size_t a, std::size_t b, std::size_t k, std::size_t first,
                  std::size_t last) const {
    Profit more = 0;
    for (std::size_t e = 0; e < last - k - 1; ++e)
      more += Profit{gains(a)[k + 1 - first + e]} + row_[e] - gains(b)[k + 1 - first + e];
    return more > 0;
  }

  // The set of class `from` and item k become the set of class `to`.
  void join(std::size_t from, std::size_t to, std::size_t k, std::size_t first, std::size_t last) {
    if (from != to) std::copy_n(set(from), words_, set(to));
    set(to)[k / bits_per_word] |= std::uint64_t{1} << (k % bits_per_word);
    const Gain* const old = gains(from) + (k + 1 - first);
    Gain* const out = gains(to) + (k + 1 - first);
    const Gain* const row = row_.data();
    for (std::size_t e = 0; e < last - k - 1; ++e) out[e] = old[e] + row[e];
  }

  static constexpr std::int64_t ask_after = 20'000;
  const QkpInstance* instance_;
  bool by_gains_;  // rule of ties
  Weight width_;
  std::vector<Index> order_;
  std::size_t words_;
  std::size_t block_;
  std::vector<Weight> load_;  // by class
  std::vector<Profit> value_;
  std::unique_ptr<std::uint64_t[]> sets_;  // bits by place in the order
  std::unique_ptr<Gain[]> gains_;
  std::vector<Gain> row_;
  std::vector<Gain> whole_row_;
  std::size_t top_ = 0;  // the highest class that has a set
  Work work_;
};

template <class Gain>
Bits run_program(const QkpInstance& instance, const DpPlan& plan, std::vector<Index> order,
                 bool by_gains, Incumbent& incumbent, StopCheck& watch) {
  GainProgram<Gain> program(instance, plan, std::move(order), by_gains);
  program.run(watch);
  incumbent.count(program.work());
  return program.best();
}

}  // namespace

// Gains are taken for 64 bits if they might need them, which only a look at all pairs could tell.
DpPlan DynamicProgram::plan(const QkpInstance& instance) const {
  const Weight most_load = std::min(instance.capacity(), instance.total_weight());
  const std::int64_t gain_bytes =
      instance.total_profit() <= std::numeric_limits<std::int32_t>::max() ? 4 : 8;
  const auto fixed_bytes = static_cast<std::int64_t>(
      sizeof(Weight) + sizeof(Profit) + words_for(instance.size()) * sizeof(std::uint64_t));
  const std::int64_t budget = memory * 1'000'000;
  // 1. The classes, so that at least the smallest block fits.
  const Index least = std::min(instance.size(), smallest_block);
  const std::int64_t affordable = budget / (fixed_bytes + gain_bytes * least);
  const std::int64_t most = std::clamp<std::int64_t>(affordable, 1, most_classes);
  DpPlan plan;
  plan.class_width = most_load / most + 1;
  plan.classes = most_load / plan.class_width + 1;
  // 2. As many gains as fit.
  const std::int64_t left = (budget / plan.classes - fixed_bytes) / gain_bytes;
  plan.block = static_cast<Index>(std::clamp<std::int64_t>(left, 1, instance.size()));
  plan.bytes = plan.classes * (fixed_bytes + gain_bytes * plan.block);
  return plan;
}

void DynamicProgram::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  StopCheck watch = incumbent.watch();
  // 1. The program.
  const auto totals = row_totals(instance, watch);
  if (!totals) return;
  const DpPlan planned = plan(instance);
  incumbent.detail("table_bytes", planned.bytes);
  incumbent.detail("loads_per_set", planned.class_width);
  incumbent.detail("items_at_a_time", planned.block);
  std::vector<Index> order = by_falling_ratio(instance, *totals);
  const bool by_gains = tie == "gains";
  const bool narrow = instance.total_profit() <= std::numeric_limits<std::int32_t>::max();
  const Bits bits =
      narrow ? run_program<std::int32_t>(instance, planned, std::move(order), by_gains, incumbent,
                                         watch)
             : run_program<Profit>(instance, planned, std::move(order), by_gains, incumbent, watch);
  KnapsackState state(
      instance, bits,
      finish == "once" ? KnapsackState::Efficiencies::kept : KnapsackState::Efficiencies::left_out);
  incumbent.offer(state.bits(), state.profit());
  const double programmed = incumbent.stop().seconds();
  incumbent.time(Stage::machine, programmed);
  if (incumbent.done()) return;

  // 2. Fill and exchange.
  if (finish == "once") {
    post::fill(state);
    post::exchange(state);
  } else if (finish == "swaps") {
    swap_to_local_optimum(state, marginal_price(state), smallest_pair_profit(instance),
                          SwapRule::gain, &watch);
  }
  incumbent.offer(state.bits(), state.profit());
  incumbent.time(Stage::improve, incumbent.stop().seconds() - programmed);
}

}  // namespace spinsack
