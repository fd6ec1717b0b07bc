// SPDX-License-Identifier: Apache-2.0
#include "solver/minimum_cut.hpp"

#include "core/rng.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace spinsack {
namespace {

struct CutProblem {
  CutGraph graph;
  std::vector<Wide> values;
  std::vector<std::vector<Profit>> capacity;
};

CutProblem random_problem(Rng& rng, Index n, double density, Profit most) {
  CutProblem problem;
  problem.capacity.assign(at(n), std::vector<Profit>(at(n)));
  for (Index i = 0; i < n; ++i) {
    problem.values.push_back(rng.integer(-2 * most, 2 * most));
    for (Index j = 0; j < i; ++j)
      if (rng.real() < density)
        problem.capacity[at(i)][at(j)] = problem.capacity[at(j)][at(i)] = rng.integer(0, most);
  }
  problem.graph.start.push_back(0);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (problem.capacity[at(i)][at(j)] == 0) continue;
      problem.graph.head.push_back(j);
      problem.graph.capacity.push_back(problem.capacity[at(i)][at(j)]);
    }
    problem.graph.start.push_back(problem.graph.head.size());
  }
  return problem;
}

Wide worth(const CutProblem& problem, const Bits& set, Profit scale) {
  Wide sum = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set[i] == 0) continue;
    sum += problem.values[i];
    for (std::size_t j = 0; j < set.size(); ++j)
      if (set[j] == 0) sum -= Wide{problem.capacity[i][j]} * scale;
  }
  return sum;
}

Bits with_flip(Bits set, std::size_t i) {
  set[i] ^= 1;
  return set;
}

Bits solved(const CutProblem& problem, Profit scale) {
  Stop endless;
  StopCheck watch(endless);
  CutEffort effort;
  return largest_best_set(problem.graph, problem.values, scale, watch, effort).value();
}

TEST(MinimumCut, FindsTheLargestOfTheBestSets) {
  Rng rng(1);
  for (int round = 0; round < 400; ++round) {
    const auto n = static_cast<Index>(rng.integer(0, 10));
    // Small numbers give ties, large ones need more than 64 bits.
    const Profit most = round % 3 == 0 ? 3 : round % 3 == 1 ? 100 : Profit{1} << 58;
    const Profit scale = round % 3 == 2 ? Profit{1} << 40 : rng.integer(1, 4);
    const CutProblem problem = random_problem(rng, n, rng.real(), most);
    Wide best = 0;
    Bits largest(at(n));
    for (std::uint64_t code = 0; code < std::uint64_t{1} << n; ++code)
      best = std::max(best, worth(problem, test::bits_of(code, n), scale));
    for (std::uint64_t code = 0; code < std::uint64_t{1} << n; ++code) {
      const Bits set = test::bits_of(code, n);
      if (worth(problem, set, scale) != best) continue;
      for (std::size_t i = 0; i < set.size(); ++i) largest[i] = largest[i] | set[i];
    }
    ASSERT_EQ(solved(problem, scale), largest) << "round " << round;
  }
}

// Labels grow up to the number of nodes here.
TEST(MinimumCut, SendsFlowAlongAPath) {
  constexpr Index n = 500;
  CutProblem problem;
  problem.graph.start.push_back(0);
  for (Index i = 0; i < n; ++i) {
    problem.values.emplace_back(0);
    if (i > 0) {
      problem.graph.head.push_back(i - 1);
      problem.graph.capacity.push_back(5);
    }
    if (i + 1 < n) {
      problem.graph.head.push_back(i + 1);
      problem.graph.capacity.push_back(5);
    }
    problem.graph.start.push_back(problem.graph.head.size());
  }
  const auto held = [&](Profit first, Profit last) {
    problem.values.front() = first;
    problem.values.back() = last;
    const Bits set = solved(problem, 1);
    return std::count(set.begin(), set.end(), 1);
  };
  EXPECT_EQ(held(4, -3), n);      // all of it is worth 1
  EXPECT_EQ(held(4, -4), n);      // worth nothing, as nothing is: the larger one
  EXPECT_EQ(held(4, -5), 0);      // worth less than nothing
  EXPECT_EQ(held(9, -7), n - 1);  // worth 2, but 4 without the last
}

TEST(MinimumCut, AgreesWithItselfUnderOtherNamesOfTheNodes) {
  Rng rng(2);
  for (const double density : {0.01, 0.1, 0.9}) {
    const Index n = 150;
    const CutProblem problem = random_problem(rng, n, density, 1000);
    CutProblem reversed = problem;
    reversed.graph = {};
    reversed.graph.start.push_back(0);
    for (Index i = 0; i < n; ++i) {
      reversed.values[at(i)] = problem.values[at(n - 1 - i)];
      for (Index j = 0; j < n; ++j) {
        const Profit capacity = problem.capacity[at(n - 1 - i)][at(n - 1 - j)];
        if (capacity == 0) continue;
        reversed.graph.head.push_back(j);
        reversed.graph.capacity.push_back(capacity);
      }
      reversed.graph.start.push_back(reversed.graph.head.size());
    }
    const Bits set = solved(problem, 1);
    Bits other = solved(reversed, 1);
    std::ranges::reverse(other);
    EXPECT_EQ(set, other);
    // No single node, in or out, can do better.
    for (std::size_t i = 0; i < set.size(); ++i)
      EXPECT_LE(worth(problem, with_flip(set, i), 1), worth(problem, set, 1));
  }
}

}  // namespace
}  // namespace spinsack
