// SPDX-License-Identifier: Apache-2.0
// What each family of random instances promises; generator_test.cpp has what all of them do.
#include "instance/evaluate.hpp"
#include "instance/families/common.hpp"
#include "instance/generator.hpp"
#include "support/property.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::test {
namespace {

using Values = ParameterValues;

// Correlation of two equally long lists.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

double weight_worth_correlation(const QkpInstance& instance) {
  std::vector<double> worth(instance.profits().begin(), instance.profits().end());
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    worth[at(i)] += static_cast<double>(value);
    worth[at(j)] += static_cast<double>(value);
  });
  return correlation(worth, {instance.weights().begin(), instance.weights().end()});
}

TEST(GalloFamily, HasTheDensityAskedFor) {
  for (const double density : {0.0, 5.0, 37.5, 100.0}) {
    const QkpInstance instance =
        generate("gallo", {{"n", "400"}, {"density", fmt::format("{}", density)}});
    // 79800 pairs: four standard deviations of the share are below 0.8 %.
    EXPECT_NEAR(instance.density(), density / 100, density == 0 || density == 100 ? 0 : 0.008);
    const auto linear = std::ranges::count_if(instance.profits(), [](Profit p) { return p != 0; });
    EXPECT_NEAR(static_cast<double>(linear) / 400, density / 100, 0.1);
  }
}

TEST(GalloFamily, DrawsUniformProfitsAndWeights) {
  const QkpInstance instance = generate("gallo", {{"n", "500"}, {"density", "100"}});
  std::vector<int> seen(101);
  instance.pair_profits().for_each_pair(
      [&](Index, Index, auto value) { ++seen[static_cast<std::size_t>(value)]; });
  double chi_square = 0;
  for (std::size_t value = 1; value <= 100; ++value) {
    const double off = seen[value] - 1247.5;  // of 124750
    chi_square += off * off / 1247.5;
  }
  EXPECT_LT(chi_square, 148.3);  // the 99.9 % point for 99 degrees of freedom
  EXPECT_NEAR(static_cast<double>(instance.total_weight()) / 500, 25.5, 2.6);
}

TEST(SparseFamily, HasExactlyTheEdgesAskedFor) {
  for (const char* degree : {"0", "0.5", "3", "10", "79", "100", "198", "199"}) {
    const QkpInstance instance = generate("sparse", {{"n", "200"}, {"degree", degree}});
    EXPECT_EQ(instance.pair_profits().pairs(), std::llround(100 * std::stod(degree))) << degree;
  }
}

