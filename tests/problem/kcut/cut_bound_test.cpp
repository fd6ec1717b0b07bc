// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/cut_bound.hpp"

#include "problem/kcut/cut_support.hpp"

#include <gtest/gtest.h>

namespace spinsack::kcut::test {
namespace {

TEST(CutBound, HoldsOnSmallGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph =
        small_graph(7, 2 + static_cast<int>(seed % 3), 0.3 + 0.1 * static_cast<double>(seed % 7),
                    seed % 2 == 0 ? -9 : 1, 9, seed);
    const Value best = optimum_by_force(graph);
    const auto eigenvalue = eigenvalue_bound(graph);
    ASSERT_TRUE(eigenvalue);
    EXPECT_GE(*eigenvalue, best);
    EXPECT_GE(cut_bound(graph), best);
    EXPECT_LE(cut_bound(graph), graph.positive_weight());
  }
}

// The complete graph on k m vertices in k parts: cut (k-1)/k of n^2/2, which is what lambda = n says.
TEST(CutBound, IsTightOnCompleteGraphs) {
  for (const int parts : {2, 3, 5}) {
    const Index n = static_cast<Index>(parts) * 6;
    Graph::Data data{.name = "K", .vertices = n, .parts = parts, .edges = {}};
    for (Index u = 0; u < n; ++u)
      for (Index v = u + 1; v < n; ++v) data.edges.push_back({u, v, 1});
    const Graph graph(std::move(data));
    EXPECT_EQ(eigenvalue_bound(graph), Value{n} * n * (parts - 1) / (2 * parts));
  }
}

TEST(CutBound, LeavesOutWhatIsTooLargeOrNotWanted) {
  const Graph large(
      {.name = "large", .vertices = largest_factor + 1, .parts = 2, .edges = {{0, 1, 1}}});
  EXPECT_FALSE(eigenvalue_bound(large));
  EXPECT_EQ(cut_bound(large), 1);
  const Graph heavy({.name = "heavy", .vertices = 3, .parts = 2, .edges = {{0, 1, sum_limit}}});
  EXPECT_FALSE(eigenvalue_bound(heavy));
  EXPECT_EQ(cut_bound(heavy), sum_limit);
  const std::atomic<bool> interrupted = true;
  Stop stop({}, &interrupted);
  const Graph graph = small_graph(100, 2, 0.5, 1, 1, 1);
  EXPECT_LE(cut_bound(graph, &stop), graph.positive_weight());
  EXPECT_EQ(cut_bound(graph, nullptr, graph.positive_weight()), graph.positive_weight());
}

}  // namespace
}  // namespace spinsack::kcut::test
