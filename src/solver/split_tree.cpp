// SPDX-License-Identifier: Apache-2.0
#include "solver/split_tree.hpp"

#include "bound/best_bound.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace spinsack {
// Named, since the class behind SplitTree has members of these types.
namespace split_tree {

// A subproblem: some items are in, others are out, the free ones are left to decide.
struct SplitNode {
  Bits in;
  std::vector<Index> free;
  std::vector<Profit> gain;  // of the free items: what each would bring next to those that are in
  Profit value = 0;          // of the items that are in
  Weight room = 0;
  Profit bound = 0;  // of all sets of the subproblem
  BoundPoint point;  // where the search for it ended; for the free items, if it was made
};

enum class Decision : std::uint8_t { open, in, out };

SplitNode root_of(const QkpInstance& instance) {
  SplitNode root{.in = Bits(at(instance.size()), 0), .free = {}, .gain = {}, .point = {}};
  root.room = instance.capacity();
  root.bound = instance.total_profit();
  for (Index i = 0; i < instance.size(); ++i)
    if (instance.weights()[at(i)] <= root.room) {
      root.free.push_back(i);
      root.gain.push_back(instance.profits()[at(i)]);
    }
  return root;
}

// decisions: one for each free item. False if the items in do not fit.
bool decide(SplitNode& node, const std::vector<Decision>& decisions, const QkpInstance& instance) {
  const auto weights = instance.weights();
  std::vector<Profit> joined(weights.size());  // pair profits with the items that come in
  for (std::size_t a = 0; a < node.free.size(); ++a) {
    if (decisions[a] != Decision::in) continue;
    const Index i = node.free[a];
    node.value += node.gain[a] + joined[at(i)];
    node.room -= weights[at(i)];
    if (node.room < 0) return false;
    node.in[at(i)] = 1;
    instance.pair_profits().scan_row(
        i, [&](Index j, auto p) { joined[at(j)] += static_cast<Profit>(p); });
  }
  std::size_t kept = 0;
  for (std::size_t a = 0; a < node.free.size(); ++a) {
    const Index i = node.free[a];
    if (decisions[a] != Decision::open || weights[at(i)] > node.room) continue;
    node.free[kept] = i;
    if (!node.point.x.empty()) {
      node.point.x[kept] = node.point.x[a];
      node.point.price[kept] = node.point.price[a];
    }
    node.gain[kept++] = node.gain[a] + joined[at(i)];
  }
  node.free.resize(kept);
  node.gain.resize(kept);
  if (!node.point.x.empty()) {
    node.point.x.resize(kept);
    node.point.price.resize(kept);
  }
  return true;
}

// The pairs of row i of the whole that are right of place a among the free items.
void add_row(const SplitNode& node, const QkpInstance& whole, const std::vector<Index>& place,
             Index a, SymmetricRowsBuilder& pairs) {
  const SymmetricRows& rows = whole.pair_profits();
  const Index i = node.free[at(a)];
  if (!rows.dense()) {
    rows.scan_row(i, [&](Index j, auto p) {
      if (place[at(j)] > a) pairs.add(a, place[at(j)], static_cast<std::int64_t>(p));
    });
    return;
  }
  std::vector<Profit> run(node.free.size() - at(a) - 1);
  rows.scan_row(i, [&](Index j, auto p) {
    if (place[at(j)] > a) run[at(place[at(j)] - a - 1)] = static_cast<Profit>(p);
  });
  if (!run.empty()) pairs.add_run(a, a + 1, run);
}

// The free items as an instance of their own; nothing if stopped. At least one is free.
std::optional<QkpInstance> remainder(const SplitNode& node, const QkpInstance& whole, Stop& stop) {
  QkpInstance::Data data;
  data.capacity = node.room;
  data.profit = node.gain;
  const auto count = static_cast<Index>(node.free.size());
  std::vector<Index> place(at(whole.size()), -1);  // of each item among the free ones
  for (Index a = 0; a < count; ++a) place[at(node.free[at(a)])] = a;
  SymmetricRowsBuilder pairs(count);
  for (Index a = 0; a < count; ++a) {
    if (stop.requested()) return std::nullopt;
    data.weight.push_back(whole.weights()[at(node.free[at(a)])]);
    add_row(node, whole, place, a, pairs);
  }
  data.pair_profit = std::move(pairs).finish();
  return QkpInstance(std::move(data));
}

// Of so many passes over all pairs of n items, or as many as can be counted.
std::int64_t operations_of(std::int64_t passes, Index n) {
  constexpr double operations_per_pair = 10;  // of a pass, both halves of the matrix together
  constexpr double most = 0x1p61;
  return static_cast<std::int64_t>(std::min(
      most, operations_per_pair * static_cast<double>(passes) * static_cast<double>(n) * n));
}

}  // namespace split_tree

