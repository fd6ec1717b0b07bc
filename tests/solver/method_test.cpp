// SPDX-License-Identifier: Apache-2.0
// What every method of the catalog promises.
#include "solver/method.hpp"

#include "core/error.hpp"
#include "core/simd_target.hpp"
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "solver/machine.hpp"
#include "support/cpu_time.hpp"
#include "support/places.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"
#include "support/simulated_samplers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>
#include <vector>

namespace spinsack {
namespace {

// All of the catalog but the one that asks a real machine, and mip only where the program is that it needs.
const std::vector<Method>& methods_here() {
  static const std::vector<Method> found = [] {
    std::vector<Method> all(methods(qkp_problem()).begin(), methods(qkp_problem()).end());
    std::erase_if(all, [](const Method& method) { return method.name == "external"; });
    if (!test::has_spinsack_mip())
      std::erase_if(all, [](const Method& method) { return method.name == "mip"; });
    return all;
  }();
  return found;
}

TEST(Methods, AreAllTested) {
  if (!test::has_spinsack_mip()) GTEST_SKIP() << test::no_spinsack_mip << ": all but mip";
  EXPECT_EQ(methods_here().size() + 1, methods(qkp_problem()).size());
}

QkpInstance gallo_instance(Index n, const char* density = "50") {
  return generate("gallo", {{"n", std::to_string(n)}, {"density", density}, {"seed", "1"}});
}

// Little work for methods that would go on for long.
ParameterValues quick(const Method& method) {
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(method.parameters(),
                               [&](const Parameter& p) { return p.name == name; });
  };
  if (has("reads")) return {{"reads", "5"}, {has("steps") ? "steps" : "sweeps", "40"}};
  if (method.name == "ihea") return {{"rounds", "0"}, {"list", "20"}};
  if (method.name == "grasp") return {{"iterations", "5"}, {"patience", "0.3"}};
  if (method.name == "iqiea") return {{"generations", "10"}, {"stale", "3"}};
  if (method.name == "window-ils") return {{"starts", "4"}, {"stale", "10"}};
  if (method.name == "exact") return {{"nodes", "10"}, {"root-passes", "30"}};
  if (method.name == "mip") return {{"nodes", "0"}, {"cut-rounds", "0"}, {"linearise", "glover"}};
  return {};
}

// Bits and value belong together, and the account of the run is consistent.
void expect_sound(const QkpInstance& instance, const SolveOutcome& outcome) {
  ASSERT_EQ(outcome.bits.size(), at(instance.size()));
  const Evaluation judge = evaluate(instance, outcome.bits);
  EXPECT_TRUE(judge.feasible);
  EXPECT_EQ(judge.profit, outcome.value);
  ASSERT_FALSE(outcome.trace.empty());
  EXPECT_EQ(outcome.trace.back().value, outcome.value);
  EXPECT_EQ(outcome.trace.back().seconds, outcome.time_to_best);
  EXPECT_LE(outcome.time_to_best, outcome.seconds);
  for (std::size_t p = 1; p < outcome.trace.size(); ++p) {
    EXPECT_GT(outcome.trace[p].value, outcome.trace[p - 1].value);
    EXPECT_GE(outcome.trace[p].seconds, outcome.trace[p - 1].seconds);
  }
}

// Small instances of odd kinds: heavy and light, negative, sparse, tight, loose, all alike.
std::vector<QkpInstance> odd_instances() {
  Rng rng(11);
  std::vector<QkpInstance> instances;
  for (const test::RandomKind& kind : {
           test::RandomKind{},
           test::RandomKind{.max_weight = 1'000'000},
           test::RandomKind{.max_weight = 1},
           test::RandomKind{.max_profit = 0},
           test::RandomKind{.max_profit = 1},
           test::RandomKind{.min_profit = 7, .max_profit = 7, .density = 1},
           test::RandomKind{.min_profit = -30},
           test::RandomKind{.min_profit = -30, .max_profit = -1},
           test::RandomKind{.min_profit = -30, .tightness = 1.5},
           test::RandomKind{.max_profit = 1'000'000'000'000},
           test::RandomKind{.min_profit = -1'000'000'000'000, .max_profit = 1'000'000'000'000},
           test::RandomKind{.density = 0},
           test::RandomKind{.density = 1},
           test::RandomKind{.density = 0.1, .tightness = 0.2},
           test::RandomKind{.tightness = 0},
           test::RandomKind{.tightness = 0.02},
           test::RandomKind{.tightness = 0.98},
           test::RandomKind{.tightness = 1},
           test::RandomKind{.tightness = 3},
       })
    for (const Index n : {1, 2, 3, 6, 11, 14}) {
      test::RandomKind sized = kind;
      sized.n = n;
      instances.push_back(test::random_instance(rng, sized));
    }
  return instances;
}

TEST(Methods, AnswerOddInstancesWithoutBeatingTheOptimum) {
  for (const QkpInstance& instance : odd_instances()) {
    const Profit optimum = test::brute_force_optimum(instance);
    for (const Method& method : methods_here()) {
      SCOPED_TRACE(method.name);
      const SolveOutcome outcome = method.solve(view_of(instance), quick(method), {.seed = 1});
      expect_sound(instance, outcome);
      EXPECT_LE(outcome.value, optimum);
      EXPECT_GE(outcome.upper_bound.value_or(optimum), optimum);
      EXPECT_EQ(outcome.stopped_by, StopReason::work);
    }
  }
}

TEST(Methods, GiveTheSameBitsForAnyNumberOfThreadsAndAnyInstructionSet) {
  std::vector<QkpInstance> instances;
  instances.push_back(gallo_instance(150));
  instances.push_back(gallo_instance(233, "3"));
  instances.push_back(
      generate("gallo", {{"n", "90"}, {"profit-max", "1000000000"}, {"seed", "2"}}));
  instances.push_back(generate("teams", {{"n", "240"}, {"seed", "3"}}));
  for (const QkpInstance& instance : instances)
    for (const Method& method : methods_here()) {
      SCOPED_TRACE(instance.name() + " by " + std::string(method.name));
      const SolveOutcome one = method.solve(view_of(instance), quick(method), {.seed = 5});
      expect_sound(instance, one);
      int threads = 7;
      for (const std::string& target : simd_targets()) {
        use_simd_target(target);
        SCOPED_TRACE(fmt::format("{}, {} threads", target, threads));
        const SolveOutcome other =
            method.solve(view_of(instance), quick(method), {.seed = 5, .threads = threads});
        EXPECT_EQ(other.bits, one.bits);
        EXPECT_EQ(other.work, one.work);
        threads = threads == 7 ? 2 : 7;
      }
      use_simd_target("auto");
    }
}

TEST(Methods, StopAtTheTargetWithTheSameBitsForAnyNumberOfThreads) {
  const QkpInstance instance = gallo_instance(250);
  for (const Method& method : methods_here()) {
    SCOPED_TRACE(method.name);
    const SolveOutcome all = method.solve(view_of(instance), quick(method), {.seed = 2});
    for (const Profit target : {all.value, all.value * 9999 / 10000, Profit{0}}) {
      const SolveOutcome one =
          method.solve(view_of(instance), quick(method), {.seed = 2, .target = target});
      expect_sound(instance, one);
      EXPECT_EQ(one.stopped_by, StopReason::target);
      EXPECT_GE(one.value, target);
      for (const int threads : {2, 7})
        EXPECT_EQ(method
                      .solve(view_of(instance), quick(method),
                             {.seed = 2, .threads = threads, .target = target})
                      .bits,
                  one.bits);
    }
    const SolveOutcome missed =
        method.solve(view_of(instance), quick(method), {.seed = 2, .target = 2 * all.value});
    EXPECT_EQ(missed.stopped_by, StopReason::work);
    EXPECT_EQ(missed.bits, all.bits);
  }
}

// Methods that read a machine end with their reads; all others go on until they are told to end.
ParameterValues endless(const Method& method) {
  ParameterValues values = quick(method);
  if (!values.contains("reads")) return {};
  for (auto& [name, value] : values) value = name == "reads" ? "1000" : "1000000000";
  return values;
}

TEST(Methods, ObeyTheClockAndStillAnswer) {
  const QkpInstance instance = gallo_instance(2000, "25");
  for (const Method& method : methods_here())
    for (const double limit : {0.0, 0.002, 0.05}) {
      const SolveOutcome outcome =
          method.solve(view_of(instance), endless(method), {.threads = 2, .time_limit = limit});
      expect_sound(instance, outcome);
      if (limit == 0) {
        EXPECT_EQ(outcome.stopped_by, StopReason::time);
      }
    }
}

TEST(Methods, ThatReadAMachineUseUpATimeLimitWithoutReads) {
  const QkpInstance instance = gallo_instance(40, "50");
  for (const Sampler& sampler : test::simulated_samplers()) {
    const Method& method = find_method(qkp_problem(), machine_name(sampler));
    SCOPED_TRACE(method.name);
    for (const char* const strength : {"auto", "2"})
      EXPECT_EQ(
          method.solve(view_of(instance), {{"lambda", strength}}, {.time_limit = 0.02}).stopped_by,
          StopReason::time);
    ParameterValues counted = quick(method);
    counted["reads"] = "2";
    EXPECT_EQ(method.solve(view_of(instance), counted, {.time_limit = 1e6}).stopped_by,
              StopReason::work);
  }
}

// What a method still does once it should end. Best of several attempts: one can be late by bad luck, such as a
// second thread that is between two questions, but a method that asks too seldom is late in each of them.
class Lateness : public ::testing::Test {
 protected:
  static constexpr int attempts = 5;

