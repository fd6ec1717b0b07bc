// SPDX-License-Identifier: Apache-2.0
// One labelling with its bookkeeping, in exact integers: of every vertex v and part c the pull
//
//   pull(v, c) = sum of w_vu over the neighbours u of v in part c.
//
// A move of v from a to b gains pull(v, a) - pull(v, b), known at once; making it costs O(degree).
#pragma once

#include "problem/answer.hpp"
#include "problem/kcut/graph.hpp"

#include <cstddef>
#include <vector>

namespace spinsack::kcut {

struct Move {
  Index vertex = -1;
  int part = 0;
  Value gain = 0;
};

class Partition {
 public:
  // Keeps a reference to graph. labels: one 0..k-1 per vertex.
  Partition(const Graph& graph, LabelView labels);

  const Graph& graph() const { return *graph_; }
  Index size() const { return graph_->size(); }
  int parts() const { return parts_; }
  Value cut() const { return cut_; }
  LabelView labels() const { return labels_; }
  int part(Index v) const { return labels_[at(v)]; }
  Value pull(Index v, int part) const { return pulls(v)[part]; }
  Value gain(Index v, int part) const { return pull(v, labels_[at(v)]) - pull(v, part); }
  // The best part other than its own; of equal ones the first.
  Move best_move(Index v) const;
  // Of an exchange of the parts of u and v, joined by an edge of this weight (0: by none).
  Value swap_gain(Index u, Index v, Value weight) const {
    const Value joined = part(u) == part(v) ? 0 : 2 * weight;
    return gain(u, part(v)) + gain(v, part(u)) + joined;
  }
  void move(Index v, int part);

 private:
  const Value* pulls(Index v) const {
    return pull_.data() + at(v) * static_cast<std::size_t>(parts_);
  }

  const Graph* graph_;
  int parts_;
  Labels labels_;
  std::vector<Value> pull_;  // k for each vertex
  Value cut_ = 0;
};

}  // namespace spinsack::kcut
