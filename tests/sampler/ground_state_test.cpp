// SPDX-License-Identifier: Apache-2.0
// The samplers as solvers: graphs whose maximum cut is known, and dense models on which all must agree.
#include "core/rng.hpp"
#include "qubo/format.hpp"
#include "sampler/sampler.hpp"
#include "support/dense_ising.hpp"
#include "support/short_run.hpp"
#include "support/simulated_samplers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace spinsack {
namespace {

double best_energy(std::string_view sampler, const QuboModel& model, const ParameterValues& values,
                   const SampleRequest& request) {
  double best = std::numeric_limits<double>::infinity();
  for (const Sample& sample : find_sampler(sampler).sample(model, values, request).samples)
    best = std::min(best, sample.energy);
  return best;
}

struct Graph {
  std::string text;  // in the Gset layout
  double cut = 0;    // the maximum
};

// A bipartite graph with its vertices shuffled: the maximum cut is every edge.
Graph planted_bipartite(std::uint64_t seed, int n, int degree) {
  Rng rng(seed);
  std::vector<int> name(static_cast<std::size_t>(n));
  std::iota(name.begin(), name.end(), 1);
  for (std::size_t i = name.size(); i > 1; --i)
    std::swap(name[i - 1],
              name[static_cast<std::size_t>(rng.integer(0, static_cast<std::int64_t>(i) - 1))]);
  Graph graph;
  std::string edges;
  int count = 0;
  for (int left = 0; left < n / 2; ++left)
    for (int e = 0; e < degree; ++e) {
      const auto right = static_cast<std::size_t>(n / 2 + rng.integer(0, n - n / 2 - 1));
      const std::int64_t weight = rng.integer(1, 9);
      edges += std::to_string(name[static_cast<std::size_t>(left)]) + " " +
               std::to_string(name[right]) + " " + std::to_string(weight) + "\n";
      graph.cut += static_cast<double>(weight);
      ++count;
    }
  graph.text = std::to_string(n) + " " + std::to_string(count) + "\n" + edges;
  return graph;
}

// Weights of both signs on a graph of 16 vertices; the best of all cuts.
Graph brute_forced(std::uint64_t seed) {
  constexpr int n = 16;
  Rng rng(seed);
  int weight[n][n] = {};
  Graph graph;
  std::string edges;
  int count = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (rng.real() < 0.6) {
        weight[i][j] = static_cast<int>(rng.integer(-5, 9));
        edges += std::to_string(i + 1) + " " + std::to_string(j + 1) + " " +
                 std::to_string(weight[i][j]) + "\n";
        ++count;
      }
  for (unsigned side = 0; side < 1U << (n - 1); ++side) {
    double cut = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        if ((side >> i & 1) != (side >> j & 1)) cut += weight[i][j];
    graph.cut = std::max(graph.cut, cut);
  }
  graph.text = std::to_string(n) + " " + std::to_string(count) + "\n" + edges;
  return graph;
}

TEST(MaxCut, EverySamplerFindsCutsOfSmallGraphs) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Graph graph = brute_forced(seed);
    const QuboModel model(read_qubo({"graph", graph.text}, "gset"));
    for (const Sampler& sampler : test::simulated_samplers())
      EXPECT_EQ(best_energy(sampler.name, model, test::short_run(sampler, "300"),
                            {.seed = seed, .reads = 20}),
                -graph.cut)
          << sampler.name;
  }
}

// Sparse rows; every edge can be cut, so frustration is none and the way there is long.
TEST(MaxCut, FindsPlantedCutsOfSparseGraphs) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Graph graph = planted_bipartite(seed, 200, 4);
    const QuboModel model(read_qubo({"graph", graph.text}, "gset"));
    EXPECT_FALSE(model.objective().pairs.dense());
    for (const char* sampler : {"sa", "pt", "sb", "sqa"})
      EXPECT_EQ(best_energy(sampler, model, {}, {.seed = seed, .reads = 20}), -graph.cut)
          << sampler;
  }
}

// Couplings +-1 between all of 200 spins (Sherrington and Kirkpatrick). Nobody knows the ground state, but
// methods as different as these agree on it, from every seed.
TEST(SlowGroundState, AllAgreeOnDenseModelsOf200Spins) {
  for (std::uint64_t instance = 1; instance <= 5; ++instance) {
    Rng rng(instance);
    const QuboModel model(test::dense_ising(rng, 200));
    const double reference =
        best_energy("sa", model, {{"sweeps", "5000"}}, {.seed = 99, .reads = 300, .threads = 2});
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const SampleRequest request{.seed = seed, .reads = 100, .threads = 2};
      EXPECT_EQ(best_energy("sa", model, {{"sweeps", "2000"}}, request), reference);
      EXPECT_EQ(best_energy("sb", model, {{"steps", "2000"}}, request), reference);
      EXPECT_EQ(
          best_energy("pt", model, {{"sweeps", "2000"}}, {.seed = seed, .reads = 10, .threads = 2}),
          reference);
    }
  }
}

}  // namespace
}  // namespace spinsack
