// SPDX-License-Identifier: Apache-2.0
#include "solver/minimum_cut.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace spinsack {
namespace {

// Flow holds any sum of values and scaled capacities.
template <class Flow>
class PushRelabel {
 public:
  PushRelabel(const CutGraph& graph, std::span<const Wide> values, Profit scale, StopCheck& watch,
              CutEffort& effort)
      : graph_(&graph),
        watch_(&watch),
        effort_(&effort),
        n_(graph.size()),
        far_(n_ + 1),
        residual_(graph.head.size()),
        reverse_(graph.head.size()),
        excess_(at(n_)),
        to_sink_(at(n_)),
        label_(at(n_)),
        current_(at(n_)),
        nodes_(n_),
        active_(n_) {
    for (std::size_t a = 0; a < residual_.size(); ++a)
      residual_[a] = static_cast<Flow>(graph.capacity[a]) * static_cast<Flow>(scale);
    // Arcs into a node are met in the order of their tails, as are the arcs out of it.
    std::vector<std::size_t> next(graph.start.begin(), graph.start.end() - 1);
    for (Index i = 0; i < n_; ++i) {
      if (watch.stop_after(n_)) return;  // once true, also in run()
      for (std::size_t a = graph.start[at(i)]; a < graph.start[at(i) + 1]; ++a)
        reverse_[a] =
            static_cast<std::uint32_t>(next[at(graph.head[a])]++ - graph.start[at(graph.head[a])]);
    }
    for (std::size_t i = 0; i < excess_.size(); ++i) {
      const auto value = static_cast<Flow>(values[i]);
      (value > 0 ? excess_[i] : to_sink_[i]) = value > 0 ? value : -value;
    }
  }

  std::optional<Bits> run() {
    if (watch_->stop_after(0) || !find_labels()) return {};
    Index relabels = 0;
    for (Index node = active_.take_highest(); node >= 0; node = active_.take_highest()) {
      relabels += discharge(node);
      if (watch_->stop_after(std::exchange(unasked_, 0))) return {};
      if (relabels < n_) continue;
      if (!find_labels()) return {};
      relabels = 0;
    }
    // Who cannot send anything to the sink is on the source's side.
    if (!find_labels()) return {};
    Bits in(at(n_));
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = label_[i] == far_ ? 1 : 0;
    return in;
  }

 private:
  // Nodes by label, as doubly linked lists.
  class NodesByLabel {
   public:
    explicit NodesByLabel(Index n)
        : first_(at(n) + 2, none), next_(at(n), none), previous_(at(n), none) {}
    void clear() {
      std::ranges::fill(first_, none);
      highest_ = none;
    }
    void put(Index node, Index label) {
      const Index follower = first_[at(label)];
      next_[at(node)] = follower;
      previous_[at(node)] = none;
      if (follower != none) previous_[at(follower)] = node;
      first_[at(label)] = node;
      highest_ = std::max(highest_, label);
    }
    void remove(Index node, Index label) {
      const Index before = previous_[at(node)];
      const Index after = next_[at(node)];
      (before == none ? first_[at(label)] : next_[at(before)]) = after;
      if (after != none) previous_[at(after)] = before;
    }
    Index first(Index label) const { return first_[at(label)]; }
    Index highest() const { return highest_; }
    Index take_highest() {
      for (; highest_ >= 0; --highest_)
        if (const Index node = first(highest_); node != none) {
          remove(node, highest_);
          return node;
        }
      return none;
    }

   private:
    static constexpr Index none = -1;
    std::vector<Index> first_;  // by label
    std::vector<Index> next_;
    std::vector<Index> previous_;
    Index highest_ = none;  // no node has a higher label
  };

  std::size_t back(std::size_t arc) const {
    return graph_->start[at(graph_->head[arc])] + reverse_[arc];
  }

  // The distances to the sink over arcs that have something left; far_ for those who cannot reach it. False if the watch
  // says stop.
  [[nodiscard]] bool find_labels() {
    std::ranges::fill(label_, far_);
    nodes_.clear();
    active_.clear();
    queue_.clear();
    const auto reach = [&](Index i, Index label) {
      label_[at(i)] = label;
      queue_.push_back(i);
    };
    for (Index i = 0; i < n_; ++i)
      if (to_sink_[at(i)] > 0) reach(i, 1);
    std::size_t looked_at = 0;
    while (looked_at < queue_.size()) {
      const Index i = queue_[looked_at++];
      const std::size_t end = graph_->start[at(i) + 1];
      for (std::size_t a = graph_->start[at(i)]; a < end; ++a)
        if (label_[at(graph_->head[a])] == far_ && residual_[back(a)] > 0)
          reach(graph_->head[a], label_[at(i)] + 1);
      count(end - graph_->start[at(i)]);
      if (watch_->stop_after(std::exchange(unasked_, 0))) return false;
    }
    for (const Index i : queue_) {
      current_[at(i)] = graph_->start[at(i)];
      nodes_.put(i, label_[at(i)]);
      if (excess_[at(i)] > 0) active_.put(i, label_[at(i)]);
    }
    return true;
  }