class SplitTree::Search {
  using SplitNode = split_tree::SplitNode;
  using Decision = split_tree::Decision;

 public:
  Search(const QkpInstance& instance, Incumbent& incumbent, const SplitEffort& effort,
         std::int64_t number)
      : instance_(&instance), incumbent_(&incumbent), effort_(effort), number_(number) {
    open_.push_back(split_tree::root_of(instance));
  }

  bool run(std::int64_t operations, Stop& stop) {
    stop_ = &stop;
    const std::int64_t end =
        operations > endless - operations_ ? endless : operations_ + operations;
    while (!open_.empty() && operations_ < end && !exhausted() && !ended()) {
      ++work_.sweeps;
      SplitNode node = std::move(open_.back());
      open_.pop_back();
      if (node.bound <= incumbent_->value()) continue;
      if (!explore(node)) open_.push_back(std::move(node));
    }
    return open_.empty();
  }

  std::int64_t operations() const { return operations_; }
  bool exhausted() const {
    return work_.sweeps >= effort_.nodes || bytes() > effort_.memory * 1'000'000;
  }
  Profit bound() const {
    Profit bound = incumbent_->value();
    for (const SplitNode& node : open_) bound = std::max(bound, node.bound);
    return bound;
  }
  const Work& work() const { return work_; }

 private:
  bool ended() { return stop_->requested() || incumbent_->done(number_); }

  // Of the open nodes, at most: those below are smaller than those above.
  std::int64_t bytes() const {
    if (open_.empty()) return 0;
    const SplitNode& largest = open_.front();
    const std::size_t each =
        largest.in.size() +
        largest.free.size() * (sizeof(Index) + sizeof(Profit) + 2 * sizeof(double));
    return static_cast<std::int64_t>(open_.size() * each);
  }

  ItemBounds bound_items(const QkpInstance& part, BoundPoint& point, std::int64_t passes,
                         Profit target) {
    ItemBounds bounds = best_item_bounds(
        part, {.passes = static_cast<int>(passes), .stop = stop_, .target = target}, &point);
    point.passes = std::min(point.passes, most_settled);
    operations_ =
        std::min(endless / 2, operations_ + split_tree::operations_of(passes, part.size()));
    return bounds;
  }
  static void lower(ItemBounds& bounds, const ItemBounds& others) {
    bounds.bound = std::min(bounds.bound, others.bound);
    for (std::size_t a = 0; a < bounds.with.size(); ++a) {
      bounds.with[a] = std::min(bounds.with[a], others.with[a]);
      bounds.without[a] = std::min(bounds.without[a], others.without[a]);
    }
  }