  const QkpInstance instance = gallo_instance(2000, "100");
  const double pass = test::pass_seconds(instance);

  template <class Attempt>
  void expect_prompt(const Method& method, const Attempt& cpu_seconds_late) const {
    double least = std::numeric_limits<double>::infinity();
    for (int a = 0; a < attempts && least > test::prompt_passes; ++a)
      least = std::min(least, cpu_seconds_late(method) / pass);
    EXPECT_LE(least, test::prompt_passes) << method.name << ", in passes over the instance";
  }
};

TEST_F(Lateness, OfAnInterruptIsSmall) {
  for (const Method& method : methods_here()) {
    if (method.name == "mip") continue;  // works in another process; has a test of its own
    for (const double passes : {0, 10, 100}) {
      SCOPED_TRACE(passes);
      expect_prompt(method, [&](const Method& asked) {
        const test::Finger finger(passes * pass);
        const SolveOutcome outcome = asked.solve(view_of(instance), endless(asked),
                                                 {.threads = 2, .interrupted = &finger.pressed()});
        const double late = finger.seconds_since();
        expect_sound(instance, outcome);
        return late;
      });
    }
  }
}

// On a busy machine the run gets less than its limit for each thread, never more.
TEST_F(Lateness, OfTheTimeLimitIsSmall) {
  for (const Method& method : methods_here())
    for (const double limit : {0.0, 0.03, 0.15}) {
      SCOPED_TRACE(limit);
      expect_prompt(method, [&](const Method& asked) {
        const double begin = test::cpu_seconds();
        (void)asked.solve(view_of(instance), endless(asked), {.threads = 2, .time_limit = limit});
        return test::cpu_seconds() - begin - 2 * limit;
      });
    }
}

TEST_F(Lateness, OfTheTargetIsSmall) {
  // Within reach of all.
  const Profit target = test::qkp_method("greedy").solve(instance, {}, {}).value / 2;
  for (const Method& method : methods_here()) {
    // A machine answers at the end of a read: many short ones.
    ParameterValues values = quick(method);
    if (values.contains("reads"))
      values["reads"] = "1000";
    else
      values.clear();
    expect_prompt(method, [&](const Method& asked) {
      std::atomic<double> reached{0};
      const SolveOutcome outcome =
          asked.solve(view_of(instance), values,
                      {.threads = 2, .target = target, .progress = [&](double, Profit value) {
                         if (value >= target && reached == 0) reached = test::cpu_seconds();
                       }});
      EXPECT_EQ(outcome.stopped_by, StopReason::target) << asked.name;
      return test::cpu_seconds() - reached;
    });
  }
}

TEST(Methods, SayThatTheyWereInterrupted) {
  const QkpInstance instance = gallo_instance(500);
  for (const Method& method : methods_here()) {
    const std::atomic<bool> interrupted{true};
    const SolveOutcome outcome = method.solve(view_of(instance), endless(method),
                                              {.threads = 2, .interrupted = &interrupted});
    expect_sound(instance, outcome);
    if (method.name != "greedy") {  // which is over in a millisecond, and does not ask
      EXPECT_EQ(outcome.stopped_by, StopReason::interrupt) << method.name;
    }
  }
}

TEST(Methods, ReportProgressAsItHappens) {
  const QkpInstance instance = gallo_instance(200);
  for (const Method& method : methods_here()) {
    std::vector<Profit> seen;
    const SolveOutcome outcome =
        method.solve(view_of(instance), quick(method),
                     {.seed = 1, .threads = 3, .progress = [&](double, Profit value) {
                        seen.push_back(value);
                      }});
    ASSERT_FALSE(seen.empty()) << method.name;
    EXPECT_EQ(seen.back(), outcome.value);
    EXPECT_TRUE(std::ranges::is_sorted(seen));
  }
}

TEST(Methods, RefuseBadRequestsAndParameters) {
  const QkpInstance instance = gallo_instance(20);
  for (const Method& method : methods_here()) {
    EXPECT_THROW((void)method.solve(view_of(instance), {}, {.threads = 0}), UsageError);
    EXPECT_THROW((void)method.solve(view_of(instance), {}, {.time_limit = -1.0}), UsageError);
    EXPECT_THROW((void)method.solve(view_of(instance), {{"no-such", "1"}}, {}), UsageError);
    // The parameters of other encodings than the chosen one stay open.
    const ParameterValues complete = method.complete({});
    EXPECT_LE(complete.size(), method.parameters().size());
    EXPECT_EQ(method.complete(complete), complete);
  }
  EXPECT_THROW((void)find_method(qkp_problem(), "lah"), UsageError);
}

}  // namespace
}  // namespace spinsack
