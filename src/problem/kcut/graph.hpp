// SPDX-License-Identifier: Apache-2.0
// Max k-cut: a graph with integer edge weights of either sign, and a number of parts k. Every vertex goes into one of
// the parts 0..k-1, and the weight of the edges between different parts is to be as large as possible:
//
//   cut(c) = sum over edges {u, v} with c_u != c_v of w_uv.
//
// Parts may be empty. With k = 2 it is max-cut.
#pragma once

#include "core/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spinsack::kcut {

using Value = std::int64_t;  // weights, sums of them, cuts

struct Edge {
  Index u = 0;
  Index v = 0;
  Value weight = 0;
  friend bool operator==(const Edge&, const Edge&) = default;
};

inline constexpr int fewest_parts = 2;
inline constexpr int most_parts = 255;  // a label is a byte

class Graph {
 public:
  struct Data {
    std::string name;
    Index vertices = 0;       // at least 2
    int parts = 2;            // 2..255, and no more than vertices
    std::vector<Edge> edges;  // in any order and direction, no loops, each pair once
  };
  // InvalidInstance that names the first broken rule; the weights add up to at most 2^61 without their signs.
  explicit Graph(Data data);

  const std::string& name() const { return name_; }
  Index size() const { return static_cast<Index>(start_.size()) - 1; }
  int parts() const { return parts_; }
  std::int64_t edges() const { return static_cast<std::int64_t>(neighbour_.size() / 2); }

  // The neighbours of a vertex in ascending order, and the weights of the edges to them.
  std::span<const Index> neighbours(Index v) const { return row(neighbour_, v); }
  std::span<const Value> weights(Index v) const { return row(weight_, v); }
  Index degree(Index v) const { return static_cast<Index>(start_[at(v) + 1] - start_[at(v)]); }

  Value weight() const { return positive_ - negative_; }  // of all edges
  Value positive_weight() const { return positive_; }     // no cut is larger
  Value negative_weight() const { return negative_; }     // of the edges below 0, without the sign
  // The largest sum of weights at a vertex, without their signs: no move changes a cut by more.
  Value largest_pull() const { return largest_pull_; }

  // f(u, v, weight) for all edges, u < v, in ascending order.
  template <class F>
  void for_each_edge(F&& f) const {
    for (Index u = 0; u < size(); ++u) {
      const auto ends = neighbours(u);
      const auto values = weights(u);
      for (std::size_t e = 0; e < ends.size(); ++e)
        if (ends[e] > u) f(u, ends[e], values[e]);
    }
  }

  // The same graph for another number of parts, or under another name. InvalidInstance as above.
  [[nodiscard]] Graph with_parts(int parts) const;
  [[nodiscard]] Graph with_name(std::string name) const;

 private:
  template <class T>
  std::span<const T> row(const std::vector<T>& all, Index v) const {
    return std::span<const T>(all).subspan(start_[at(v)], start_[at(v) + 1] - start_[at(v)]);
  }
  void fill_rows(const std::vector<Edge>& edges);

  std::string name_;
  int parts_;
  std::vector<std::size_t> start_;  // of each vertex in the two below
  std::vector<Index> neighbour_;
  std::vector<Value> weight_;
  Value positive_ = 0;
  Value negative_ = 0;
  Value largest_pull_ = 0;
};

// InvalidInstance unless this many parts go with this many vertices.
void check_parts(const std::string& name, std::int64_t parts, Index vertices);

}  // namespace spinsack::kcut
