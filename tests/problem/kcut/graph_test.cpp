// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/graph.hpp"

#include "problem/kcut/cut_support.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace spinsack::kcut::test {
namespace {

Graph made(Index n, int parts, std::vector<Edge> edges) {
  return Graph({.name = "g", .vertices = n, .parts = parts, .edges = std::move(edges)});
}

TEST(CutGraph, RowsAreSortedAndHoldEveryEdgeTwice) {
  const Graph graph = made(4, 2, {{3, 1, -2}, {0, 1, 5}, {2, 0, 7}});
  EXPECT_EQ(graph.edges(), 3);
  EXPECT_EQ(std::vector(graph.neighbours(1).begin(), graph.neighbours(1).end()),
            (std::vector<Index>{0, 3}));
  EXPECT_EQ(std::vector(graph.weights(1).begin(), graph.weights(1).end()),
            (std::vector<Value>{5, -2}));
  EXPECT_EQ(graph.weight(), 10);
  EXPECT_EQ(graph.positive_weight(), 12);
  EXPECT_EQ(graph.negative_weight(), 2);
  EXPECT_EQ(graph.largest_pull(), 12);  // of vertex 0
}

TEST(CutGraph, RowsOfRandomGraphsAgreeWithTheirEdges) {
  const Graph graph = small_graph(40, 3, 0.3, -9, 9, 1);
  std::int64_t entries = 0;
  for (Index v = 0; v < graph.size(); ++v) {
    EXPECT_TRUE(std::ranges::is_sorted(graph.neighbours(v)));
    entries += graph.degree(v);
    for (std::size_t e = 0; e < graph.neighbours(v).size(); ++e) {
      const Index u = graph.neighbours(v)[e];
      const auto back = std::ranges::find(graph.neighbours(u), v);
      ASSERT_NE(back, graph.neighbours(u).end());
      EXPECT_EQ(graph.weights(u)[static_cast<std::size_t>(back - graph.neighbours(u).begin())],
                graph.weights(v)[e]);
    }
  }
  EXPECT_EQ(entries, 2 * graph.edges());
}

TEST(CutGraph, BrokenRulesAreNamed) {
  const auto broken = [](Index n, int parts, std::vector<Edge> edges) {
    return message_of([&] { return made(n, parts, std::move(edges)); });
  };
  EXPECT_EQ(broken(3, 0, {}), "g: expected 2..3 parts for 3 vertices, found 0");
  EXPECT_EQ(broken(3, 1, {}), "g: expected 2..3 parts for 3 vertices, found 1");
  EXPECT_EQ(broken(3, 4, {}), "g: expected 2..3 parts for 3 vertices, found 4");
  EXPECT_EQ(broken(1000, 256, {}), "g: expected 2..255 parts for 1000 vertices, found 256");
  EXPECT_EQ(broken(1, 2, {}), "g: expected at least 2 vertices, found 1");
  EXPECT_EQ(broken(3, 2, {{1, 1, 4}}),
            "g: expected two different ends of every edge, found vertex 1 twice");
  EXPECT_EQ(broken(3, 2, {{0, 3, 4}}), "g: expected vertices 0..2 at every edge, found 3");
  EXPECT_EQ(broken(3, 2, {{-1, 2, 4}}), "g: expected vertices 0..2 at every edge, found -1");
  EXPECT_EQ(broken(3, 2, {{0, 1, 4}, {1, 2, 1}, {1, 0, 4}}),
            "g: expected every edge once, found that of vertices 0 and 1 twice");
  const std::string overflow =
      "g: expected weights that add up to at most 2^61 without their signs, found more";
  EXPECT_EQ(broken(3, 2, {{0, 1, INT64_MIN}}), overflow);
  EXPECT_EQ(broken(3, 2, {{0, 1, sum_limit}, {1, 2, -1}}), overflow);
}

TEST(CutGraph, TheLargestWeightsAreCutExactly) {
  const Graph graph = made(3, 2, {{0, 1, sum_limit / 2}, {1, 2, -(sum_limit / 2)}});
  EXPECT_EQ(cut_value(graph, Labels{0, 1, 1}), sum_limit / 2);
  EXPECT_EQ(cut_value(graph, Labels{0, 0, 1}), -(sum_limit / 2));
}

TEST(CutGraph, AnotherNumberOfPartsLeavesTheRestAlone) {
  const Graph graph = small_graph(10, 2, 0.5, -3, 3, 2);
  const Graph other = graph.with_parts(5).with_name("five");
  EXPECT_EQ(other.parts(), 5);
  EXPECT_EQ(other.name(), "five");
  EXPECT_EQ(other.weight(), graph.weight());
  EXPECT_EQ(message_of([&] { return graph.with_parts(11); }),
            "small: expected 2..10 parts for 10 vertices, found 11");
}

TEST(Cut, LabelsThatAreNoAnswerAreRefused) {
  const Graph graph = made(3, 2, {{0, 1, 1}});
  EXPECT_EQ(message_of([&] {
              return cut_value(graph, Labels{0, 1});
            }),
            "g: expected 3 labels, one per vertex, found 2");
  EXPECT_EQ(message_of([&] {
              return cut_value(graph, Labels{0, 2, 0});
            }),
            "g: expected a part 0..1 for vertex 1, found 2");
}

TEST(Cut, RenamedPartsAreOneAnswer) {
  EXPECT_EQ(canonical(Labels{2, 2, 0, 1, 0}), (Labels{0, 0, 1, 2, 1}));
  EXPECT_EQ(canonical(Labels{0, 1, 2}), canonical(Labels{2, 0, 1}));
  EXPECT_EQ(parts_used(Labels{3, 3, 1}), 2);
  const Graph graph = small_graph(12, 4, 0.5, -5, 5, 3);
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const Labels labels = random_labels(graph, rng);
    EXPECT_EQ(cut_value(graph, labels), cut_value(graph, canonical(labels)));
  }
}

}  // namespace
}  // namespace spinsack::kcut::test
