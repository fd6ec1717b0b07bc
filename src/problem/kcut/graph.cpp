// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/graph.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spinsack::kcut {
namespace {

// Unlike -w, defined for the smallest number, too.
std::uint64_t magnitude(Value weight) {
  const auto bits = static_cast<std::uint64_t>(weight);
  return weight < 0 ? 0 - bits : bits;
}

void check_edges(const Graph::Data& data) {
  const auto broken = [&](const std::string& rule) {
    throw InvalidInstance(fmt::format("{}: {}", data.name, rule));
  };
  std::uint64_t sum = 0;
  for (const Edge& edge : data.edges) {
    for (const Index end : {edge.u, edge.v})
      if (end < 0 || end >= data.vertices)
        broken(
            fmt::format("expected vertices 0..{} at every edge, found {}", data.vertices - 1, end));
    if (edge.u == edge.v)
      broken(
          fmt::format("expected two different ends of every edge, found vertex {} twice", edge.u));
    const std::uint64_t size = magnitude(edge.weight);
    if (size > static_cast<std::uint64_t>(sum_limit) ||
        (sum += size) > static_cast<std::uint64_t>(sum_limit))
      broken("expected weights that add up to at most 2^61 without their signs, found more");
  }
}

}  // namespace

void check_parts(const std::string& name, std::int64_t parts, Index vertices) {
  if (vertices < fewest_parts)
    throw InvalidInstance(
        fmt::format("{}: expected at least {} vertices, found {}", name, fewest_parts, vertices));
  const std::int64_t most = std::min<std::int64_t>(most_parts, vertices);
  if (parts < fewest_parts || parts > most)
    throw InvalidInstance(fmt::format("{}: expected {}..{} parts for {} vertices, found {}", name,
                                      fewest_parts, most, vertices, parts));
}

Graph::Graph(Data data) : name_(std::move(data.name)), parts_(data.parts) {
  data.name = name_;
  check_parts(name_, data.parts, data.vertices);
  check_edges(data);
  start_.assign(at(data.vertices) + 1, 0);
  for (Edge& edge : data.edges)
    if (edge.u > edge.v) std::swap(edge.u, edge.v);
  const auto ends = [](const Edge& edge) { return std::pair(edge.u, edge.v); };
  if (!std::ranges::is_sorted(data.edges, {}, ends)) std::ranges::sort(data.edges, {}, ends);
  const auto twice = std::ranges::adjacent_find(data.edges, {}, ends);
  if (twice != data.edges.end())
    throw InvalidInstance(
        fmt::format("{}: expected every edge once, found that of vertices {} and {} twice", name_,
                    twice->u, twice->v));
  fill_rows(data.edges);
}

// Edges sorted by both ends. Filled in that order, rows are sorted: first come the smaller neighbours.
void Graph::fill_rows(const std::vector<Edge>& edges) {
  for (const Edge& edge : edges) {
    ++start_[at(edge.u) + 1];
    ++start_[at(edge.v) + 1];
    (edge.weight < 0 ? negative_ : positive_) += static_cast<Value>(magnitude(edge.weight));
  }
  for (std::size_t v = 1; v < start_.size(); ++v) start_[v] += start_[v - 1];
  neighbour_.resize(2 * edges.size());
  weight_.resize(2 * edges.size());
  std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
  const auto put = [&](Index from, Index to, Value weight) {
    const std::size_t place = next[at(from)]++;
    neighbour_[place] = to;
    weight_[place] = weight;
  };
  // Both passes in ascending order of the other end, so that no row needs sorting.
  for (const Edge& edge : edges) put(edge.v, edge.u, edge.weight);
  for (const Edge& edge : edges) put(edge.u, edge.v, edge.weight);
  for (Index v = 0; v < size(); ++v) {
    Value pull = 0;
    for (const Value w : weights(v)) pull += static_cast<Value>(magnitude(w));
    largest_pull_ = std::max(largest_pull_, pull);
  }
}

Graph Graph::with_parts(int parts) const {
  check_parts(name_, parts, size());
  Graph other = *this;
  other.parts_ = parts;
  return other;
}

Graph Graph::with_name(std::string name) const {
  Graph other = *this;
  other.name_ = std::move(name);
  return other;
}

}  // namespace spinsack::kcut
