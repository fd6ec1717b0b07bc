// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/lane_labels.hpp"

#include "core/simd_target.hpp"
#include "problem/kcut/cut_support.hpp"
#include "problem/kcut/lane_population.hpp"
#include "problem/kcut/selection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace spinsack::kcut::test {
namespace {

constexpr int lanes = LaneLabels::lanes;

TEST(LaneLabels, AreForWeightsOfAByteAndHubsInTheCold) {
  const auto star = [](Value weight) {
    return Graph(
        {.name = "star", .vertices = 3, .parts = 3, .edges = {{0, 1, weight}, {0, 2, -1}}});
  };
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    EXPECT_EQ(LaneGraph::fits(star(126), 1000), target != "scalar") << target;
    EXPECT_EQ(LaneGraph::fits(star(127), 11), target != "scalar") << target;
    EXPECT_FALSE(LaneGraph::fits(star(127), 12)) << target;
    EXPECT_FALSE(LaneGraph::fits(star(128), 1)) << target;
  }
  use_simd_target("auto");
}

// Where it is so cold that nothing is accepted which costs, a sweep into the other of two parts leaves no choice.
TEST(LaneLabels, CountTheNeighboursOfHubs) {
  constexpr Index leaves = 1000;
  Graph::Data data{.name = "hub", .vertices = leaves + 1, .parts = 2, .edges = {}};
  Rng rng(5, 6);
  for (Index v = 1; v <= leaves; ++v)
    data.edges.push_back({0, v, rng.integer(0, 1) == 0 ? Value{1} : rng.integer(-100, 100) | 1});
  const Graph graph(std::move(data));
  const LaneGraph layout(graph);
  LaneLabels before(layout, 1, 2);
  before.randomise();
  // In these two lanes the hub gains or loses far more than a byte holds.
  before.assign(0, Labels(at(graph.size()), 0));
  Labels torn(at(graph.size()), 0);
  for (Index v = 1; v <= leaves; ++v) torn[at(v)] = graph.weights(0)[at(v - 1)] > 0 ? 1 : 0;
  before.assign(1, torn);
  const auto swept = [&](Labels labels) {
    for (Index v = 0; v < graph.size(); ++v) {
      Value gain = 0;
      for (std::size_t e = 0; e < graph.neighbours(v).size(); ++e)
        gain +=
            graph.weights(v)[e] * (labels[at(graph.neighbours(v)[e])] == labels[at(v)] ? 1 : -1);
      if (gain >= 0) labels[at(v)] ^= 1;
    }
    return labels;
  };
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    EXPECT_EQ(LaneGraph::fits(graph, 1), target != "scalar") << target;
    if (target == "scalar") continue;
    LaneLabels state = before;
    state.sweep(0.01);
    for (int lane = 0; lane < lanes; ++lane)
      EXPECT_EQ(state.labels(lane), swept(before.labels(lane))) << target << ' ' << lane;
  }
  use_simd_target("auto");
}

TEST(LaneLabels, KnowTheirCuts) {
  for (const int parts : {2, 3, 7}) {
    const Graph graph = small_graph(40, parts, 0.3, -3, 4, 21);
    if (!LaneGraph::fits(graph, 1)) GTEST_SKIP() << "needs vector instructions";
    const LaneGraph layout(graph);
    LaneLabels state(layout, 1, 2);
    state.randomise();
    Rng rng(3, 4);
    const Labels own = random_labels(graph, rng);
    state.assign(17, own);
    EXPECT_EQ(state.labels(17), own);
    const auto cuts = state.cuts();
    for (int lane = 0; lane < lanes; ++lane)
      EXPECT_EQ(cuts.at(static_cast<std::size_t>(lane)), cut_value(graph, state.labels(lane)));
  }
}

// Each of the other parts is offered: where nothing costs, all parts are met equally often.
TEST(LaneLabels, GoToAllParts) {
  for (const int parts : {2, 3, 4, 5, 200, 255}) {
    const Graph graph = small_graph(256, parts, 0.0, 1, 1, 5);
    if (!LaneGraph::fits(graph, 1)) GTEST_SKIP() << "needs vector instructions";
    const LaneGraph layout(graph);
    LaneLabels state(layout, 1, 2);
    std::vector<int> seen(static_cast<std::size_t>(parts));
    constexpr int sweeps = 100;
    for (int s = 0; s < sweeps; ++s) {
      state.sweep(1);
      for (const std::uint8_t part : state.label) ++seen.at(part);
    }
    const double expected = 256.0 * lanes * sweeps / parts;
    for (const int count : seen) EXPECT_NEAR(count / expected, 1, 0.1) << parts;
  }
}

