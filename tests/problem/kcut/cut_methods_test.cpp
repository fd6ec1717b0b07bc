// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/automatic.hpp"
#include "problem/kcut/cut_support.hpp"
#include "problem/kcut/exact.hpp"
#include "problem/kcut/greedy.hpp"
#include "problem/kcut/max_cut_sampling.hpp"
#include "problem/kcut/moh.hpp"
#include "problem/kcut/potts.hpp"
#include "problem/kcut/published_cuts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spinsack::kcut::test {
namespace {

struct Case {
  std::string name;
  std::function<SolveOutcome(const Graph&, const SolveRequest&)> solve;
};

template <class Method>
Case case_of(const Method& method) {
  return {std::string(Method::name), [method](const Graph& graph, const SolveRequest& request) {
            return solved(graph, method, request);
          }};
}

// With little work each.
std::vector<Case> searches() {
  Potts potts;
  potts.sweeps = 300;
  potts.searches = 4;
  MultipleOperators moh;
  moh.steps = 50;
  moh.xi = 5;
  moh.omega = 50;
  AutomaticCut automatic;
  automatic.epochs = 1;
  return {case_of(potts), case_of(moh), case_of(automatic)};
}

TEST(CutMethods, FindOptimaOfSmallGraphs) {
  for (std::uint64_t seed = 0; seed < 9; ++seed) {
    const int parts = 2 + static_cast<int>(seed % 3);
    const Graph graph = small_graph(8, parts, 0.7, -9, 9, 100 + seed);
    const Value best = optimum_by_force(graph);
    const SolveOutcome proof = solved(graph, ExactCut{});
    EXPECT_EQ(proof.value, best);
    EXPECT_EQ(proof.upper_bound, best);
    EXPECT_EQ(cut_value(graph, proof.bits), best);
    Potts potts;
    potts.sweeps = 200;
    EXPECT_EQ(solved(graph, potts).value, best);
    MultipleOperators moh;
    moh.xi = 2;
    EXPECT_EQ(solved(graph, moh).value, best);
    const SolveOutcome greedy = solved(graph, GreedyCut{});
    EXPECT_LE(greedy.value, best);
    EXPECT_EQ(greedy.value, cut_value(graph, greedy.bits));
  }
}

TEST(CutMethods, AutomaticFindsOptimaForEveryNumberOfParts) {
  for (const int parts : {2, 3, 4}) {
    const Graph graph = small_graph(14, parts, 0.5, -9, 9, 200);
    AutomaticCut automatic;
    automatic.epochs = 1;
    const SolveOutcome outcome = solved(graph, automatic);
    EXPECT_EQ(outcome.value, solved(graph, ExactCut{}).value);
    EXPECT_EQ(outcome.value, cut_value(graph, outcome.bits));
  }
}

TEST(CutMethods, AnswersDoNotDependOnThreads) {
  for (const int parts : {2, 3})
    for (const Case& method : searches()) {
      const Graph graph = small_graph(40, parts, 0.15, -1, 1, 21);
      SolveRequest request{.seed = 5};
      const SolveOutcome alone = method.solve(graph, request);
      request.threads = 3;
      const SolveOutcome together = method.solve(graph, request);
      EXPECT_EQ(alone.value, together.value) << method.name;
      EXPECT_EQ(alone.bits, together.bits) << method.name;
    }
  const Graph graph = small_graph(14, 3, 0.5, -3, 3, 22);
  EXPECT_EQ(solved(graph, ExactCut{}).bits, solved(graph, ExactCut{}, {.threads = 3}).bits);
}

TEST(CutMethods, StopAtTheTargetAndWhenInterrupted) {
  const Graph graph = small_graph(60, 3, 0.2, -3, 9, 23);
  for (const Case& method : searches()) {
    SolveRequest request{.target = 1};
    const SolveOutcome outcome = method.solve(graph, request);
    EXPECT_GE(outcome.value, 1) << method.name;
    EXPECT_EQ(outcome.stopped_by, StopReason::target) << method.name;
    const std::atomic<bool> interrupted = true;
    const SolveOutcome cut_short = method.solve(graph, {.interrupted = &interrupted});
    EXPECT_EQ(cut_short.stopped_by, StopReason::interrupt) << method.name;
    EXPECT_EQ(cut_short.value, cut_value(graph, cut_short.bits)) << method.name;
    const SolveOutcome no_time = method.solve(graph, {.time_limit = 0.0});
    EXPECT_EQ(no_time.stopped_by, StopReason::time) << method.name;
  }
}

TEST(CutMethods, AutomaticHasAnAnswerWithoutTime) {
  const Graph graph = small_graph(60, 3, 0.2, 1, 9, 26);
  const SolveOutcome outcome = solved(graph, AutomaticCut{}, {.time_limit = 0.0});
  EXPECT_GT(outcome.value, graph.weight() / 2);
  EXPECT_EQ(outcome.value, cut_value(graph, outcome.bits));
}

TEST(CutMethods, OddGraphs) {
  const Graph empty({.name = "no edges", .vertices = 5, .parts = 3, .edges = {}});
  const Graph negative = small_graph(20, 3, 0.5, -9, -1, 24);
  const Graph zero({.name = "zero", .vertices = 20, .parts = 2, .edges = {{0, 1, 0}, {1, 2, 0}}});
  Graph::Data wide{.name = "wide", .vertices = 30, .parts = 30, .edges = {}};
  for (Index v = 1; v < 30; ++v) wide.edges.push_back({0, v, sum_limit / 30});
  const Graph star(std::move(wide));
  for (const Case& method : searches()) {
    EXPECT_EQ(method.solve(empty, {}).value, 0) << method.name;
    EXPECT_EQ(method.solve(negative, {}).value, 0) << method.name;
    EXPECT_EQ(method.solve(zero, {}).value, 0) << method.name;
    EXPECT_EQ(method.solve(star, {}).value, 29 * (sum_limit / 30)) << method.name;
  }
  EXPECT_EQ(solved(empty, ExactCut{}).upper_bound, 0);
  EXPECT_EQ(solved(negative.with_parts(2), GreedyCut{}).value, 0);
}

// All edges of G48, a torus, can be cut into three parts: found, and proven by the weight of its edges.
TEST(CutMethods, AllPositiveWeightIsProven) {
  const Graph graph = build_published_cut(match_published_cuts("gset:G48@3").front());
  AutomaticCut automatic;
  const SolveOutcome outcome = solved(graph, automatic, {.target = 6000});
  EXPECT_EQ(outcome.value, 6000);
  EXPECT_EQ(outcome.upper_bound, 6000);
}

// That is why `auto` and `potts` try one.
TEST(CutMethods, HubsAmongWeightsOfBothSignsWantAHotStart) {
  const Graph graph = build_published_cut(match_published_cuts("gset:G18@3").front());
  const auto sum_of_cuts = [&](double heat) {
    Potts potts;
    potts.searches = 1;
    potts.sweeps = 400;
    potts.t_start = heat;
    Value sum = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      sum += solved(graph, potts, {.seed = seed}).value;
    return sum;
  };
  EXPECT_GT(sum_of_cuts(usual_heat(3, 2)), sum_of_cuts(usual_heat(3, 0)) + 8 * 5);
}

TEST(MaxCutModel, ItsEnergyIsTheCutNegated) {
  const Graph graph = small_graph(20, 2, 0.4, -9, 9, 25);
  const QuboModel model = max_cut_model(graph);
  Rng rng(6);
  for (int i = 0; i < 20; ++i) {
    const Labels labels = random_labels(graph, rng);
    EXPECT_EQ(model.energy(labels), -static_cast<double>(cut_value(graph, labels)));
  }
}

}  // namespace
}  // namespace spinsack::kcut::test
