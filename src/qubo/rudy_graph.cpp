// SPDX-License-Identifier: Apache-2.0
#include "qubo/rudy_graph.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace spinsack {
namespace {

// Knuth's gb_flip: a subtractive generator of period 2^85 - 2^30, modulo 2^31.
class FlipStream {
 public:
  explicit FlipStream(std::uint32_t seed) {
    std::uint32_t previous = seed & mask;
    std::uint32_t next = 1;
    std::uint32_t shifted = previous;
    a_[55] = previous;
    for (std::size_t i = 21; i != 0; i = (i + 21) % 55) {
      a_[i] = next;
      next = previous - next;
      shifted = (shifted & 1U) != 0 ? 0x40000000U + (shifted >> 1U) : shifted >> 1U;
      next = (next - shifted) & mask;
      previous = a_[i];
    }
    for (int warm_up = 0; warm_up < 5; ++warm_up) cycle();
  }

  // Uniform in 0..limit-1.
  std::uint32_t below(std::uint32_t limit) {
    const std::uint32_t even = range - range % limit;
    std::uint32_t drawn = draw();
    while (drawn >= even) drawn = draw();
    return drawn % limit;
  }
  Index index(Index limit) { return static_cast<Index>(below(static_cast<std::uint32_t>(limit))); }

 private:
  static constexpr std::uint32_t range = 0x80000000U;
  static constexpr std::uint32_t mask = range - 1;

  void cycle() {
    for (std::size_t i = 1; i <= 24; ++i) a_[i] = (a_[i] - a_[i + 31]) & mask;
    for (std::size_t i = 25; i <= 55; ++i) a_[i] = (a_[i] - a_[i - 24]) & mask;
    next_ = 55;
  }
  // The first numbers of a cycle are its last; the first of all is number 54.
  std::uint32_t draw() {
    if (next_ == 1) {
      cycle();
      return a_[55];
    }
    return a_[--next_];
  }

  std::array<std::uint32_t, 56> a_{};  // from 1
  std::size_t next_ = 55;              // the last one used
};

// Every vertex has a list of its edges, the newest first. That order decides the signs and the file.
class RudyGraph {
 public:
  explicit RudyGraph(Index n) : first_(at(n), none) {}

  Index size() const { return static_cast<Index>(first_.size()); }
  std::size_t edges() const { return weight_.size(); }

