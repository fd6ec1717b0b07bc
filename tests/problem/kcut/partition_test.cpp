// SPDX-License-Identifier: Apache-2.0
// The bookkeeping of moves, and what is built on it, against the definition.
#include "problem/kcut/partition.hpp"

#include "problem/kcut/cut_support.hpp"
#include "problem/kcut/descent.hpp"
#include "problem/kcut/gain_buckets.hpp"
#include "problem/kcut/part_crossing.hpp"
#include "problem/kcut/tabu.hpp"

#include <gtest/gtest.h>

namespace spinsack::kcut::test {
namespace {

TEST(Partition, GainsAndCutsAreThoseOfTheDefinition) {
  for (const int parts : {2, 3, 5}) {
    const Graph graph = small_graph(20, parts, 0.4, -9, 9, 7);
    Rng rng(1);
    Partition partition(graph, random_labels(graph, rng));
    for (int i = 0; i < 200; ++i) {
      const auto v = static_cast<Index>(rng.integer(0, graph.size() - 1));
      const auto part = static_cast<int>(rng.integer(0, parts - 1));
      const Value expected =
          partition.cut() + (part == partition.part(v) ? 0 : partition.gain(v, part));
      partition.move(v, part);
      ASSERT_EQ(partition.cut(), expected);
      ASSERT_EQ(partition.cut(), cut_value(graph, partition.labels()));
    }
  }
}

TEST(Partition, SwapGainsCountTheEdgeBetweenTheTwo) {
  const Graph graph = small_graph(12, 3, 0.6, -9, 9, 8);
  Rng rng(2);
  const Labels labels = random_labels(graph, rng);
  graph.for_each_edge([&](Index u, Index v, Value weight) {
    Partition partition(graph, labels);
    Labels swapped = labels;
    std::swap(swapped[at(u)], swapped[at(v)]);
    EXPECT_EQ(partition.swap_gain(u, v, weight), cut_value(graph, swapped) - partition.cut());
  });
}

TEST(Descent, EndsWhereNoMoveAndNoExchangeGains) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = small_graph(30, 3, 0.2, -5, 9, seed);
    Rng rng(seed);
    Partition partition(graph, random_labels(graph, rng));
    descend(partition);
    for (Index v = 0; v < graph.size(); ++v) EXPECT_LE(partition.best_move(v).gain, 0);
    exchange_ends(partition);
    EXPECT_EQ(partition.cut(), cut_value(graph, partition.labels()));
    for (Index v = 0; v < graph.size(); ++v)
      for (Index u = 0; u < v; ++u) {
        Labels swapped(partition.labels().begin(), partition.labels().end());
        std::swap(swapped[at(u)], swapped[at(v)]);
        EXPECT_LE(cut_value(graph, swapped), partition.cut());
      }
  }
}

// With few gains and with so many that they share buckets.
TEST(GainBuckets, FindTheBestThatIsAllowed) {
  for (const Value largest : {Value{20}, Value{1} << 60}) {
    const Index n = 50;
    GainBuckets buckets(n, largest);
    std::vector<Value> gains(at(n));
    Rng rng(3);
    for (int round = 0; round < 500; ++round) {
      const auto v = static_cast<Index>(round < n ? round : rng.integer(0, n - 1));
      gains[at(v)] = rng.integer(-largest, largest);
      buckets.set(v, gains[at(v)]);
      if (round < n) continue;
      const auto forbidden = static_cast<Index>(rng.integer(0, n - 1));
      const auto allowed = [&](Index u, Value) { return u % 3 != forbidden % 3; };
      Value best = -largest;
      for (Index u = 0; u < n; ++u)
        if (allowed(u, 0)) best = std::max(best, gains[at(u)]);
      const Index found = buckets.best(rng, allowed);
      ASSERT_GE(found, 0);
      EXPECT_TRUE(allowed(found, 0));
      EXPECT_EQ(gains[at(found)], best);
    }
    EXPECT_EQ(buckets.best(rng, [](Index, Value) { return false; }), -1);
  }
}

TEST(CutTabu, FindsOptimaOfSmallGraphs) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Graph graph = small_graph(8, 2 + static_cast<int>(seed % 3), 0.6, -9, 9, seed);
    Rng rng(seed);
    Labels labels(at(graph.size()), 0);
    const Value cut = tabu_search(graph, labels, {.steps = 2000, .tenure = 2, .spread = 3}, rng);
    EXPECT_EQ(cut, cut_value(graph, labels));
    EXPECT_EQ(cut, optimum_by_force(graph));
  }
}

TEST(CutTabu, NeverEndsBelowItsStart) {
  const Graph graph = small_graph(60, 4, 0.2, -3, 3, 9);
  Rng rng(4);
  for (int i = 0; i < 20; ++i) {
    Labels labels = random_labels(graph, rng);
    const Value before = cut_value(graph, labels);
    const Value cut = tabu_search(graph, labels, usual_tabu(graph, i), rng);
    EXPECT_GE(cut, before);
    EXPECT_EQ(cut, cut_value(graph, labels));
  }
}

// A graph of two components that two labellings solve half each, under other names.
TEST(PartCrossing, TakesTheBetterHalfOfEach) {
  Graph::Data data{.name = "halves", .vertices = 40, .parts = 3, .edges = {}};
  Rng rng(5);
  for (Index half = 0; half < 2; ++half)
    for (Index u = 0; u < 20; ++u)
      for (Index v = u + 1; v < 20; ++v)
        if (rng.real() < 0.3)
          data.edges.push_back({20 * half + u, 20 * half + v, rng.integer(1, 9)});
  const Graph graph(std::move(data));
  Labels good = random_labels(graph, rng);
  tabu_search(graph, good, usual_tabu(graph, 4000), rng);
  Labels left = good;
  Labels right = good;
  for (std::size_t v = 0; v < 20; ++v) right[v] = 0;
  for (std::size_t v = 20; v < 40; ++v) left[v] = 0;
  for (std::uint8_t& part : right) part = static_cast<std::uint8_t>((part + 1) % 3);
  PartCrossing crossing(graph);
  const Value before = cut_value(graph, left);
  const Value gained = crossing.improve(left, right);
  EXPECT_EQ(cut_value(graph, left), before + gained);
  EXPECT_EQ(cut_value(graph, left), cut_value(graph, good));
}

// One region got better, the other worse.
TEST(PartCrossing, TakesRegionsOfTheSameNames) {
  const Graph graph(
      {.name = "two edges", .vertices = 4, .parts = 3, .edges = {{0, 1, 5}, {2, 3, 5}}});
  PartCrossing crossing(graph);
  Labels labels{0, 0, 1, 2};
  EXPECT_EQ(crossing.improve_alike(labels, Labels{0, 1, 0, 0}), 5);
  EXPECT_EQ(labels, (Labels{0, 1, 1, 2}));
}

TEST(PartCrossing, NeverMakesWorse) {
  for (const int parts : {2, 3, 4, 7}) {
    const Graph graph = small_graph(60, parts, 0.04, -5, 5, 10);
    Rng rng(6);
    PartCrossing crossing(graph);
    for (int i = 0; i < 30; ++i) {
      Labels labels = random_labels(graph, rng);
      const Labels other = random_labels(graph, rng);
      const Value before = cut_value(graph, labels);
      const Value gained = crossing.improve(labels, other);
      EXPECT_GE(gained, 0);
      EXPECT_EQ(cut_value(graph, labels), before + gained);
    }
  }
}

}  // namespace
}  // namespace spinsack::kcut::test
