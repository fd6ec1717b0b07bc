// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/graph_families.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "qubo/rudy_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

namespace spinsack::kcut {
namespace {

// rudy's random numbers take a seed of 31 bits.
constexpr std::int64_t largest_seed = 0x7fffffff - 1;
constexpr std::int64_t largest_weight = 1'000'000'000;
// Random pairs are drawn until enough different ones are found, in lists per vertex.
constexpr double most_edges = 1e7;

// What all families have: the parts, the seed and the weights.
struct GraphBasics {
  std::int64_t parts = 2;
  std::int64_t seed = 1;
  std::string weights = "one";
  std::int64_t weight_min = -10;
  std::int64_t weight_max = 10;

  static constexpr auto basics() {
    using Self = GraphBasics;
    return std::tuple{
        Field{"parts", &Self::parts, std::int64_t{fewest_parts}, std::int64_t{most_parts},
              "number of parts to cut into"},
        Field{"seed", &Self::seed, std::int64_t{0}, largest_seed, "start of the random numbers"},
        Choice{"weights",
               &Self::weights,
               {"one", "signs", "range"},
               "weights of the edges: all 1, -1 or 1, or uniform from weight-min to weight-max"},
        Field{"weight-min", &Self::weight_min, -largest_weight, largest_weight,
              "least weight, with weights=range"},
        Field{"weight-max", &Self::weight_max, -largest_weight, largest_weight,
              "largest weight, with weights=range"}};
  }
  void check_basics(std::int64_t vertices) const {
    if (weight_min > weight_max)
      throw UsageError(fmt::format("--weight-min: expected at most weight-max, {}, found {}",
                                   weight_max, weight_min));
    if (parts > vertices)
      throw UsageError(
          fmt::format("--parts: expected at most one per vertex, {}, found {}", vertices, parts));
  }
  Value draw_weight(Rng& rng) const {
    if (weights == "one") return 1;
    if (weights == "signs") return rng.integer(0, 1) == 0 ? -1 : 1;
    return rng.integer(weight_min, weight_max);
  }
  std::vector<Edge> weighed(const EdgeList& list) const {
    Rng rng(static_cast<std::uint64_t>(seed), stream_of("kcut weights"));
    std::vector<Edge> edges;
    edges.reserve(list.edges.size());
    for (const WeightedEdge& edge : list.edges) edges.push_back({edge.u, edge.v, draw_weight(rng)});
    return edges;
  }
  std::uint32_t rudy_seed() const { return static_cast<std::uint32_t>(seed); }
};

struct RandomGraphs : GraphBasics {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view help = "random edges at a density, as most of the Gset";
  static constexpr std::array<std::string_view, 2> in_name{"n", "density"};
  std::int64_t n = 100;
  double density = 10;
  static constexpr auto fields() {
    using Self = RandomGraphs;
    return std::tuple_cat(std::tuple{Field{"n", &Self::n, std::int64_t{2}, std::int64_t{1'000'000},
                                           "number of vertices"},
                                     Field{"density", &Self::density, 0.0, 60.0,
                                           "share of the pairs that are edges, in percent"}},
                          basics());
  }
  Index vertices() const { return static_cast<Index>(n); }
  void check() const {
    const auto pairs = static_cast<double>(n) * static_cast<double>(n - 1) / 2;
    if (pairs * density / 100 > most_edges)
      throw UsageError(fmt::format("--density: expected at most {:.0f} edges, found {:.0f}",
                                   most_edges, pairs * density / 100));
  }
  std::vector<Edge> edges() const {
    return weighed(
        make_rudy_graph({.kind = "random", .a = vertices(), .b = density, .seed = rudy_seed()}));
  }
};

struct TorusGraphs : GraphBasics {
  static constexpr std::string_view name = "torus";
  static constexpr std::string_view help =
      "a square lattice whose edges meet, as G11 or G81 with signs";
  static constexpr std::array<std::string_view, 2> in_name{"height", "width"};
  std::int64_t height = 10;
  std::int64_t width = 10;
  static constexpr auto fields() {
    using Self = TorusGraphs;
    return std::tuple_cat(
        std::tuple{Field{"height", &Self::height, std::int64_t{3}, std::int64_t{3000}, "rows"},
                   Field{"width", &Self::width, std::int64_t{3}, std::int64_t{3000}, "columns"}},
        basics());
  }
  Index vertices() const { return static_cast<Index>(height * width); }
  void check() const {}
  std::vector<Edge> edges() const {
    return weighed(make_rudy_graph({.kind = "torus",
                                    .a = static_cast<Index>(height),
                                    .b = static_cast<double>(width),
                                    .seed = rudy_seed()}));
  }
};

struct PlanarGraphs : GraphBasics {
  static constexpr std::string_view name = "planar";
  static constexpr std::string_view help = "the union of two random planar graphs, as G14 or G35";
  static constexpr std::array<std::string_view, 2> in_name{"n", "density"};
  std::int64_t n = 100;
  double density = 99;
  static constexpr auto fields() {
    using Self = PlanarGraphs;
    return std::tuple_cat(std::tuple{Field{"n", &Self::n, std::int64_t{4}, std::int64_t{1'000'000},
                                           "number of vertices"},
                                     Field{"density", &Self::density, 1.0, 100.0,
                                           "share of the edges of a triangulation, in percent"}},
                          basics());
  }
  Index vertices() const { return static_cast<Index>(n); }
  void check() const {}
  std::vector<Edge> edges() const {
    return weighed(
        make_rudy_graph({.kind = "planar", .a = vertices(), .b = density, .seed = rudy_seed()}));
  }
};

struct CompleteGraphs : GraphBasics {
  static constexpr std::string_view name = "complete";
  static constexpr std::string_view help = "an edge between any two vertices, as K2000 with signs";
  static constexpr std::array<std::string_view, 1> in_name{"n"};
  std::int64_t n = 100;
  CompleteGraphs() { weights = "signs"; }
  static constexpr auto fields() {
    return std::tuple_cat(std::tuple{Field{"n", &CompleteGraphs::n, std::int64_t{2},
                                           std::int64_t{10'000}, "number of vertices"}},
                          basics());
  }
  Index vertices() const { return static_cast<Index>(n); }
  void check() const {}
  std::vector<Edge> edges() const {
    return weighed(
        make_rudy_graph({.kind = "clique", .a = vertices(), .b = 0, .seed = rudy_seed()}));
  }
};

// Vertices get parts at random; edges between parts weigh something positive and those within a part, a share of all,
// something negative. So the hidden parts cut all positive weight and nothing else, and nothing is better.
struct PlantedGraphs : GraphBasics {
  static constexpr std::string_view name = "planted";
  static constexpr std::string_view help =
      "hidden parts that cut all positive edges: the optimum is known";
  static constexpr std::array<std::string_view, 2> in_name{"n", "density"};
  std::int64_t n = 100;
  double density = 10;
  double inside = 10;
  static constexpr auto fields() {
    using Self = PlantedGraphs;
    return std::tuple_cat(
        std::tuple{
            Field{"n", &Self::n, std::int64_t{2}, std::int64_t{1'000'000}, "number of vertices"},
            Field{"density", &Self::density, 0.0, 60.0,
                  "share of the pairs that are tried, in percent"},
            Field{"inside", &Self::inside, 0.0, 100.0,
                  "share of the pairs within a part that become negative edges, in percent"}},
        basics());
  }
  Index vertices() const { return static_cast<Index>(n); }
  void check() const { RandomGraphs{{}, n, density}.check(); }
  std::vector<Edge> edges() const {
    Rng rng(static_cast<std::uint64_t>(seed), stream_of("kcut planted"));
    std::vector<std::int64_t> part(at(vertices()));
    for (std::int64_t& p : part) p = rng.integer(0, parts - 1);
    const EdgeList tried =
        make_rudy_graph({.kind = "random", .a = vertices(), .b = density, .seed = rudy_seed()});
    std::vector<Edge> edges;
    for (const Edge& edge : weighed(tried)) {
      const Value size = std::abs(edge.weight);
      if (part[at(edge.u)] != part[at(edge.v)])
        edges.push_back({edge.u, edge.v, size});
      else if (100 * rng.real() < inside)
        edges.push_back({edge.u, edge.v, -size});
    }
    return edges;
  }
};

template <class Family>
Family with_values(const ParameterValues& values) {
  auto family = parse_parameters<Family>(fmt::format("family '{}'", Family::name), values);
  family.check_basics(family.vertices());
  family.check();
  return family;
}

// random_100_10_s1@3, and what is not at its default behind that: random_100_10_s1_weights=signs@3.
template <class Family>
std::string graph_name(const Family& family) {
  const ParameterValues values = parameter_values(family);
  const ParameterValues defaults = parameter_values(Family{});
  std::string name(Family::name);
  for (const std::string_view key : Family::in_name)
    name += fmt::format("_{}", values.find(key)->second);
  name += fmt::format("_s{}", family.seed);
  for (const auto& [key, value] : values) {
    const bool said =
        key == "seed" || key == "parts" || std::ranges::count(Family::in_name, key) > 0;
    if (!said && value != defaults.find(key)->second) name += fmt::format("_{}={}", key, value);
  }
  return fmt::format("{}@{}", name, family.parts);
}

template <class Family>
constexpr GraphFamily family_entry(bool hides_optimum = false) {
  return {
      Family::name,
      Family::help,
      describe_parameters<Family>,
      [](const ParameterValues& values) { return parameter_values(with_values<Family>(values)); },
      [](const ParameterValues& values) {
        const auto family = with_values<Family>(values);
        return Graph({.name = graph_name(family),
                      .vertices = family.vertices(),
                      .parts = static_cast<int>(family.parts),
                      .edges = family.edges()});
      },
      hides_optimum};
}

constexpr std::array families{family_entry<RandomGraphs>(), family_entry<TorusGraphs>(),
                              family_entry<PlanarGraphs>(), family_entry<CompleteGraphs>(),
                              family_entry<PlantedGraphs>(true)};

}  // namespace

std::span<const GraphFamily> graph_families() { return families; }

}  // namespace spinsack::kcut
