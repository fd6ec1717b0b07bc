// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/potts_kernel.hpp"

#include "core/simd_target.hpp"
#include "problem/kcut/anneal.hpp"
#include "problem/kcut/cut_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace spinsack::kcut::test {
namespace {

TEST(PottsKernel, KeepsPullsAndGains) {
  for (const int parts : {2, 3, 4, 5, 17}) {
    const Graph graph = small_graph(53, parts, 0.2, -6, 9, 11);
    const PottsGraph layout(graph);
    PottsState state(layout, 1, 2);
    state.randomise();
    const Value start = cut_value(graph, state.labels());
    for (const double temperature : {100.0, 8.0, 2.0, 0.5, 0.0}) {
      for (int s = 0; s < 20; ++s) potts_sweep(state, temperature);
      ASSERT_EQ(start + state.gained, cut_value(graph, state.labels()));
      PottsState fresh(layout, 1, 2);
      fresh.assign(state.labels());
      ASSERT_EQ(fresh.pull, state.pull);
    }
    EXPECT_GT(state.moves, 0);
  }
}

TEST(PottsKernel, MakesTheSameMovesWithEveryInstructionSet) {
  const Graph graph = small_graph(100, 3, 0.1, -2, 2, 12);
  const PottsGraph layout(graph);
  std::map<std::string, Labels> found;
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    PottsState state(layout, 5, 6);
    state.randomise();
    for (int s = 0; s < 50; ++s) potts_sweep(state, 1.5 - 0.02 * s);
    found[target].assign(state.labels().begin(), state.labels().end());
  }
  use_simd_target("auto");
  for (const auto& [target, labels] : found) EXPECT_EQ(labels, found.begin()->second) << target;
}

// At a constant temperature, labellings come with probability proportional to exp(cut / T).
TEST(PottsKernel, ObeysBoltzmannsLaw) {
  for (const int parts : {2, 3}) {
    const Graph graph = small_graph(4, parts, 0.9, -2, 3, 13);
    const double temperature = 2;
    std::map<Labels, double> expected;
    double sum = 0;
    for_each_labelling(graph, [&](const Labels& labels) {
      sum += expected[labels] =
          std::exp(static_cast<double>(cut_value(graph, labels)) / temperature);
    });
    const PottsGraph layout(graph);
    PottsState state(layout, 3, 4);
    state.randomise();
    std::map<Labels, int> seen;
    constexpr int samples = 200'000;
    for (int s = 0; s < samples; ++s) {
      potts_sweep(state, temperature);
      ++seen[Labels(state.labels().begin(), state.labels().end())];
    }
    for (const auto& [labels, weight] : expected)
      EXPECT_NEAR(seen[labels] / static_cast<double>(samples), weight / sum, 0.01);
  }
}

// Weights are halved until no pull exceeds 2^30; two hostile sides are still told apart.
TEST(PottsKernel, TakesWeightsOfAnySize) {
  Graph::Data data{.name = "large", .vertices = 20, .parts = 2, .edges = {}};
  for (Index u = 0; u < 20; ++u)
    for (Index v = u + 1; v < 20; ++v)
      data.edges.push_back({u, v, ((u < 10) == (v < 10) ? -1 : 1) * (sum_limit / 200)});
  const Graph graph(std::move(data));
  const PottsGraph layout(graph);
  PottsState state(layout, 1, 1);
  state.randomise();
  Stop stop;
  StopCheck watch(stop);
  Work work;
  const Labels best = anneal(state, heat_range(layout, 1, 0.1), AnnealLength(200), watch, work);
  EXPECT_EQ(cut_value(graph, best), 100 * (sum_limit / 200));
  EXPECT_EQ(work.sweeps, 200);
}

}  // namespace
}  // namespace spinsack::kcut::test