// At a constant temperature, labellings come with probability proportional to exp(cut / T), in every lane.
TEST(LaneLabels, ObeyBoltzmannsLaw) {
  for (const int parts : {2, 3, 4}) {
    const Graph graph = small_graph(4, parts, 0.9, -9, 30, 13);
    if (!LaneGraph::fits(graph, 1)) GTEST_SKIP() << "needs vector instructions";
    const double temperature = 20;
    std::map<Labels, double> expected;
    double sum = 0;
    for_each_labelling(graph, [&](const Labels& labels) {
      sum += expected[labels] =
          std::exp(static_cast<double>(cut_value(graph, labels)) / temperature);
    });
    const LaneGraph layout(graph);
    LaneLabels state(layout, 3, 4);
    state.randomise();
    for (int s = 0; s < 50; ++s) state.sweep(temperature);
    std::map<Labels, int> seen;
    constexpr int samples = 5'000;
    for (int s = 0; s < samples; ++s) {
      state.sweep(temperature);
      for (int lane = 0; lane < lanes; ++lane) ++seen[state.labels(lane)];
    }
    for (const auto& [labels, weight] : expected)
      EXPECT_NEAR(seen[labels] / (static_cast<double>(samples) * lanes), weight / sum, 0.005);
  }
}

TEST(LaneLabels, MakeTheSameMovesWithEveryInstructionSet) {
  for (const int parts : {2, 3, 6}) {
    const Graph graph = small_graph(100, parts, 0.1, -2, 2, 12);
    const LaneGraph layout(graph);
    std::map<std::string, AlignedVector<std::uint8_t>> found;
    for (const std::string& target : simd_targets()) {
      use_simd_target(target);
      if (!LaneGraph::fits(graph, 1)) continue;
      LaneLabels state(layout, 5, 6);
      state.randomise();
      for (int s = 0; s < 50; ++s) state.sweep(1.5 - 0.02 * s);
      found[target] = state.label;
    }
    use_simd_target("auto");
    for (const auto& [target, labels] : found)
      EXPECT_TRUE(labels == found.begin()->second) << target;
  }
}

TEST(LaneLabels, CopyEachOther) {
  const Graph graph = small_graph(9, 3, 0.5, 1, 1, 7);
  const LaneGraph layout(graph);
  LaneLabels state(layout, 1, 2);
  state.randomise();
  const LaneLabels before = state;
  std::vector<std::uint8_t> source(lanes);
  for (std::size_t l = 0; l < source.size(); ++l)
    source[l] = static_cast<std::uint8_t>(l % 3 == 0 ? l : l / 3 * 3);
  state.copy_lanes(source);
  for (int lane = 0; lane < lanes; ++lane)
    EXPECT_EQ(state.labels(lane), before.labels(source[static_cast<std::size_t>(lane)]));
}

// Over all chances, the copies of a labelling are on average as many as the lower temperature wants.
TEST(Selection, CopiesByTheLawOfTheLowerTemperature) {
  const std::vector<Value> cuts{7, 3, 10, 9, 9, -4, 8, 10};
  constexpr double colder = 0.3;
  constexpr int chances = 1000;
  std::vector<double> frequency;
  for (const Value cut : cuts) frequency.push_back(std::exp(colder * static_cast<double>(cut)));
  const double sum = std::accumulate(frequency.begin(), frequency.end(), 0.0);
  std::vector<double> copies(cuts.size(), 0);
  for (int i = 0; i < chances; ++i) {
    std::vector<double> now(cuts.size(), 0);
    const auto sources = select_survivors(cuts, colder, (i + 0.5) / chances);
    for (const std::uint8_t source : sources) {
      EXPECT_EQ(sources[source], source);
      ++now[source];
    }
    for (std::size_t l = 0; l < cuts.size(); ++l) {
      const double expected = frequency[l] / sum * static_cast<double>(cuts.size());
      EXPECT_LT(std::abs(now[l] - expected), 1) << l;
      copies[l] += now[l] / chances;
    }
  }
  for (std::size_t l = 0; l < cuts.size(); ++l)
    EXPECT_NEAR(copies[l], frequency[l] / sum * static_cast<double>(cuts.size()), 0.01) << l;
}

TEST(Selection, LeavesEqualsAlone) {
  const std::vector<Value> cuts(64, 5);
  std::vector<std::uint8_t> all(64);
  std::iota(all.begin(), all.end(), std::uint8_t{0});
  for (const double chance : {0.0, 0.3, 0.999999})
    EXPECT_EQ(select_survivors(cuts, 2, chance), all);
}

TEST(LanePopulation, TellsEveryBetterLabelling) {
  const Graph graph = small_graph(60, 3, 0.2, -2, 3, 31);
  if (!LaneGraph::fits(graph, 1)) GTEST_SKIP() << "needs vector instructions";
  const LaneGraph layout(graph);
  LanePopulation population(graph, layout, {2, 0.1}, 1, 2);
  Stop stop;
  StopCheck watch(stop);
  Work work;
  Value last = 0;
  int told = 0;
  const auto found = [&](const Labels& labels, Value cut) {
    EXPECT_EQ(cut, cut_value(graph, labels));
    EXPECT_GE(cut, last);
    last = cut;
    ++told;
  };
  const Labels best = population.evolve(0.05, found, watch, work);
  EXPECT_EQ(cut_value(graph, best), last);
  EXPECT_GT(told, 0);
  EXPECT_GT(work.sweeps, 0);
}

}  // namespace
}  // namespace spinsack::kcut::test
