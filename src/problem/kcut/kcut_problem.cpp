// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/kcut_problem.hpp"

#include "core/file.hpp"
#include "core/sha256.hpp"
#include "problem/kcut/cut.hpp"
#include "problem/kcut/cut_bound.hpp"
#include "problem/kcut/cut_program.hpp"
#include "problem/kcut/cut_steps.hpp"
#include "problem/kcut/kcut_formats.hpp"
#include "problem/kcut/kcut_methods.hpp"
#include "problem/kcut/labels_file.hpp"
#include "problem/kcut/rudy_format.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

namespace spinsack::kcut {
namespace {

std::vector<Fact> facts_of(Index n, int parts, std::int64_t edges) {
  const double pairs = static_cast<double>(n) * (n - 1) / 2;
  return {{"n", std::int64_t{n}},
          {"parts", std::int64_t{parts}},
          {"edges", edges},
          {"density", static_cast<double>(edges) / pairs}};
}

Instance::Data data_of(const Graph& graph) {
  return {.problem = &kcut_problem(),
          .name = graph.name(),
          .elements = graph.size(),
          .facts = facts_of(graph.size(), graph.parts(), graph.edges())};
}

Instance instance_from(Graph graph, const std::optional<PublishedCut>& published) {
  Instance::Data data = data_of(graph);
  if (published) {
    data.published = published->full_name();
    data.best_known = published->best_known();
    if (data.best_known == graph.positive_weight()) data.proven_optimum = data.best_known;
  }
  return {std::move(data), std::make_shared<const Graph>(std::move(graph))};
}

PublishedFacts facts_of_published(std::string_view full_name) {
  const PublishedCut published = match_published_cuts(full_name).front();
  const PublishedGraph& graph = *published.graph;
  return {.sha256 = std::string(graph.sha256),
          .elements = graph.n,
          .facts = facts_of(graph.n, published.parts, graph.edges),
          .best_known = published.best_known()};
}

Instance example() {
  return drawn_instance(Graph({.name = "triangle",
                               .vertices = 3,
                               .parts = 2,
                               .edges = {{0, 1, 1}, {1, 2, 1}, {0, 2, 1}}}),
                        2);
}

// The edges in order, as the format rudy writes them, with the number of parts before them.
std::string digest_of(const Instance& instance) {
  const auto& graph = instance.as<Graph>();
  return sha256(write_string([&](TextWriter& out) {
    out.text(fmt::format("# parts={}\n", graph.parts()));
    write_rudy(graph, out);
  }));
}

Program program_of(const Instance& instance) { return cut_program(instance.as<Graph>()); }

Judgement judge(const Instance& instance, LabelView labels) {
  const auto& graph = instance.as<Graph>();
  if (!broken_rule(graph, labels).empty()) return {.value = 0, .violation = 1, .feasible = false};
  return {.value = cut_value(graph, labels), .violation = 0, .feasible = true};
}

TrivialAnswer one_part(const Instance& instance) {
  return {.labels = Labels(at(instance.elements()), 0), .value = 0};
}

std::optional<std::int64_t> bound_of(const Instance& instance, const BoundRequest& request) {
  return cut_bound(instance.as<Graph>(), request.stop, request.target);
}

Finished finish(const Instance& instance, BitView columns, const Steps& steps,
                const StepRequest& request) {
  return run_cut_steps(instance.as<Graph>(), columns, steps, request);
}

Labels parts_from_file(const InputFile& file, const Instance& instance) {
  return read_labels(file, instance.as<Graph>());
}

std::vector<std::pair<std::string, std::string>> facts_of_answer(const Instance&,
                                                                 LabelView labels) {
  return {{"parts_used", std::to_string(parts_used(labels))}};
}

// How many vertices each part has: "3 parts of 266, 268 and 266".
std::string sizes_text(const Instance& instance, LabelView labels) {
  constexpr int most_told = 8;
  const Labels named = canonical(labels);
  std::array<std::int64_t, 256> sizes{};
  for (const std::uint8_t part : named) ++sizes[part];
  const int used = parts_used(labels);
  std::string text = fmt::format("{} in {} parts of", instance.elements(), used);
  for (int part = 0; part < std::min(used, most_told); ++part)
    text += fmt::format("{} {}", part == 0 ? "" : ",", sizes[static_cast<std::size_t>(part)]);
  return used > most_told ? text + ", .." : text;
}

}  // namespace

const Problem& kcut_problem() {
  static const Problem row{
      .name = "kcut",
      .help = "max k-cut: put vertices into k parts with the most weight between different parts",
      .nouns = {.instance = "graph",
                .element = "vertex",
                .elements = "vertices",
                .label = "part",
                .limits = "one part per vertex",
                .value = "cut",
                .trivial = "all vertices in one part"},
      .reading = kcut_reading(),
      .formats = kcut_formats,
      .suites = kcut_suites,
      .families = kcut_families,
      .match_published = match_published_kcut,
      .build_published = build_published_kcut,
      .published_facts = facts_of_published,
      .example = example,
      .digest = digest_of,
      .program = program_of,
      .evaluate = judge,
      .trivial = one_part,
      .bound = bound_of,
      .steps = cut_steps,
      .default_steps = "repair+descent+tabu",
      .run_steps = finish,
      .methods = kcut_methods,
      .answer_facts = facts_of_answer,
      .answer_text = sizes_text,
      .read_answer = parts_from_file,
  };
  return row;
}

Instance instance_of(Graph graph) {
  const std::optional<PublishedCut> published = find_published_cut(graph);
  return instance_from(std::move(graph), published);
}

Instance published_instance(const PublishedCut& published) {
  return instance_from(build_published_cut(published), published);
}

Instance drawn_instance(Graph graph, std::optional<Value> optimum) {
  Instance::Data data = data_of(graph);
  data.best_known = data.proven_optimum = optimum;
  return {std::move(data), std::make_shared<const Graph>(std::move(graph))};
}

}  // namespace spinsack::kcut
