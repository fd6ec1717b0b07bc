// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/exact.hpp"

#include "problem/kcut/cut.hpp"
#include "solver/searches.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <vector>

namespace spinsack::kcut {
namespace {

// Heaviest edges to those before, in an order that begins with the heaviest vertex.
std::vector<Index> placing_order(const Graph& graph) {
  std::vector<Value> tied(at(graph.size()), 0);
  std::vector<Value> whole(at(graph.size()), 0);
  for (Index v = 0; v < graph.size(); ++v)
    for (const Value w : graph.weights(v)) whole[at(v)] += std::abs(w);
  std::vector<bool> placed(at(graph.size()), false);
  std::vector<Index> order;
  while (order.size() < at(graph.size())) {
    Index next = -1;
    for (Index v = 0; v < graph.size(); ++v)
      if (!placed[at(v)] && (next < 0 || std::pair(tied[at(v)], whole[at(v)]) >
                                             std::pair(tied[at(next)], whole[at(next)])))
        next = v;
    placed[at(next)] = true;
    order.push_back(next);
    const auto ends = graph.neighbours(next);
    for (std::size_t e = 0; e < ends.size(); ++e)
      tied[at(ends[e])] += std::abs(graph.weights(next)[e]);
  }
  return order;
}

// A walk through the labellings that begin with given parts.
class CutTree {
 public:
  CutTree(const Graph& graph, const std::vector<Index>& order)
      : graph_(graph),
        order_(order),
        rank_(order.size()),
        labels_(order.size(), 0),
        pull_(order.size() * static_cast<std::size_t>(graph.parts()), 0),
        to_placed_(order.size(), 0),
        open_positive_(graph.positive_weight()) {
    for (std::size_t i = 0; i < order.size(); ++i) rank_[at(order[i])] = static_cast<Index>(i);
  }

  // No labelling below this node cuts more.
  Value bound(Index depth) const {
    Value sum = cut_ + open_positive_;
    for (Index i = depth; i < graph_.size(); ++i) {
      const Index v = order_[at(i)];
      const Value* const pull = row(v);
      sum += to_placed_[at(v)] - *std::min_element(pull, pull + graph_.parts());
    }
    return sum;
  }
  void place(Index depth, int part) {
    const Index v = order_[at(depth)];
    labels_[at(v)] = static_cast<std::uint8_t>(part);
    cut_ += to_placed_[at(v)] - row(v)[part];
    spread(v, depth, part, 1);
  }
  void take_back(Index depth) {
    const Index v = order_[at(depth)];
    const int part = labels_[at(v)];
    spread(v, depth, part, -1);
    cut_ -= to_placed_[at(v)] - row(v)[part];
  }
  Value cut() const { return cut_; }
  const Labels& labels() const { return labels_; }

 private:
  Value* row(Index v) { return pull_.data() + at(v) * static_cast<std::size_t>(graph_.parts()); }
  const Value* row(Index v) const {
    return pull_.data() + at(v) * static_cast<std::size_t>(graph_.parts());
  }
  // Tells the neighbours that come later; edges to them are not open any more.
  void spread(Index v, Index depth, int part, Value sign) {
    const auto ends = graph_.neighbours(v);
    const auto weights = graph_.weights(v);
    for (std::size_t e = 0; e < ends.size(); ++e) {
      if (rank_[at(ends[e])] <= depth) continue;
      row(ends[e])[part] += sign * weights[e];
      to_placed_[at(ends[e])] += sign * weights[e];
      if (weights[e] > 0) open_positive_ -= sign * weights[e];
    }
  }

  const Graph& graph_;
  const std::vector<Index>& order_;
  std::vector<Index> rank_;
  Labels labels_;
  std::vector<Value> pull_;       // of each vertex, by the parts of those placed
  std::vector<Value> to_placed_;  // weight of each vertex to those placed
  Value open_positive_;           // between two vertices that are not placed
  Value cut_ = 0;
};

class CutSearch {
 public:
  CutSearch(const Graph& graph, const std::vector<Index>& order, Incumbent& incumbent,
            std::int64_t number)
      : graph_(graph),
        tree_(graph, order),
        incumbent_(incumbent),
        number_(number),
        watch_(incumbent.watch(number)) {}

  // False if it was told to stop before it had seen everything.
  bool run(const std::vector<int>& first_parts) {
    Index depth = 0;
    int used = 0;
    for (const int part : first_parts) {
      tree_.place(depth++, part);
      used = std::max(used, part + 1);
    }
    descend(depth, used);
    incumbent_.count({.sweeps = 0, .visits = nodes_, .flips = 0}, number_);
    return !stopped_;
  }

 private:
  void descend(Index depth, int used) {
    ++nodes_;
    if (stopped_ || (stopped_ = watch_.stop_after(graph_.size()))) return;
    if (depth == graph_.size()) {
      if (tree_.cut() <= best_) return;
      best_ = tree_.cut();
      incumbent_.offer(tree_.labels(), best_, number_);
      return;
    }
    // What others found may end this branch only if it cannot be as good: of equal answers that of the smallest number
    // counts, and it must be found whatever the order of time.
    const Value bound = tree_.bound(depth);
    if (bound <= best_ || bound < incumbent_.value()) return;
    for (int part = 0; part < std::min(used + 1, graph_.parts()); ++part) {
      tree_.place(depth, part);
      descend(depth + 1, std::max(used, part + 1));
      tree_.take_back(depth);
    }
  }

  const Graph& graph_;
  CutTree tree_;
  Incumbent& incumbent_;
  std::int64_t number_;
  StopCheck watch_;
  Value best_ = 0;  // with everything in one part
  std::int64_t nodes_ = 0;
  bool stopped_ = false;
};

// The parts of the first vertices, all ways up to names, of at least so many if there are.
std::vector<std::vector<int>> beginnings(const Graph& graph, std::size_t wanted) {
  std::vector<std::vector<int>> all{{0}};
  while (all.size() < wanted && all.front().size() < at(graph.size())) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& parts : all)
      for (int next = 0; next <= std::min(*std::ranges::max_element(parts) + 1, graph.parts() - 1);
           ++next) {
        longer.push_back(parts);
        longer.back().push_back(next);
      }
    all = std::move(longer);
  }
  return all;
}

}  // namespace

void ExactCut::solve(const Graph& graph, Incumbent& incumbent) const {
  constexpr std::size_t subtrees = 64;
  incumbent.bound(graph.positive_weight());
  const std::vector<Index> order = placing_order(graph);
  const std::vector<std::vector<int>> starts = beginnings(graph, subtrees);
  std::atomic<std::size_t> finished = 0;
  run_searches(
      incumbent, 0, static_cast<std::int64_t>(starts.size()),
      [&](std::int64_t turn, std::int64_t number) {
        if (CutSearch(graph, order, incumbent, number).run(starts[static_cast<std::size_t>(turn)]))
          ++finished;
      });
  if (finished == starts.size()) incumbent.bound(incumbent.value());
}

}  // namespace spinsack::kcut
