// SPDX-License-Identifier: Apache-2.0
#include "solver/solve.hpp"

#include "core/error.hpp"
#include "instance/evaluate.hpp"
#include "problem/qkp/qkp_source.hpp"
#include "problem/qkp/solve_qkp.hpp"
#include "support/qkp_method.hpp"
#include "verify/verify.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace spinsack {
namespace {

TEST(SolveFunction, GivesASolutionWithABoundThatHolds) {
  const LoadedInstance loaded = load_instance("medium:100_25_1");
  const SolveResult result = solve(loaded.instance);
  EXPECT_EQ(result.value(), loaded.best_known());
  EXPECT_EQ(result.value(), evaluate(loaded.instance, result.outcome.bits).profit);
  EXPECT_GE(result.upper_bound, result.value());
  EXPECT_EQ(result.gap() == 0, result.proven_optimal());
  EXPECT_EQ(result.method, "auto");
  EXPECT_EQ(result.outcome.stopped_by, StopReason::work);
}

TEST(SolveFunction, KeepsTheRequestAndEveryParameter) {
  const LoadedInstance loaded = load_instance("medium:100_25_2");
  const SolveRequest request{.seed = 5, .threads = 2};
  const SolveResult result = solve(loaded.instance, "lha", {{"walkers", "2"}}, request);
  EXPECT_EQ(result.seed, 5U);
  EXPECT_EQ(result.threads, 2);
  EXPECT_EQ(result.parameters.at("walkers"), "2");
  EXPECT_TRUE(result.parameters.contains("patience")) << "defaults too";
  EXPECT_EQ(result.outcome.bits,
            test::qkp_method("lha").solve(loaded.instance, {{"walkers", "2"}}, request).bits)
      << "without a time limit the method runs as if alone";
}

TEST(SolveFunction, BelievesTheBoundOfTheMethod) {
  const LoadedInstance loaded = load_instance("medium:100_25_1");
  const SolveResult result = solve(loaded.instance, "exact");
  EXPECT_EQ(result.upper_bound, result.outcome.upper_bound);
  EXPECT_TRUE(result.proven_optimal());
}

TEST(SolveFunction, HasABoundEvenWithoutTime) {
  const LoadedInstance loaded = load_instance("medium:100_25_1");
  const SolveResult none = solve(loaded.instance, "lha", {}, {.time_limit = 0});
  EXPECT_TRUE(none.judgement.feasible);
  EXPECT_GE(none.upper_bound, *loaded.best_known());

  const std::atomic<bool> interrupted = true;
  const SolveResult cut = solve(loaded.instance, "lha", {}, {.interrupted = &interrupted});
  EXPECT_TRUE(cut.judgement.feasible);
  EXPECT_EQ(cut.outcome.stopped_by, StopReason::interrupt);
  EXPECT_GE(cut.upper_bound, *loaded.best_known());
}

TEST(SolveFunction, StopsAtATarget) {
  const LoadedInstance loaded = load_instance("medium:100_25_1");
  const SolveResult result = solve(loaded.instance, "lha", {}, {.target = loaded.best_known()});
  EXPECT_EQ(result.outcome.stopped_by, StopReason::target);
  EXPECT_EQ(result.value(), loaded.best_known());
}

TEST(SolveFunction, RefusesWhatIsUnknown) {
  const QkpInstance instance = load_instance("medium:100_25_1").instance;
  EXPECT_THROW((void)solve(instance, "lhaa"), UsageError);
  EXPECT_THROW((void)solve(instance, "lha", {{"walker", "2"}}), UsageError);
}

TEST(SolveFunction, AMethodThatErrsIsFoundOut) {
  const QkpInstance instance = load_instance("medium:100_25_1").instance;
  SolveOutcome outcome = test::qkp_method("greedy").solve(instance, {}, {});
  EXPECT_EQ(judged(view_of(instance), "greedy", outcome).value, outcome.value);
  ++outcome.value;
  EXPECT_THROW((void)judged(view_of(instance), "greedy", outcome), std::logic_error);
  outcome.bits.assign(outcome.bits.size(), 1);
  outcome.value = evaluate(instance, outcome.bits).profit;
  EXPECT_THROW((void)judged(view_of(instance), "greedy", outcome), std::logic_error)
      << "overloaded";
}

TEST(SolveFunction, ItsJsonIsWhatVerifyReads) {
  const LoadedInstance loaded = load_instance("medium:100_25_1");
  const std::string line =
      result_json(instance_of(loaded.instance), solve(loaded.instance, "greedy"));
  const auto verifications = verify({&loaded.instance, 1}, {"result", line + "\n"});
  ASSERT_EQ(verifications.size(), 1U);
  EXPECT_TRUE(verifications.front().holds()) << line;
}

}  // namespace
}  // namespace spinsack
