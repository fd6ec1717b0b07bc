// SPDX-License-Identifier: Apache-2.0
// The published graphs as instances, "gset:G14@3" or "wk:2000_1@2": a graph of qubo/published_graph.hpp and the number
// of parts behind the @, 2 without one. Best known cuts of two parts are those of the graph; of more parts, those of
// data/cuts.csv.
#pragma once

#include "problem/kcut/graph.hpp"
#include "qubo/published_graph.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::kcut {

struct PublishedCut {
  const PublishedGraph* graph = nullptr;
  int parts = 2;

  std::string full_name() const;            // "gset:G14@3"
  std::optional<Value> best_known() const;  // nothing if none is known for so many parts
};

// Those that a name or a pattern with * and ? stands for, in natural order, at least one; parts: in place of what the
// name says. UsageError for unknown names and for numbers of parts that cannot be.
[[nodiscard]] std::vector<PublishedCut> match_published_cuts(std::string_view text,
                                                             std::optional<int> parts = {});

[[nodiscard]] Graph build_published_cut(const PublishedCut& published);

// The published graph that these edges are, whatever its name, with this number of parts.
[[nodiscard]] std::optional<PublishedCut> find_published_cut(const Graph& graph);

// The number behind the last @ of a name, and the name before it. UsageError for a number of parts that cannot be.
struct NameWithParts {
  std::string_view name;
  std::optional<int> parts;
};
[[nodiscard]] NameWithParts split_parts(std::string_view text);

// A number of parts as typed: UsageError unless it is 2..255.
[[nodiscard]] int parse_parts(std::string_view text);

}  // namespace spinsack::kcut