  // Sends on all that the node has, as far as the sink can be reached. How often it was given a new label.
  Index discharge(Index i) {
    Index relabels = 0;
    Flow& excess = excess_[at(i)];
    for (;;) {
      const Index label = label_[at(i)];
      if (label == 1 && to_sink_[at(i)] > 0) {
        const Flow flow = std::min(excess, to_sink_[at(i)]);
        excess -= flow;
        to_sink_[at(i)] -= flow;
      }
      const std::size_t end = graph_->start[at(i) + 1];
      const std::size_t from = current_[at(i)];
      std::size_t a = from;
      for (; a < end && excess > 0; ++a)
        if (residual_[a] > 0 && label_[at(graph_->head[a])] == label - 1) push(i, a);
      count(a - from);
      if (excess == 0) {
        current_[at(i)] = a > from ? a - 1 : a;  // the last arc may have something left
        return relabels;
      }
      ++relabels;
      if (!relabel(i)) return relabels;
    }
  }

  void push(Index i, std::size_t arc) {
    const Index j = graph_->head[arc];
    const Flow flow = std::min(excess_[at(i)], residual_[arc]);
    residual_[arc] -= flow;
    residual_[back(arc)] += flow;
    excess_[at(i)] -= flow;
    if (excess_[at(j)] == 0) active_.put(j, label_[at(j)]);
    excess_[at(j)] += flow;
    ++effort_->pushes;
  }

  // False if the node cannot reach the sink any more.
  bool relabel(Index i) {
    const Index old = label_[at(i)];
    nodes_.remove(i, old);
    if (nodes_.first(old) == -1) {
      give_up_above(old);
      label_[at(i)] = far_;
      return false;
    }
    Index lowest = to_sink_[at(i)] > 0 ? 0 : far_;
    const std::size_t end = graph_->start[at(i) + 1];
    for (std::size_t a = graph_->start[at(i)]; a < end; ++a)
      if (residual_[a] > 0) lowest = std::min(lowest, label_[at(graph_->head[a])]);
    count(end - graph_->start[at(i)]);
    current_[at(i)] = graph_->start[at(i)];
    label_[at(i)] = std::min(lowest + 1, far_);
    if (label_[at(i)] == far_) return false;
    nodes_.put(i, label_[at(i)]);
    return true;
  }

  // Nobody has this label: those above it have no way to the sink. None of them is active, as the node at
  // work had the highest label of those that are.
  void give_up_above(Index gap) {
    for (Index label = gap + 1; label <= nodes_.highest(); ++label)
      for (Index node = nodes_.first(label); node >= 0; node = nodes_.first(label)) {
        nodes_.remove(node, label);
        label_[at(node)] = far_;
      }
  }

  void count(std::size_t arcs) {
    unasked_ += static_cast<std::int64_t>(arcs);
    effort_->arcs += static_cast<std::int64_t>(arcs);
  }

  const CutGraph* graph_;
  StopCheck* watch_;
  CutEffort* effort_;
  Index n_;
  Index far_;                   // beyond every label of a node that can reach the sink, 1..n
  std::vector<Flow> residual_;  // by arc
  std::vector<std::uint32_t> reverse_;  // by arc: its place among the arcs of the head
  std::vector<Flow> excess_;
  std::vector<Flow> to_sink_;  // what the arc to the sink has left
  std::vector<Index> label_;
  std::vector<std::size_t> current_;  // the arc to try next
  std::vector<Index> queue_;
  NodesByLabel nodes_;
  NodesByLabel active_;
  std::int64_t unasked_ = 0;
};

}  // namespace

std::optional<Bits> largest_best_set(const CutGraph& graph, std::span<const Wide> values,
                                     Profit scale, StopCheck& watch, CutEffort& effort) {
  Wide most = 0;
  for (const Wide value : values) most += value > 0 ? value : -value;
  for (const Profit capacity : graph.capacity) most += Wide{capacity} * scale;
  if (most <= std::numeric_limits<std::int64_t>::max())
    return PushRelabel<std::int64_t>(graph, values, scale, watch, effort).run();
  return PushRelabel<Wide>(graph, values, scale, watch, effort).run();
}

}  // namespace spinsack
