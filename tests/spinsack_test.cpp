// SPDX-License-Identifier: Apache-2.0
// The public face, with no other header of the library: docs/library.md has the programs that the installation
// test builds against it.
#include "spinsack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

namespace {

using namespace spinsack;

QkpInstance three_items() {
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{5});
  return QkpInstance({.name = "three",
                      .profit = {10, 20, 30},
                      .weight = {2, 3, 4},
                      .pair_profit = std::move(pairs).finish(),
                      .capacity = 5});
}

TEST(PublicFace, SolvesNumbersOfYourOwn) {
  const QkpInstance instance = three_items();
  const SolveResult result = solve(instance, "exact");
  EXPECT_EQ(result.value(), 35);
  EXPECT_TRUE(result.proven_optimal());
  EXPECT_EQ(chosen_items(result.outcome.bits), (std::vector<Index>{0, 1}));
}

TEST(PublicFace, GoesTheWayOfAMachine) {
  const QkpInstance instance = three_items();
  const Formulation formulation = formulate(instance);
  EXPECT_EQ(formulation.request.encoding, "binary");
  const SampleSet set =
      sample(formulation.model, "sa", {{"sweeps", "50"}}, {.seed = 1, .reads = 8});
  ASSERT_EQ(set.samples.size(), 8U);
  Profit best = 0;
  for (const Sample& one : set.samples) {
    const auto done = postprocess(instance, formulation.decode(one.bits));
    const Evaluation value = evaluate(instance, done.bits);
    EXPECT_TRUE(value.feasible);
    EXPECT_EQ(value, done.rows.back().after);
    best = std::max(best, value.profit);
  }
  EXPECT_GE(best, 30) << "the steps fill the knapsack, whatever they begin with";
}

TEST(PublicFace, ChoosesByName) {
  const QkpInstance instance = three_items();
  const Formulation chosen = formulate(instance, "unary", "2^3", "capacity");
  EXPECT_EQ(chosen.request.encoding, "unary");
  EXPECT_EQ(chosen.request.strength, 8);
  EXPECT_EQ(chosen.request.bound, 5);
  EXPECT_THROW((void)formulate(instance, "unnary", "auto"), UsageError);
  EXPECT_THROW((void)sample(chosen.model, "tabboo"), UsageError);
  EXPECT_THROW((void)postprocess(instance, Bits{1, 1, 1}, "repare"), UsageError);
}

TEST(PublicFace, VerifiesWhatAResultClaims) {
  const QkpInstance instance = three_items();
  const SolveResult result = solve(instance);
  std::string claim = result_json(instance_of(instance), result);
  EXPECT_TRUE(verify({&instance, 1}, {"claim", claim}).front().holds()) << claim;
  const std::size_t value = claim.find("\"value\":");
  ASSERT_NE(value, std::string::npos) << claim;
  claim.insert(claim.find_first_of("123456789", value), "9");
  EXPECT_FALSE(verify({&instance, 1}, {"claim", claim}).front().holds()) << claim;
}

TEST(PublicFace, KnowsItsCatalogs) {
  EXPECT_FALSE(methods(qkp_problem()).empty());
  EXPECT_FALSE(samplers().empty());
  EXPECT_FALSE(encodings().empty());
  EXPECT_FALSE(steps().empty());
  EXPECT_FALSE(instance_formats().empty());
  EXPECT_FALSE(qubo_formats().empty());
  EXPECT_EQ(std::ranges::count(library_version(), '.'), 2);
}

}  // namespace