TEST(SparseFamily, LargeInstancesTakeLittleMemory) {
  const QkpInstance instance = generate("sparse", {{"n", "200000"}});
  EXPECT_EQ(instance.size(), 200'000);
  EXPECT_EQ(instance.pair_profits().pairs(), 1'000'000);
  EXPECT_LT(instance.pair_profits().bytes(), 20'000'000U);
}

TEST(SparseFamily, EveryGraphIsEquallyLikely) {
  // Two edges among four items: 15 graphs, by rejection; four of six: 15 again, by the sweep.
  for (const std::int64_t target : {2, 4}) {
    std::map<std::vector<std::uint64_t>, int> seen;
    Rng rng(5);
    for (int k = 0; k < 15'000; ++k) {
      std::vector<PairKey> pairs;
      add_random_pairs(pairs, 4, target, rng);
      std::vector<std::uint64_t> keys;
      for (const PairKey& pair : pairs) keys.push_back(pair.key);
      ++seen[keys];
    }
    EXPECT_EQ(seen.size(), 15U);
    for (const auto& [graph, count] : seen) EXPECT_NEAR(count, 1'000, 130);
  }
}

TEST(SparseFamily, PairsAreAddedToThoseThereAlready) {
  EXPECT_TRUE(always("sorted, distinct, complete, old ones kept", [] {
    const Index n = any_in<Index>(2, 12);
    const std::int64_t all = n * (n - 1) / 2;
    const std::int64_t first = any_in<std::int64_t>(0, all + 1);
    const std::int64_t second = any_in<std::int64_t>(first, all + 1);
    Rng rng(any_bits());
    std::vector<PairKey> pairs;
    add_random_pairs(pairs, n, first, rng);
    const std::vector<PairKey> before = pairs;
    must(static_cast<std::int64_t>(before.size()) == first);
    add_random_pairs(pairs, n, second, rng);
    must(static_cast<std::int64_t>(pairs.size()) == second);
    must(std::ranges::is_sorted(pairs));
    must(std::ranges::adjacent_find(pairs) == pairs.end());
    must(std::ranges::includes(pairs, before));
    for (const PairKey& pair : pairs) must(pair.i() < pair.j() && pair.j() < n);
  }));
}

TEST(TeamsFamily, IsSparseClusteredAndSkewed) {
  const QkpInstance instance = generate("teams", {{"n", "3000"}});
  // Team sizes are uniform from 4 to 12, so the mean person is in a team of E[s^2] / E[s] = 8.83
  // and knows 70 % of 7.83 colleagues, and one more person.
  const double degree = 2.0 * static_cast<double>(instance.pair_profits().pairs()) / 3000;
  EXPECT_NEAR(degree, 6.48, 0.5);
  // Friends of friends are friends far more often than in a random graph, where it would be 0.2 %.
  std::int64_t paths = 0;
  std::int64_t closed = 0;
  for (Index i = 0; i < 300; ++i) {
    std::vector<Index> friends;
    instance.pair_profits().for_each_in_row(i, [&](Index j, auto) { friends.push_back(j); });
    for (std::size_t a = 0; a < friends.size(); ++a)
      for (std::size_t b = a + 1; b < friends.size(); ++b) {
        ++paths;
        closed += instance.pair_profits().integer(friends[a], friends[b]) != 0 ? 1 : 0;
      }
  }
  EXPECT_GT(static_cast<double>(closed) / static_cast<double>(paths), 0.3);
  // A product of three uniform numbers: mean 1/8, median about 1/15.
  std::vector<double> profits;
  instance.pair_profits().for_each_pair(
      [&](Index, Index, auto value) { profits.push_back(static_cast<double>(value)); });
  std::ranges::sort(profits);
  const double mean =
      std::accumulate(profits.begin(), profits.end(), 0.0) / static_cast<double>(profits.size());
  EXPECT_NEAR(mean, 13, 1.5);
  EXPECT_LT(profits[profits.size() / 2], 0.65 * mean);
  EXPECT_GT(profits.back(), 5 * mean);
}

TEST(TeamsFamily, LooseEndsAreAllowed) {
  EXPECT_EQ(generate("teams", {{"team", "1"}, {"outside", "0"}}).pair_profits().pairs(), 0);
  EXPECT_EQ(
      generate("teams", {{"n", "30"}, {"team", "60"}, {"inside", "100"}}).pair_profits().pairs(),
      30 * 29 / 2);
  EXPECT_EQ(generate("teams", {{"n", "10"}, {"outside", "1000"}}).pair_profits().pairs(), 45);
}

TEST(CorrelatedFamily, StrengthTiesWeightsToProfits) {
  const auto at_strength = [](const char* strength) {
    return weight_worth_correlation(
        generate("correlated", {{"n", "400"}, {"strength", strength}, {"weight-max", "1000"}}));
  };
  EXPECT_GT(at_strength("1"), 0.999);
  EXPECT_GT(at_strength("0.5"), 0.3);
  EXPECT_LT(at_strength("0.5"), 0.95);
  EXPECT_LT(std::fabs(at_strength("0")), 0.15);
}

TEST(CorrelatedFamily, AtFullStrengthProfitPerWeightIsTheSameForAll) {
  const QkpInstance instance =
      generate("correlated", {{"n", "300"}, {"density", "50"}, {"weight-max", "100000"}});
  std::vector<double> worth(instance.profits().begin(), instance.profits().end());
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    worth[at(i)] += static_cast<double>(value);
    worth[at(j)] += static_cast<double>(value);
  });
  for (std::size_t i = 0; i < worth.size(); ++i)
    worth[i] /= static_cast<double>(instance.weights()[i]);
  const auto [least, most] = std::ranges::minmax(worth);
  EXPECT_LT(most / least, 1.01);
}

TEST(CliqueFamily, HidesAnOptimumThatIsKnown) {
  for (int seed = 1; seed <= 5; ++seed) {
    const Values values{{"n", "14"},     {"size", "6"},    {"density", "40"},
                        {"weight", "3"}, {"profit", "10"}, {"seed", std::to_string(seed)}};
    const QkpInstance instance = generate("clique", values);
    EXPECT_EQ(instance.capacity(), 18);
    const auto optimum = find_generator_family("clique").known_optimum(values);
    ASSERT_TRUE(optimum);
    EXPECT_EQ(*optimum, 150);
    Profit best = 0;
    for (unsigned code = 0; code < 1U << 14; ++code) {
      Bits x(14);
      for (unsigned i = 0; i < 14; ++i) x[i] = code >> i & 1;
      const Evaluation value = evaluate(instance, x);
      if (value.feasible) best = std::max(best, value.profit);
    }
    EXPECT_EQ(best, *optimum);
  }
  for (const GeneratorFamily& family : generator_families())
    EXPECT_EQ(family.known_optimum({}).has_value(), family.name == "clique");
}

TEST(CliqueFamily, HasTheDensityAskedForOutsideTheClique) {
  const QkpInstance instance = generate("clique", {{"n", "400"}, {"size", "2"}, {"density", "20"}});
  EXPECT_NEAR(instance.density(), 0.2, 0.008);
  EXPECT_EQ(generate("clique", {{"n", "50"}, {"size", "50"}, {"density", "0"}}).density(), 1);
  EXPECT_EQ(
      generate("clique", {{"n", "50"}, {"size", "7"}, {"density", "0"}}).pair_profits().pairs(),
      21);
}

