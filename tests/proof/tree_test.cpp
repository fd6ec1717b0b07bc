// SPDX-License-Identifier: Apache-2.0
#include "proof/tree.hpp"

#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "problem/qkp/qkp_source.hpp"
#include "proof/exact_bound.hpp"
#include "solver/method.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"
#include "verify/certificate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace spinsack::proof {
namespace {

constexpr std::string_view digest = "of some instance";

TreeOutcome prove_with_certificate(const QkpInstance& instance, BitView reference) {
  return prove(
      instance, reference,
      {.impatient = {}, .spread = {}, .improved = {}, .certificate_of = std::string(digest)});
}

Bits good_solution(const QkpInstance& instance) {
  return test::qkp_method("lha").solve(instance, {}, {.seed = 1}).bits;
}

// Whatever the reference, and with profits of either sign.
TEST(Proof, FindsAndProvesTheOptimumOfSmallInstances) {
  Rng rng(7);
  int checked = 0;
  for (int round = 0; round < 60; ++round) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = static_cast<Index>(rng.integer(2, 12)),
                                    .max_weight = rng.integer(1, 40),
                                    .min_profit = round % 3 == 0 ? -20 : 0,
                                    .max_profit = 30,
                                    .density = 0.1 * static_cast<double>(rng.integer(1, 10)),
                                    .tightness = 0.1 * static_cast<double>(rng.integer(0, 10))});
    if (!reason_against(instance).empty()) continue;
    const TreeOutcome outcome = prove_with_certificate(instance, Bits(at(instance.size()), 0));
    if (!outcome.complete) continue;
    ++checked;
    EXPECT_EQ(outcome.value, test::brute_force_optimum(instance));
    const Evaluation evaluation = evaluate(instance, outcome.best);
    EXPECT_TRUE(evaluation.feasible);
    EXPECT_EQ(evaluation.profit, outcome.value);
    const CertificateVerdict verdict =
        verify_certificate(instance, digest, {"certificate", outcome.certificate});
    EXPECT_TRUE(verdict.holds) << verdict.fault;
  }
  EXPECT_GE(checked, 55);
}

TEST(Proof, ProvesPublishedOptima) {
  for (const char* name : {"medium:100_25_2", "medium:100_50_5", "medium:100_100_1"}) {
    const LoadedInstance loaded = load_instance(name);
    const TreeOutcome outcome =
        prove_with_certificate(loaded.instance, good_solution(loaded.instance));
    ASSERT_TRUE(outcome.complete) << name;
    EXPECT_EQ(outcome.value, loaded.best_known());
    EXPECT_EQ(outcome.bound, outcome.value);
    const CertificateVerdict verdict =
        verify_certificate(loaded.instance, digest, {"certificate", outcome.certificate});
    EXPECT_TRUE(verdict.holds) << verdict.fault;
    EXPECT_EQ(verdict.value, outcome.value);
  }
}

TEST(Proof, IsTheSameForAnyNumberOfThreads) {
  const LoadedInstance loaded = load_instance("medium:100_25_7");
  const Bits reference = good_solution(loaded.instance);
  const TreeOutcome alone = prove_with_certificate(loaded.instance, reference);
  const TreeOutcome shared = prove(loaded.instance, reference,
                                   {.impatient = {},
                                    .spread =
                                        [](std::size_t count, const TreeRequest::Work& work) {
                                          std::vector<std::jthread> threads;
                                          for (std::size_t i = 0; i < count; ++i)
                                            threads.emplace_back(work, i);
                                        },
                                    .improved = {},
                                    .certificate_of = std::string(digest)});
  ASSERT_TRUE(alone.complete);
  EXPECT_GT(alone.regions, 8);
  EXPECT_EQ(alone.certificate, shared.certificate);
}

TEST(Proof, HasABoundThatHoldsWhenItIsEndedEarly) {
  const LoadedInstance loaded = load_instance("medium:100_25_1");
  const Bits reference = good_solution(loaded.instance);
  int with_bound = 0;
  for (int most = 1; most < 3000; most = most * 3 + 1) {
    int asked = 0;
    const TreeOutcome outcome = prove(loaded.instance, reference,
                                      {.impatient = [&] { return ++asked > most; },
                                       .spread = {},
                                       .improved = {},
                                       .certificate_of = {}});
    if (outcome.bound) {
      ++with_bound;
      EXPECT_GE(*outcome.bound, loaded.best_known());
    }
  }
  EXPECT_GT(with_bound, 1);
}

