// SPDX-License-Identifier: Apache-2.0
#include "qubo/published_graph.hpp"

#include "core/error.hpp"
#include "core/fact_table.hpp"
#include "core/file.hpp"
#include "core/published_name.hpp"
#include "core/sha256.hpp"
#include "data/embedded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

namespace spinsack {
namespace {

constexpr std::array<std::string_view, 2> graph_suites{"gset", "wk"};

PublishedGraph read_graph_row(const FactRow& row) {
  return {.suite = row.text(0),
          .name = row.text(1),
          .recipe = {.kind = row.text(2),
                     .a = row.number<Index>(3),
                     .b = row.number<double>(4),
                     .seed = row.number<std::uint32_t>(5),
                     .sign_seed = row.number<std::uint32_t>(6)},
          .n = row.number<Index>(7),
          .edges = row.number<std::int64_t>(8),
          .bytes = row.number<std::int64_t>(9),
          .sha256 = row.text(10),
          .best_cut = row.number<std::int64_t>(11),
          .source = row.text(12)};
}

EdgeList build_edges(const PublishedGraph& published) {
  EdgeList list = make_rudy_graph(published.recipe);
  if (list.vertices != published.n ||
      static_cast<std::int64_t>(list.edges.size()) != published.edges)
    throw std::logic_error(
        fmt::format("{}: the rebuilt graph is not the published one", published.full_name()));
  return list;
}

// The length of the file that rudy would write of a graph with weights +-1; 0 for any other model.
std::int64_t published_length(const QuadraticForm& form) {
  const auto digits = [](std::int64_t number) {
    return static_cast<std::int64_t>(fmt::format_int(number).size());
  };
  std::vector<std::int64_t> of_vertex;
  for (Index i = 0; i < form.size(); ++i) of_vertex.push_back(digits(i + 1));
  std::int64_t length = digits(form.size()) + digits(form.pairs.pairs()) + 3;
  bool signs = true;
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    const double weight = 2 * form.unit * static_cast<double>(value);
    signs = signs && std::fabs(weight) == 1;
    length += of_vertex[at(i)] + of_vertex[at(j)] + (weight < 0 ? 5 : 4);
  });
  return signs ? length : 0;
}

}  // namespace

std::string PublishedGraph::full_name() const { return fmt::format("{}:{}", suite, name); }

std::span<const PublishedGraph> published_graphs() {
  static const std::vector<PublishedGraph> table =
      read_facts("graphs", data::graphs, read_graph_row);
  return table;
}

bool names_published_graph(std::string_view text) { return names_suite(text, graph_suites); }

std::vector<const PublishedGraph*> match_published_graphs(std::string_view text) {
  std::vector<const PublishedGraph*> found;
  std::vector<std::string> known{"gset:*", "wk:*"};
  for (const PublishedGraph& published : published_graphs()) {
    known.push_back(published.full_name());
    if (matches_pattern(text, known.back())) found.push_back(&published);
  }
  if (found.empty())
    throw UsageError(
        unknown_published("published model", text, known, "gset:G1 .. gset:G81, wk:2000_1"));
  return found;
}

QuadraticForm build_published_graph(const PublishedGraph& published) {
  const EdgeList list = build_edges(published);
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.unit = 0.5;
  form.linear.resize(at(list.vertices));
  SymmetricRowsBuilder pairs(list.vertices);
  std::int64_t weight = 0;
  for (const WeightedEdge& edge : list.edges) {
    pairs.add(edge.u, edge.v, std::int64_t{edge.weight});
    weight += edge.weight;
  }
  form.pairs = std::move(pairs).finish();
  form.constant = -static_cast<double>(weight) / 2;
  return form;
}

std::string published_graph_text(const PublishedGraph& published) {
  const EdgeList list = build_edges(published);
  std::string text;
  text.reserve(static_cast<std::size_t>(published.bytes));
  const auto number = [&](std::int64_t value, char after) {
    const fmt::format_int digits(value);
    text.append(digits.data(), digits.size());
    text += after;
  };
  number(list.vertices, ' ');
  number(published.edges, ' ');  // a blank before the line end, as rudy writes it
  text += '\n';
  for (const WeightedEdge& edge : list.edges) {
    number(edge.u + 1, ' ');
    number(edge.v + 1, ' ');
    number(edge.weight, '\n');
  }
  if (sha256(text) != published.sha256)
    throw std::logic_error(fmt::format("{}: the rebuilt file has SHA-256 {}, published is {}",
                                       published.full_name(), sha256(text), published.sha256));
  return text;
}

const PublishedGraph* find_published_graph(const QuadraticForm& form) {
  if (form.vartype != Vartype::spin ||
      std::ranges::any_of(form.linear, [](double linear) { return linear != 0; }))
    return nullptr;
  std::optional<std::int64_t> length;
  for (const PublishedGraph& published : published_graphs()) {
    if (form.size() != published.n || form.pairs.pairs() != published.edges) continue;
    if (!length) length = published_length(form);
    if (*length != published.bytes) continue;
    const QuadraticForm rebuilt = build_published_graph(published);
    bool equal = form.constant == rebuilt.constant;
    form.pairs.for_each_pair([&](Index i, Index j, auto value) {
      equal = equal &&
              form.unit * static_cast<double>(value) == rebuilt.unit * rebuilt.pairs.value(i, j);
    });
    if (equal) return &published;
  }
  return nullptr;
}

}  // namespace spinsack
