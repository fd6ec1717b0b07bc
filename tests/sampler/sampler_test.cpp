// SPDX-License-Identifier: Apache-2.0
// What every sampler of the catalog promises.
#include "sampler/sampler.hpp"

#include "core/error.hpp"
#include "core/simd_target.hpp"
#include "core/stop.hpp"
#include "formulation/formulation.hpp"
#include "support/cpu_time.hpp"
#include "support/dense_ising.hpp"
#include "support/random_instance.hpp"
#include "support/short_run.hpp"
#include "support/simulated_samplers.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <string>

namespace spinsack {
namespace {

QuboModel knapsack_model(std::uint64_t seed, Index n) {
  Rng rng(seed);
  const QkpInstance instance = test::random_instance(rng, {.n = n});
  return formulate(instance, {.encoding = "binary", .strength = 1, .bound = 20}).model;
}

void expect_same(const SampleSet& a, const SampleSet& b) {
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t r = 0; r < a.samples.size(); ++r) {
    EXPECT_EQ(a.samples[r].read, b.samples[r].read);
    EXPECT_EQ(a.samples[r].energy, b.samples[r].energy);
    EXPECT_EQ(a.samples[r].bits, b.samples[r].bits);
  }
}

TEST(Samplers, GiveTheSameSamplesForAnyNumberOfThreadsAndAnyInstructionSet) {
  const QuboModel model = knapsack_model(1, 50);
  for (const Sampler& sampler : test::simulated_samplers()) {
    SCOPED_TRACE(sampler.name);
    const ParameterValues values = test::short_run(sampler, "200");
    const SampleSet one = sampler.sample(model, values, {.seed = 3, .reads = 9});
    ASSERT_EQ(one.samples.size(), 9U);
    for (const int threads : {2, 7})
      expect_same(one, sampler.sample(model, values, {.seed = 3, .reads = 9, .threads = threads}));
    for (const std::string& target : simd_targets()) {
      use_simd_target(target);
      expect_same(one, sampler.sample(model, values, {.seed = 3, .reads = 9}));
    }
    use_simd_target("auto");
    // Another seed starts elsewhere; so does another read.
    const SampleSet start =
        sampler.sample(model, test::short_run(sampler, "0"), {.seed = 3, .reads = 2});
    const SampleSet other = sampler.sample(model, test::short_run(sampler, "0"), {.seed = 4});
    EXPECT_NE(start.samples[0].bits, start.samples[1].bits);
    EXPECT_NE(start.samples[0].bits, other.samples[0].bits);
    EXPECT_EQ(one.stopped_by, StopReason::work);
    EXPECT_GT(one.work.visits, 0);
    EXPECT_GT(one.work.flips, 0);
  }
}

// The work on a sample is the caller's: counted as the machine's as well, the parts would be more than the whole.
TEST(Samplers, DoNotCountTheWorkOfTheirCallers) {
  const QuboModel model = knapsack_model(1, 10);
  for (const Sampler& sampler : test::simulated_samplers()) {
    double seconds_of_caller = 0;
    SampleRequest request{.seed = 3, .reads = 3};
    request.finished = [&](const Sample&) {
      const Stop clock;
      while (clock.seconds() < 0.01) continue;
      seconds_of_caller += clock.seconds();
    };
    const SampleSet set = sampler.sample(model, test::short_run(sampler, "10"), request);
    EXPECT_GT(set.read_seconds, 0) << sampler.name;
    EXPECT_LE(set.read_seconds + seconds_of_caller, set.seconds) << sampler.name;
  }
}

// Beyond the last number, random streams would repeat those of earlier reads.
TEST(Samplers, RefuseReadsWhoseStreamsWouldRepeat) {
  constexpr std::int64_t last = (std::int64_t{1} << 48) - 1;
  const QuboModel model = knapsack_model(1, 10);
  const Sampler& sampler = find_sampler("sa");
  const ParameterValues values = test::short_run(sampler, "1");
  EXPECT_EQ(sampler.sample(model, values, {.first_read = last}).samples[0].read, last);
  for (const SampleRequest& request :
       {SampleRequest{.first_read = last + 1}, SampleRequest{.first_read = last, .reads = 2},
        SampleRequest{.first_read = -1},
        SampleRequest{.first_read = std::numeric_limits<std::int64_t>::max(), .reads = 9}})
    EXPECT_THROW(static_cast<void>(sampler.sample(model, values, request)), UsageError);
}

TEST(Samplers, ReportEnergiesOfTheModel) {
  const QuboModel model = knapsack_model(2, 40);
  for (const Sampler& sampler : test::simulated_samplers()) {
    const SampleSet set =
        sampler.sample(model, test::short_run(sampler, "200"), {.seed = 1, .reads = 5});
    for (const Sample& s : set.samples) EXPECT_EQ(s.energy, model.energy(s.bits)) << sampler.name;
    ASSERT_FALSE(set.trace.empty());
    EXPECT_EQ(set.trace.back().energy, test::lowest_energy(set)) << sampler.name;
    for (std::size_t p = 1; p < set.trace.size(); ++p) {
      EXPECT_LT(set.trace[p].energy, set.trace[p - 1].energy);
      EXPECT_GE(set.trace[p].seconds, set.trace[p - 1].seconds);
    }
  }
}

TEST(Samplers, FindTheGroundStateOfSmallModels) {
  Rng rng(31);
  for (int round = 0; round < 6; ++round) {
    const QuadraticForm form = test::dense_ising(rng, 14);
    const QuboModel model(form);
    double ground = std::numeric_limits<double>::infinity();
    for (std::uint64_t code = 0; code < 1U << 14; ++code)
      ground = std::min(ground, value_of(form, test::bits_of(code, 14)));
    for (const Sampler& sampler : test::simulated_samplers())
      EXPECT_EQ(test::lowest_energy(sampler.sample(model, test::short_run(sampler, "500"),
                                                   {.seed = 2, .reads = 20})),
                ground)
          << sampler.name;
  }
}

TEST(Samplers, StopAtTheTargetWithTheSameSamplesForAnyThreads) {
  Rng rng(32);
  const QuboModel model(test::dense_ising(rng, 60));
  for (const Sampler& sampler : test::simulated_samplers()) {
    SCOPED_TRACE(sampler.name);
    const ParameterValues values = test::short_run(sampler, "300");
    const SampleSet all = sampler.sample(model, values, {.seed = 5, .reads = 12});
    const double target = test::lowest_energy(all);
    const SampleSet one = sampler.sample(model, values, {.seed = 5, .reads = 12, .target = target});
    EXPECT_EQ(one.stopped_by, StopReason::target);
    EXPECT_LE(one.samples.back().energy, target);
    expect_same(one, sampler.sample(model, values,
                                    {.seed = 5, .reads = 12, .threads = 3, .target = target}));
  }
}

TEST(Samplers, ObeyTheClockAndStillAnswer) {
  const QuboModel model = knapsack_model(3, 60);
  for (const Sampler& sampler : test::simulated_samplers()) {
    const ParameterValues endless = test::short_run(sampler, "1000000000");
    for (const double limit : {0.0, 0.05}) {
      const SampleSet set =
          sampler.sample(model, endless, {.reads = 100, .threads = 2, .time_limit = limit});
      EXPECT_EQ(set.stopped_by, StopReason::time) << sampler.name;
      EXPECT_GE(set.samples.size(), 1U);
      EXPECT_EQ(set.samples.front().bits.size(), at(model.size()));
    }
  }
}

TEST(Samplers, StopWhenInterrupted) {
  const QuboModel model = knapsack_model(4, 60);
  for (const Sampler& sampler : test::simulated_samplers()) {
    const test::Finger finger(0.02);
    const SampleSet set = sampler.sample(model, test::short_run(sampler, "1000000000"),
                                         {.reads = 100, .interrupted = &finger.pressed()});
    EXPECT_EQ(set.stopped_by, StopReason::interrupt) << sampler.name;
    EXPECT_GE(set.samples.size(), 1U);
  }
}

TEST(Samplers, TakeTheSmallestModels) {
  QuadraticForm single;
  single.linear = {-3};
  single.pairs = SymmetricRowsBuilder(1).finish();
  QuadraticForm constant;
  constant.constant = 7;
  constant.linear = {0, 0, 0};
  constant.pairs = SymmetricRowsBuilder(3).finish();
  for (const Sampler& sampler : test::simulated_samplers()) {
    const ParameterValues values = test::short_run(sampler, "50");
    EXPECT_EQ(test::lowest_energy(sampler.sample(QuboModel(single), values, {.reads = 3})), -3)
        << sampler.name;
    EXPECT_EQ(test::lowest_energy(sampler.sample(QuboModel(constant), values, {.reads = 3})), 7)
        << sampler.name;
    // No sweeps: a random state.
    const SampleSet none =
        sampler.sample(QuboModel(single), test::short_run(sampler, "0"), {.reads = 40});
    EXPECT_EQ(none.samples.size(), 40U);
  }
}

TEST(Samplers, RefuseRequestsOutOfRange) {
  const QuboModel model = knapsack_model(5, 5);
  for (const Sampler& sampler : test::simulated_samplers()) {
    EXPECT_THROW((void)sampler.sample(model, {}, {.reads = 0}), UsageError);
    EXPECT_THROW((void)sampler.sample(model, {}, {.threads = 0}), UsageError);
    EXPECT_THROW((void)sampler.sample(model, {}, {.threads = 10'000}), UsageError);
    EXPECT_THROW((void)sampler.sample(model, {}, {.time_limit = -1}), UsageError);
    EXPECT_THROW((void)sampler.sample(model, test::short_run(sampler, "-1"), {}), UsageError);
    EXPECT_THROW((void)sampler.sample(model, {{"swepes", "1"}}, {}), UsageError);
    EXPECT_EQ(sampler.complete({}).size(), sampler.parameters().size());
  }
  try {
    (void)find_sampler("sq");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(),
                 "unknown sampler 'sq'; did you mean 'sa'? known: auto, sa, pt, sqa, sb, da, "
                 "tabu, potts, external");
  }
}

// The peak of this process, which ctest starts for this test alone.
TEST(SlowMemory, ADenseModelOf10000VariablesTakes500Megabytes) {
  constexpr Index n = 10'000;
  Rng rng(1);
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) pairs.add(i, j, rng.integer(-1'000'000, 1'000'000));
  QuadraticForm form;
  form.linear.assign(at(n), 3);
  form.pairs = std::move(pairs).finish();
  const QuboModel model(std::move(form));
  EXPECT_EQ(find_sampler("sa").sample(model, {{"sweeps", "20"}}, {}).samples.size(), 1U);
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line) && !line.starts_with("VmHWM:")) {
  }
  if (line.empty()) GTEST_SKIP() << "needs /proc";
  EXPECT_LT(std::stol(line.substr(6)), 500'000) << line;  // in kB
}

}  // namespace
}  // namespace spinsack