  void reserve(std::size_t edges) {
    half_.reserve(2 * edges);
    weight_.reserve(edges);
  }
  void add(Index u, Index v) {
    half_.push_back({v, std::exchange(first_[at(u)], static_cast<std::uint32_t>(half_.size()))});
    half_.push_back({u, std::exchange(first_[at(v)], static_cast<std::uint32_t>(half_.size()))});
    weight_.push_back(1);
  }
  bool joined(Index u, Index v) const {
    for (std::uint32_t h = first_[at(u)]; h != none; h = half_[h].next)
      if (half_[h].end == v) return true;
    return false;
  }
  // f(v, u, weight) for the edges to vertices u > v: v ascending, along the list of each.
  template <class Self, class F>
  static void walk(Self& self, F&& f) {
    for (Index v = 0; v < self.size(); ++v)
      for (std::uint32_t h = self.first_[at(v)]; h != none; h = self.half_[h].next)
        if (self.half_[h].end > v) f(v, self.half_[h].end, self.weight_[h / 2]);
  }
  // f(u) for the neighbours u > v of v, along its list.
  template <class F>
  void for_each_later(Index v, F&& f) const {
    for (std::uint32_t h = first_[at(v)]; h != none; h = half_[h].next)
      if (half_[h].end > v) f(half_[h].end);
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  struct Half {  // an edge as one of its ends sees it; those of edge e are 2 e and 2 e + 1
    Index end;
    std::uint32_t next;
  };
  std::vector<std::uint32_t> first_;
  std::vector<Half> half_;
  std::vector<std::int8_t> weight_;
};

RudyGraph random_graph(Index n, double percent, std::uint32_t seed) {
  FlipStream stream(seed);
  const double all = static_cast<double>(n) * (n - 1);
  const auto wanted = static_cast<std::size_t>(std::floor(all * percent / 200 + 0.5));
  RudyGraph graph(n);
  graph.reserve(wanted);
  while (graph.edges() < wanted) {
    const Index u = stream.index(n);
    const Index v = stream.index(n);
    if (u != v && !graph.joined(u, v)) graph.add(u, v);
  }
  return graph;
}

RudyGraph torus(Index height, Index width) {
  RudyGraph graph(height * width);
  for (Index i = 0; i < height; ++i)
    for (Index j = 0; j < width; ++j) graph.add(i * width + j, i * width + (j + 1) % width);
  for (Index i = 0; i < height; ++i)
    for (Index j = 0; j < width; ++j) graph.add(i * width + j, (i + 1) % height * width + j);
  return graph;
}

RudyGraph clique(Index n) {
  RudyGraph graph(n);
  graph.reserve(at(n) * at(n - 1) / 2);
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) graph.add(i, j);
  return graph;
}

// A triangulation that grows vertex by vertex inside a random face; then random edges go until the share is left.
RudyGraph planar_graph(Index n, double percent, std::uint32_t seed) {
  FlipStream stream(seed);
  std::vector<std::array<Index, 3>> faces{{0, 1, 2}};
  std::vector<std::pair<Index, Index>> edges{{0, 1}, {0, 2}, {1, 2}};
  for (Index v = 3; v < n; ++v) {
    const auto f = at(stream.index(static_cast<Index>(faces.size())));
    const auto [a, b, c] = faces[f];
    for (const Index corner : {a, b, c}) edges.emplace_back(corner, v);
    faces[f] = {a, b, v};
    faces.push_back({a, c, v});
    faces.push_back({b, c, v});
  }
  const double kept = percent * 3 * (n - 2) / 100;
  while (static_cast<double>(edges.size()) > kept) {
    const auto e = at(stream.index(static_cast<Index>(edges.size())));
    edges[e] = edges.back();
    edges.pop_back();
  }
  RudyGraph graph(n);
  for (const auto& [u, v] : edges) graph.add(u, v);
  return graph;
}

RudyGraph united(const RudyGraph& one, const RudyGraph& other) {
  RudyGraph graph(one.size());
  std::vector<Index> joined_to(at(one.size()), -1);
  for (Index v = 0; v < one.size(); ++v)
    for (const RudyGraph* part : {&one, &other})
      part->for_each_later(v, [&](Index u) {
        if (std::exchange(joined_to[at(u)], v) != v) graph.add(v, u);
      });
  return graph;
}

RudyGraph unsigned_graph(const RudyRecipe& recipe) {
  if (recipe.kind == "random") return random_graph(recipe.a, recipe.b, recipe.seed);
  if (recipe.kind == "torus") return torus(recipe.a, static_cast<Index>(recipe.b));
  if (recipe.kind == "clique") return clique(recipe.a);
  if (recipe.kind == "planar")
    return united(planar_graph(recipe.a, recipe.b, recipe.seed),
                  planar_graph(recipe.a, recipe.b, recipe.seed + 1));
  throw std::logic_error(fmt::format("rudy makes no graph of the kind '{}'", recipe.kind));
}

}  // namespace

EdgeList make_rudy_graph(const RudyRecipe& recipe) {
  RudyGraph graph = unsigned_graph(recipe);
  if (recipe.sign_seed != 0) {
    FlipStream signs(recipe.sign_seed);
    RudyGraph::walk(graph, [&](Index, Index, std::int8_t& weight) {
      weight = signs.below(2) == 0 ? std::int8_t{-1} : std::int8_t{1};
    });
  }
  EdgeList list{.vertices = graph.size(), .edges = {}};
  list.edges.reserve(graph.edges());
  RudyGraph::walk(std::as_const(graph), [&](Index v, Index u, std::int8_t weight) {
    list.edges.push_back({v, u, weight});
  });
  return list;
}

}  // namespace spinsack