TEST(RelatedFamily, ProfitsFollowTheWeights) {
  for (const std::string pairs : {"geometric", "minimum", "uniform"})
    for (const std::string singles : {"shifted", "noisy", "uniform"}) {
      SCOPED_TRACE(pairs + " " + singles);
      const QkpInstance instance = generate("related", {{"n", "60"},
                                                        {"pairs", pairs},
                                                        {"singles", singles},
                                                        {"shift", "37"},
                                                        {"noise", "20"},
                                                        {"weight-max", "6500"}});
      const auto weights = instance.weights();
      const auto [least, most] = std::ranges::minmax(weights);
      EXPECT_GE(least, 100);
      EXPECT_LE(most, 6500);
      EXPECT_GT(most, 5000);
      Profit least_more = INT64_MAX;
      Profit most_more = INT64_MIN;
      for (Index i = 0; i < instance.size(); ++i) {
        const Profit more = instance.profits()[at(i)] - weights[at(i)];
        least_more = std::min(least_more, more);
        most_more = std::max(most_more, more);
        EXPECT_TRUE(singles != "uniform" || instance.profits()[at(i)] <= 100);
      }
      EXPECT_TRUE(singles != "shifted" || (least_more == 37 && most_more == 37));
      EXPECT_TRUE(singles != "noisy" || (least_more >= -20 && least_more < -10));
      EXPECT_TRUE(singles != "noisy" || (most_more <= 20 && most_more > 10));
      EXPECT_EQ(instance.density(), 1);
      instance.pair_profits().for_each_pair([&](Index i, Index j, auto stored) {
        const auto profit = static_cast<Profit>(stored);
        const auto [light, heavy] = std::minmax(weights[at(i)], weights[at(j)]);
        if (pairs == "geometric") {  // twice the root lies between 2 p - 1 and 2 p + 1
          EXPECT_GT((2 * profit + 1) * (2 * profit + 1), 4 * light * heavy);
          EXPECT_LT((2 * profit - 1) * (2 * profit - 1), 4 * light * heavy);
        } else if (pairs == "minimum") {
          EXPECT_EQ(profit, light);
        } else {
          EXPECT_LE(profit, 100);
        }
      });
    }
}

TEST(RelatedFamily, AnotherRuleForOnePartLeavesTheOthersAlone) {
  const Values base{{"n", "80"}, {"density", "30"}};
  const auto with = [&](const char* name, const char* value) {
    Values values = base;
    values[name] = value;
    return generate("related", values);
  };
  const QkpInstance first = generate("related", base);
  EXPECT_NEAR(first.density(), 0.3, 0.033);  // four standard deviations of 3160 pairs
  for (const char* rule : {"minimum", "uniform"}) {
    const QkpInstance other = with("pairs", rule);
    EXPECT_TRUE(std::ranges::equal(other.weights(), first.weights()));
    EXPECT_TRUE(std::ranges::equal(other.profits(), first.profits()));
    EXPECT_EQ(other.capacity(), first.capacity());
    EXPECT_EQ(other.pair_profits().pairs(), first.pair_profits().pairs());
    first.pair_profits().for_each_pair(
        [&](Index i, Index j, auto) { EXPECT_NE(other.pair_profits().integer(i, j), 0); });
    EXPECT_NE(other.pair_profits(), first.pair_profits());
  }
  for (const char* rule : {"noisy", "uniform"}) {
    const QkpInstance other = with("singles", rule);
    EXPECT_TRUE(std::ranges::equal(other.weights(), first.weights()));
    EXPECT_FALSE(std::ranges::equal(other.profits(), first.profits()));
    EXPECT_EQ(other.pair_profits(), first.pair_profits());
  }
}

TEST(RelatedFamily, RootsAreRoundedExactly) {
  for (std::int64_t root = 0; root <= 300; ++root)
    for (std::int64_t square = root * root - root + 1; square <= root * root + root; ++square)
      EXPECT_EQ(rounded_root(std::max(square, std::int64_t{0})), root) << square;
  for (const std::int64_t root : {94906267LL, 999999999LL, 1000000000LL, 3037000498LL}) {
    EXPECT_EQ(rounded_root(root * root), root);
    EXPECT_EQ(rounded_root(root * root - root), root - 1);
    EXPECT_EQ(rounded_root(root * root - root + 1), root);
    EXPECT_EQ(rounded_root(root * root + root), root);
    EXPECT_EQ(rounded_root(root * root + root + 1), root + 1);
  }
}

TEST(DispersionFamily, ProfitsAreDistances) {
  for (const char* dimensions : {"1", "2", "16"}) {
    const QkpInstance instance = generate(
        "dispersion", {{"n", "60"}, {"dimensions", dimensions}, {"profit-max", "100000000"}});
    EXPECT_EQ(std::ranges::count(instance.profits(), 0), 60);
    const auto distance = [&](Index i, Index j) { return instance.pair_profits().integer(i, j); };
    for (Index i = 0; i < 60; ++i)
      for (Index j = 0; j < i; ++j)
        for (Index k = 0; k < j; ++k)  // the triangle inequality, but for rounding
          EXPECT_LE(distance(i, j), distance(i, k) + distance(k, j) + 2);
  }
}

}  // namespace
}  // namespace spinsack::test
