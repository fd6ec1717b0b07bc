// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/published_cuts.hpp"

#include "core/fact_table.hpp"
#include "core/params.hpp"
#include "data/embedded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spinsack::kcut {
namespace {

struct KnownCut {
  std::string_view suite;
  std::string_view graph;
  int parts;
  Value best;
};

std::span<const KnownCut> known_cuts() {
  static const std::vector<KnownCut> table = read_facts("cuts", data::cuts, [](const FactRow& row) {
    return KnownCut{row.text(0), row.text(1), row.number<int>(2), row.number<Value>(3)};
  });
  return table;
}

}  // namespace

std::string PublishedCut::full_name() const {
  return fmt::format("{}@{}", graph->full_name(), parts);
}

std::optional<Value> PublishedCut::best_known() const {
  if (parts == 2) return graph->best_cut;
  for (const KnownCut& known : known_cuts())
    if (known.suite == graph->suite && known.graph == graph->name && known.parts == parts)
      return known.best;
  return std::nullopt;
}

int parse_parts(std::string_view text) {
  return static_cast<int>(params::parse_integer("parts", text, fewest_parts, most_parts));
}

NameWithParts split_parts(std::string_view text) {
  const std::size_t mark = text.rfind('@');
  if (mark == std::string_view::npos) return {text, std::nullopt};
  return {text.substr(0, mark), parse_parts(text.substr(mark + 1))};
}

std::vector<PublishedCut> match_published_cuts(std::string_view text, std::optional<int> parts) {
  const NameWithParts name = split_parts(text);
  std::vector<PublishedCut> found;
  for (const PublishedGraph* const graph : match_published_graphs(name.name))
    found.push_back({graph, parts.value_or(name.parts.value_or(2))});
  return found;
}

Graph build_published_cut(const PublishedCut& published) {
  const EdgeList list = make_rudy_graph(published.graph->recipe);
  Graph::Data data{.name = published.full_name(),
                   .vertices = list.vertices,
                   .parts = published.parts,
                   .edges = {}};
  data.edges.reserve(list.edges.size());
  for (const WeightedEdge& edge : list.edges) data.edges.push_back({edge.u, edge.v, edge.weight});
  return Graph(std::move(data));
}

std::optional<PublishedCut> find_published_cut(const Graph& graph) {
  for (const PublishedGraph& published : published_graphs()) {
    if (graph.size() != published.n || graph.edges() != published.edges) continue;
    const PublishedCut candidate{&published, graph.parts()};
    const Graph rebuilt = build_published_cut(candidate);
    bool equal = rebuilt.weight() == graph.weight();
    for (Index v = 0; equal && v < graph.size(); ++v)
      equal = std::ranges::equal(graph.neighbours(v), rebuilt.neighbours(v)) &&
              std::ranges::equal(graph.weights(v), rebuilt.weights(v));
    if (equal) return candidate;
  }
  return std::nullopt;
}

}  // namespace spinsack::kcut
