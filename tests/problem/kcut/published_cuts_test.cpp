// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/published_cuts.hpp"

#include "core/sha256.hpp"
#include "problem/kcut/cut_support.hpp"
#include "problem/kcut/graph_families.hpp"
#include "problem/kcut/rudy_format.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace spinsack::kcut::test {
namespace {

TEST(PublishedCuts, NamesCarryTheParts) {
  const auto names = [](std::string_view text) {
    std::vector<std::string> all;
    for (const PublishedCut& published : match_published_cuts(text))
      all.push_back(published.full_name());
    return all;
  };
  EXPECT_EQ(names("gset:G14@3"), std::vector<std::string>{"gset:G14@3"});
  EXPECT_EQ(names("gset:G14"), std::vector<std::string>{"gset:G14@2"});
  EXPECT_EQ(names("wk:2000_1@4"), std::vector<std::string>{"wk:2000_1@4"});
  EXPECT_EQ(names("gset:G4?@3").size(), 10U);
  EXPECT_EQ(names("gset:*@255").size(), 71U);
  for (const char* const parts : {"0", "1", "256", "", "x", "-3", "3.5"})
    EXPECT_EQ(message_of([&] { return match_published_cuts(std::string("gset:G14@") + parts); }),
              std::string("--parts: expected an integer in 2..255, found '") + parts + "'");
  EXPECT_NE(
      message_of([&] { return match_published_cuts("gset:G99@3"); }).find("unknown published"),
      std::string::npos);
}

// Edges in order, each with its weight.
std::vector<std::array<Value, 3>> edges_of(const Graph& graph) {
  std::vector<std::array<Value, 3>> edges;
  edges.reserve(static_cast<std::size_t>(graph.edges()));
  graph.for_each_edge([&](Index u, Index v, Value weight) { edges.push_back({u, v, weight}); });
  return edges;
}

// Every graph as an instance is the one of the file as published, whose SHA-256 the table holds: the 71 of the Gset, and
// K2000.
TEST(PublishedCuts, TheirEdgesAreThoseOfThePublishedFiles) {
  int graphs = 0;
  for (const PublishedGraph& published : published_graphs()) {
    const std::string text = published_graph_text(published);
    EXPECT_EQ(sha256(text), published.sha256);
    const Graph read = read_rudy({published.full_name(), text}, 3);
    const Graph built = build_published_cut({&published, 3});
    EXPECT_EQ(read.edges(), published.edges);
    EXPECT_TRUE(edges_of(read) == edges_of(built)) << published.name;
    ++graphs;
  }
  EXPECT_EQ(graphs, 72);
  EXPECT_EQ(match_published_cuts("wk:2000_1").front().graph->edges, 1'999'000);
}

TEST(PublishedCuts, AreRecognisedByTheirEdges) {
  const PublishedCut g11 = match_published_cuts("gset:G11@3").front();
  const Graph graph = build_published_cut(g11).with_name("mine");
  const auto found = find_published_cut(graph);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->full_name(), "gset:G11@3");
  EXPECT_FALSE(find_published_cut(small_graph(800, 3, 0.005, 1, 1, 1)));
}

TEST(PublishedCuts, BestKnownCuts) {
  EXPECT_EQ(match_published_cuts("gset:G14@2").front().best_known(), 3064);
  EXPECT_EQ(match_published_cuts("gset:G48@3").front().best_known(), 6000);
  EXPECT_EQ(match_published_cuts("wk:2000_1").front().best_known(), 33337);
  EXPECT_FALSE(match_published_cuts("gset:G14@77").front().best_known());
  for (const PublishedCut& published : match_published_cuts("gset:*@3")) {
    ASSERT_TRUE(published.best_known()) << published.full_name();
    EXPECT_GE(*published.best_known(), published.graph->best_cut) << published.full_name();
  }
}

TEST(GraphFamilies, DescribeThemselvesAndDrawTheSameAgain) {
  for (const GraphFamily& family : graph_families()) {
    EXPECT_FALSE(family.help.empty());
    EXPECT_GE(family.parameters().size(), 6U) << family.name;
    const Graph graph = family.generate({{"parts", "3"}, {"weights", "range"}});
    EXPECT_EQ(graph.parts(), 3);
    EXPECT_GT(graph.edges(), 0) << family.name;
    const Graph again = family.generate({{"parts", "3"}, {"weights", "range"}});
    const Graph other = family.generate({{"parts", "3"}, {"weights", "range"}, {"seed", "2"}});
    const auto written = [](const Graph& g) {
      return write_string([&](TextWriter& out) { write_rudy(g, out); });
    };
    EXPECT_EQ(written(graph), written(again));
    EXPECT_NE(written(graph), written(other)) << family.name;
    EXPECT_TRUE(graph.name().starts_with(family.name));
    EXPECT_TRUE(graph.name().ends_with("@3"));
  }
}

TEST(GraphFamilies, RandomWithTheSeedOfG1HasItsEdges) {
  const Graph graph =
      graph_families()[0].generate({{"n", "800"}, {"density", "6"}, {"seed", "8001"}});
  EXPECT_EQ(find_published_cut(graph)->full_name(), "gset:G1@2");
  EXPECT_EQ(graph.name(), "random_800_6_s8001@2");
}

// The hidden parts cut all positive weight.
TEST(GraphFamilies, PlantedGraphsHideTheirOptimum) {
  const GraphFamily& planted = graph_families()[4];
  ASSERT_TRUE(planted.hides_optimum);
  const Graph graph = planted.generate(
      {{"n", "8"}, {"density", "60"}, {"inside", "50"}, {"parts", "3"}, {"weights", "range"}});
  EXPECT_EQ(optimum_by_force(graph), graph.positive_weight());
}

TEST(GraphFamilies, RefuseWhatDoesNotFit) {
  const GraphFamily& random = graph_families()[0];
  EXPECT_EQ(message_of([&] {
              return random.generate({{"n", "3"}, {"parts", "4"}});
            }),
            "--parts: expected at most one per vertex, 3, found 4");
  EXPECT_EQ(message_of([&] {
              return random.generate({{"weight-min", "3"}, {"weight-max", "2"}});
            }),
            "--weight-min: expected at most weight-max, 2, found 3");
  EXPECT_EQ(message_of([&] {
              return random.generate({{"n", "1000000"}, {"density", "50"}});
            }),
            "--density: expected at most 10000000 edges, found 249999750000");
}

}  // namespace
}  // namespace spinsack::kcut::test
