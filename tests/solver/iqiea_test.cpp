// SPDX-License-Identifier: Apache-2.0
#include "solver/iqiea.hpp"

#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <string>

namespace spinsack {
namespace {

TEST(QuantumInspired, FindsOptimaOfSmallInstances) {
  Rng rng(6);
  for (int round = 0; round < 40; ++round) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = 14, .min_profit = round % 2 == 0 ? 0 : -20});
    const SolveOutcome outcome =
        test::qkp_method("iqiea").solve(instance, {{"generations", "40"}}, {.seed = 1});
    EXPECT_EQ(outcome.value, test::brute_force_optimum(instance));
  }
}

TEST(QuantumInspired, FindsOptimaOfMediumInstances) {
  for (const char* const name : {"medium:100_25_1", "medium:100_100_4", "medium:200_50_6"}) {
    const PublishedInstance& published = *match_published(name).front();
    const SolveOutcome outcome = test::qkp_method("iqiea").solve(
        build_published(published), {{"generations", "60"}}, {.seed = 1});
    EXPECT_EQ(outcome.value, published.best_known) << name;
  }
}

TEST(QuantumInspired, ObservesEveryIndividualOnceInAGeneration) {
  const QkpInstance instance = generate("gallo", {{"n", "80"}, {"density", "50"}, {"seed", "1"}});
  // From a single individual on, for which neighbour and tenth are itself.
  for (const char* const population : {"1", "2", "11"}) {
    const SolveOutcome outcome = test::qkp_method("iqiea").solve(
        instance, {{"population", population}, {"generations", "30"}, {"stale", "5"}}, {.seed = 2});
    EXPECT_EQ(outcome.work.sweeps, 30 * std::stoll(population));
    EXPECT_GT(outcome.value, 0);
  }
}

}  // namespace
}  // namespace spinsack