// What a region had decided when it was stopped is part of its proof.
TEST(Proof, HoldsHoweverOftenItWasStopped) {
  std::int64_t regions = 0;
  for (const char* seed : {"1", "2", "3", "4", "5"}) {
    const QkpInstance instance =
        generate("gallo", {{"n", "50"}, {"density", "25"}, {"seed", seed}});
    const Bits reference = good_solution(instance);
    const Profit optimum = prove_with_certificate(instance, reference).value;
    for (const int more : {1, 3, 8}) {
      int patience = 0;
      int asked = 0;
      int stops = 0;
      Prover prover(instance, reference,
                    {.impatient = [&] { return ++asked > patience; },
                     .spread = {},
                     .improved = {},
                     .certificate_of = std::string(digest)});
      for (; !prover.run(); ++stops) {
        asked = 0;
        patience += more;
      }
      EXPECT_GT(stops, 2);
      const TreeOutcome outcome = prover.outcome();
      ASSERT_TRUE(outcome.complete);
      regions += outcome.regions;
      EXPECT_EQ(outcome.value, optimum);
      const CertificateVerdict verdict =
          verify_certificate(instance, digest, {"certificate", outcome.certificate});
      EXPECT_TRUE(verdict.holds) << seed << ", " << more << ": " << verdict.fault;
    }
  }
  EXPECT_GT(regions, 100);
}

// What a limit leaves open is covered by the bound, and work beyond the limit is refused.
TEST(Proof, StopsAtItsLimits) {
  const QkpInstance instance = generate("gallo", {{"n", "60"}, {"density", "50"}, {"seed", "5"}});
  const Bits reference = good_solution(instance);
  const TreeOutcome whole_tree = prove_with_certificate(instance, reference);
  ASSERT_GT(whole_tree.regions, 8);
  TreeRequest few;
  few.most_regions = 1;
  TreeRequest small;
  small.most_bytes = 1;
  for (const TreeRequest& request : {few, small}) {
    Prover prover(instance, reference, request);
    EXPECT_FALSE(prover.exhausted());
    EXPECT_FALSE(prover.run());
    EXPECT_TRUE(prover.exhausted());
    const TreeOutcome outcome = prover.outcome();
    EXPECT_LT(outcome.regions, whole_tree.regions);
    EXPECT_GE(outcome.bound.value_or(whole_tree.value), whole_tree.value);
    const std::int64_t operations = prover.operations();
    EXPECT_FALSE(prover.run());
    EXPECT_EQ(prover.operations(), operations);
  }
}

// However heavy items are, and however much more there is room for.
TEST(Proof, WorksWithLargeWeightsAndCapacities) {
  Rng rng(3);
  const auto prove_it = [](const QkpInstance& instance) {
    ASSERT_EQ(reason_against(instance), "");
    Prover prover(
        instance, good_solution(instance),
        {.impatient = {}, .spread = {}, .improved = {}, .certificate_of = std::string(digest)});
    constexpr std::int64_t operations = 8'000'000'000;
    ASSERT_TRUE(prover.run(operations)) << prover.outcome().regions;
    const CertificateVerdict verdict =
        verify_certificate(instance, digest, {"certificate", prover.outcome().certificate});
    EXPECT_TRUE(verdict.holds) << verdict.fault;
  };
  for (int round = 0; round < 3; ++round)
    for (const Weight heaviest : {50LL, 1'000'000'000LL}) {
      SCOPED_TRACE(fmt::format("round {}, {}", round, heaviest));
      prove_it(test::random_instance(rng, {.n = 25,
                                           .max_weight = heaviest,
                                           .min_profit = -50,
                                           .max_profit = 100,
                                           .density = 1,
                                           .tightness = 0.4}));
    }
  // A capacity that is far from being used up.
  prove_it(
      test::random_instance(rng, {.n = 25, .min_profit = -30, .density = 1, .tightness = 1e15}));
}

// A bound that does not fit is none: nothing may be decided by it.
TEST(Proof, HasNoBoundBeyond128Bits) {
  Rng rng(4);
  const QkpInstance instance = test::random_instance(rng, {.n = 20});
  const Ground ground = ground_of(instance, Bits(20, 0));
  Region region = whole(ground);
  Workspace work;
  lay_out_products(region, ground, work);
  EXPECT_TRUE(exact_bound(region, ground, work, std::vector<double>(20, 0.5)));
  region.curvature.assign(20, 0x1p29);
  EXPECT_TRUE(exact_bound(region, ground, work, std::vector<double>(20, 0.5)));
  EXPECT_FALSE(exact_bound(region, ground, work, std::vector<double>(20, 1023)));
  EXPECT_FALSE(exact_bound(region, ground, work, std::vector<double>(20, 1025)));
  region.curvature.assign(20, 0x1p40);
  EXPECT_FALSE(exact_bound(region, ground, work, std::vector<double>(20, 0.5)));
}

TEST(Proof, SaysWhyThereCanBeNone) {
  EXPECT_EQ(reason_against(load_instance("medium:100_25_1").instance), "");
  Rng rng(1);
  const QkpInstance huge =
      test::random_instance(rng, {.n = 10, .max_profit = Profit{1} << 50, .density = 1});
  EXPECT_EQ(reason_against(huge), "its numbers are too large for bounds in 128 bits");
}

}  // namespace
}  // namespace spinsack::proof
