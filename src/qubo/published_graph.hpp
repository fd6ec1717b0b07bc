// SPDX-License-Identifier: Apache-2.0
// Published max-cut graphs as models: the 71 of the Gset, "gset:G1" to "gset:G81", and "wk:2000_1", known as K2000.
// They are held as seeds and rebuilt on the fly; the table behind them is data/graphs.csv.
#pragma once

#include "qubo/quadratic_form.hpp"
#include "qubo/rudy_graph.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

struct PublishedGraph {
  std::string_view suite;  // "gset" or "wk"
  std::string_view name;   // without the suite: "G1"
  RudyRecipe recipe;
  Index n = 0;
  std::int64_t edges = 0;
  std::int64_t bytes = 0;     // of the file as published
  std::string_view sha256;    // likewise
  std::int64_t best_cut = 0;  // best known weight between two parts
  std::string_view source;    // where that is published

  std::string full_name() const;  // "gset:G1"
};

// All of them in natural order.
[[nodiscard]] std::span<const PublishedGraph> published_graphs();

// Whether a user's text means published graphs rather than a file: its part before the first colon is a suite, or a
// pattern that matches one.
[[nodiscard]] bool names_published_graph(std::string_view text);

// The graphs that a full name or a pattern with * and ? stands for, in natural order, at least one. UsageError with
// the nearest name otherwise.
[[nodiscard]] std::vector<const PublishedGraph*> match_published_graphs(std::string_view text);

// The model whose value is the cut, negated: what format gset makes of the file.
[[nodiscard]] QuadraticForm build_published_graph(const PublishedGraph& published);

// The file, byte for byte as published; std::logic_error if the checksum disagrees.
[[nodiscard]] std::string published_graph_text(const PublishedGraph& published);

// The published graph that this is the model of, or nullptr. Costs a rebuild only if the numbers of variables and
// pairs agree.
[[nodiscard]] const PublishedGraph* find_published_graph(const QuadraticForm& form);

}  // namespace spinsack
