// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/kcut_formats.hpp"

#include "core/error.hpp"
#include "problem/kcut/dimacs_format.hpp"
#include "problem/kcut/graph_families.hpp"
#include "problem/kcut/kcut_problem.hpp"
#include "problem/kcut/published_cuts.hpp"
#include "problem/kcut/rudy_format.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace spinsack::kcut {
namespace {

std::optional<int> asked_parts(const ReadSettings& settings) {
  const auto typed = settings.values.find("parts");
  if (typed == settings.values.end()) return std::nullopt;
  return parse_parts(typed->second);
}

template <Graph (*Read)(const InputFile&, int)>
std::vector<Instance> read_one(const InputFile& file, const ReadSettings& settings) {
  return {instance_of(Read(file, asked_parts(settings).value_or(2)))};
}

template <void (*Write)(const Graph&, TextWriter&)>
void write_one(std::span<const Instance> instances, TextWriter& out) {
  if (instances.size() != 1)
    throw UsageError(
        fmt::format("a file of a graph holds one, found {}; use separate files", instances.size()));
  Write(instances.front().as<Graph>(), out);
}

FamilyRow family_row(const GraphFamily& family) {
  return {.name = family.name,
          .help = family.help,
          .parameters = family.parameters,
          .complete = family.complete,
          .generate = [&family](const ParameterValues& values) {
            Graph graph = family.generate(values);
            const std::optional<Value> optimum =
                family.hides_optimum ? std::optional(graph.positive_weight()) : std::nullopt;
            return drawn_instance(std::move(graph), optimum);
          }};
}

}  // namespace

std::span<const ReadingFlag> kcut_reading() {
  static constexpr std::array flags{
      ReadingFlag{.name = "parts",
                  .value = "K",
                  .help = "the number of parts to cut a graph into; without it, 2",
                  .check = [](std::string_view text) { static_cast<void>(parse_parts(text)); },
                  .after_at = true},
  };
  return flags;
}

std::span<const FormatRow> kcut_formats() {
  static const std::vector<FormatRow> rows{
      {.name = "rudy",
       .help = "graphs as rudy, the Gset and MQLib write them: 'n m', then 'u v weight'",
       .endings = {".rud", ".mc", ".gset"},
       .detect = detect_rudy,
       .read = read_one<read_rudy>,
       .write = write_one<write_rudy>},
      {.name = "dimacs",
       .help = "graphs of the DIMACS challenges: 'p edge n m', then 'e u v'",
       .endings = {".col", ".dimacs"},
       .detect = detect_dimacs,
       .read = read_one<read_dimacs>,
       .write = write_one<write_dimacs>},
  };
  return rows;
}

std::span<const SuiteRow> kcut_suites() {
  static constexpr std::array rows{
      SuiteRow{"gset",
               "the 71 graphs of the Gset, gset:G1@2 .. gset:G81@2, for any number of parts after "
               "the @"},
      SuiteRow{"wk", "K2000 of Inagaki et al. 2016, wk:2000_1@2"},
  };
  return rows;
}

std::span<const FamilyRow> kcut_families() {
  static const std::vector<FamilyRow> rows = [] {
    std::vector<FamilyRow> all;
    for (const GraphFamily& family : graph_families()) all.push_back(family_row(family));
    return all;
  }();
  return rows;
}

std::vector<std::string> match_published_kcut(std::string_view text) {
  std::vector<std::string> names;
  for (const PublishedCut& published : match_published_cuts(text))
    names.push_back(published.full_name());
  return names;
}

Instance build_published_kcut(std::string_view full_name, const ReadSettings& settings) {
  return published_instance(match_published_cuts(full_name, asked_parts(settings)).front());
}

}  // namespace spinsack::kcut