  // Bounds, reduces, and if need be replaces the node by two. False if stopped before that.
  bool explore(SplitNode& node) {
    for (;;) {
      incumbent_->offer(node.in, node.value, number_);
      if (node.free.empty()) return true;
      const bool untouched = node.free.size() == at(instance_->size());
      const std::int64_t passes = untouched ? effort_.root_passes : effort_.node_passes;
      std::optional<QkpInstance> rest;
      if (!untouched && !(rest = split_tree::remainder(node, *instance_, *stop_))) return false;
      const QkpInstance& part = untouched ? *instance_ : *rest;
      if (part.nonnegative() && part.total_weight() <= node.room) {
        decide(node, std::vector(node.free.size(), Decision::in), *instance_);
        continue;
      }
      const Profit target = incumbent_->value() - node.value;
      const bool going_on = !node.point.x.empty();
      ItemBounds bounds = bound_items(part, node.point, passes, target);
      // A search that goes on from the parent's is short but may be stuck; then another one begins anew.
      if (going_on && !untouched && bounds.bound > target) {
        BoundPoint fresh;
        const ItemBounds others = bound_items(part, fresh, fresh_passes, target);
        if (others.bound < bounds.bound) node.point = std::move(fresh);
        lower(bounds, others);
      }
      work_.visits += part.size();
      node.bound = std::min(node.bound, node.value + bounds.bound);
      if (bounds.bound <= target) return true;
      if (ended()) return false;

      std::vector<Decision> decisions(node.free.size(), Decision::open);
      std::size_t decided = 0;
      for (std::size_t a = 0; a < decisions.size(); ++a) {
        if (bounds.with[a] <= target)
          decisions[a] = Decision::out;
        else if (bounds.without[a] <= target)
          decisions[a] = Decision::in;
        else
          continue;
        ++decided;
        if (bounds.without[a] <= target && bounds.with[a] <= target) return true;
      }
      work_.flips += static_cast<std::int64_t>(decided);
      if (again_after * decided >= decisions.size()) {
        if (!decide(node, decisions, *instance_)) return true;
        continue;
      }
      branch(node, decisions, bounds);
      return true;
    }
  }

  // On the item that the bounds want most per weight: without it little is left, so that one of the two
  // subproblems is small.
  void branch(const SplitNode& node, std::vector<Decision>& decisions, const ItemBounds& bounds) {
    std::size_t chosen = decisions.size();
    double best = 0;
    for (std::size_t a = 0; a < decisions.size(); ++a) {
      if (decisions[a] != Decision::open) continue;
      const double score = static_cast<double>(bounds.with[a] - bounds.without[a]) /
                           static_cast<double>(instance_->weights()[at(node.free[a])]);
      if (chosen < decisions.size() && score <= best) continue;
      chosen = a;
      best = score;
    }
    if (chosen == decisions.size()) return;
    for (const Decision decision : {Decision::out, Decision::in}) {
      SplitNode child = node;
      decisions[chosen] = decision;
      if (decide(child, decisions, *instance_)) open_.push_back(std::move(child));
    }
  }

  // Bounds are computed again once one in so many items has been fixed; fewer are left to the children.
  static constexpr std::size_t again_after = 10;
  // A search that goes on from the parent's still has to be able to move.
  static constexpr int most_settled = 100;
  static constexpr std::int64_t fresh_passes = 23;
  static constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

  const QkpInstance* instance_;
  Incumbent* incumbent_;
  SplitEffort effort_;
  std::int64_t number_;
  Stop* stop_ = nullptr;  // of this run
  std::int64_t operations_ = 0;
  std::vector<SplitNode> open_;  // the last one is next
  Work work_;
};

SplitTree::SplitTree(const QkpInstance& instance, Incumbent& incumbent, const SplitEffort& effort,
                     std::int64_t number)
    : search_(std::make_unique<Search>(instance, incumbent, effort, number)) {}
SplitTree::~SplitTree() = default;

bool SplitTree::run(std::int64_t operations, Stop& stop) { return search_->run(operations, stop); }
std::int64_t SplitTree::operations() const { return search_->operations(); }
bool SplitTree::exhausted() const { return search_->exhausted(); }
Profit SplitTree::bound() const { return search_->bound(); }
Work SplitTree::work() const { return search_->work(); }

}  // namespace spinsack
