// SPDX-License-Identifier: Apache-2.0
// The sampler `auto`, and the time that a run without a number of reads fills.
#include "qubo/format.hpp"
#include "sampler/sampler.hpp"
#include "support/dense_ising.hpp"
#include "support/short_run.hpp"
#include "support/simulated_samplers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>

namespace spinsack {
namespace {

// A square lattice with periodic ends, bonds of -1 or +1 at random.
QuadraticForm lattice(Rng& rng, Index rows, Index columns) {
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(at(rows * columns), 0);
  SymmetricRowsBuilder pairs(rows * columns);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c)
      for (const Index other : {(r + 1) % rows * columns + c, r * columns + (c + 1) % columns})
        pairs.add(r * columns + c, other, rng.integer(0, 1) == 0 ? -1 : std::int64_t{1});
  form.pairs = std::move(pairs).finish();
  return form;
}

double ground_energy(const QuadraticForm& form) {
  double ground = std::numeric_limits<double>::infinity();
  for (std::uint64_t code = 0; code < std::uint64_t{1} << form.size(); ++code) {
    Bits bits(at(form.size()));
    for (std::size_t v = 0; v < bits.size(); ++v) bits[v] = code >> v & 1;
    ground = std::min(ground, value_of(form, bits));
  }
  return ground;
}

TEST(Ladder, FindsGroundStatesWithoutBeingTold) {
  Rng rng(21);
  for (int round = 0; round < 4; ++round)
    for (const QuadraticForm& form : {test::dense_ising(rng, 14), lattice(rng, 3, 5)}) {
      const SampleSet set =
          find_sampler("auto").sample(QuboModel(form), {}, {.seed = 1, .reads = 6});
      EXPECT_EQ(test::lowest_energy(set), ground_energy(form));
    }
}

TEST(Ladder, DoublesTheLengthOfItsReadsAndBeginsAnew) {
  Rng rng(22);
  const QuboModel model(test::dense_ising(rng, 600));
  const SampleSet set = find_sampler("auto").sample(model, {}, {.reads = 8, .threads = 2});
  ASSERT_EQ(set.samples.size(), 8U);
  const std::int64_t first = set.samples[0].work.sweeps;
  EXPECT_GT(first, 0);
  for (std::size_t k = 1; k < 3; ++k)
    EXPECT_NEAR(static_cast<double>(set.samples[k].work.sweeps), static_cast<double>(first << k),
                static_cast<double>(std::int64_t{1} << k));
  EXPECT_EQ(set.samples[6].work.sweeps, first);
  EXPECT_EQ(set.samples[7].work.sweeps, set.samples[1].work.sweeps);
}

// Reads without a number: they go on until something else ends them, here the test's hand after 40 of them.
TEST(TimeLimit, AloneMeansReadsWithoutEnd) {
  Rng rng(23);
  const QuboModel model(test::dense_ising(rng, 12));
  for (const Sampler& sampler : test::simulated_samplers()) {
    std::atomic<bool> enough = false;
    std::atomic<int> finished = 0;
    SampleRequest request{.time_limit = 1e6, .interrupted = &enough};
    request.finished = [&](const Sample&) {
      if (++finished == 40) enough = true;
    };
    const SampleSet set = sampler.sample(model, test::short_run(sampler, "5"), request);
    EXPECT_EQ(set.stopped_by, StopReason::interrupt) << sampler.name;
    EXPECT_EQ(set.reads, 40) << sampler.name;
    EXPECT_EQ(set.samples.size(), 40U) << sampler.name;
  }
}

TEST(TimeLimit, WithANumberOfReadsEndsWithThem) {
  Rng rng(24);
  const QuboModel model(test::dense_ising(rng, 12));
  for (const Sampler& sampler : test::simulated_samplers()) {
    const ParameterValues values = test::short_run(sampler, "5");
    const SampleSet set = sampler.sample(model, values, {.reads = 3, .time_limit = 1e6});
    EXPECT_EQ(set.stopped_by, StopReason::work) << sampler.name;
    EXPECT_EQ(set.reads, 3) << sampler.name;
    // Neither time nor number: one read.
    EXPECT_EQ(sampler.sample(model, values, {}).reads, 1) << sampler.name;
  }
}

// Whatever the time, memory ends: the best are kept, and the account is of all.
TEST(TimeLimit, KeepsTheBestOfMoreReadsThanItCanHold) {
  QuadraticForm form;
  form.linear = {1, -2};
  form.pairs = SymmetricRowsBuilder(2).finish();
  const QuboModel model(form);
  std::atomic<bool> enough = false;
  std::atomic<std::int64_t> finished = 0;
  SampleRequest request{.time_limit = 1e6, .interrupted = &enough};
  request.finished = [&](const Sample&) {
    if (++finished == 210'000) enough = true;
  };
  // Random states: a quarter of them has the energy -2, and it takes more than 100,000 reads to keep only those.
  const SampleSet set = find_sampler("sa").sample(model, {{"sweeps", "0"}}, request);
  EXPECT_EQ(set.reads, finished);
  EXPECT_GE(set.samples.size(), 100'000U);
  EXPECT_LT(set.samples.size(), 200'000U);
  EXPECT_GT(std::ranges::count(set.samples, -2.0, &Sample::energy), 45'000);
  EXPECT_TRUE(std::ranges::is_sorted(set.samples, {}, &Sample::read));
}

// A state of the model at least, however short the time.
TEST(TimeLimit, OfNothingStillHasAnAnswer) {
  Rng rng(25);
  const QuboModel model(lattice(rng, 30, 30));
  for (const Sampler& sampler : test::simulated_samplers()) {
    const SampleSet set = sampler.sample(model, {}, {.time_limit = 0});
    EXPECT_EQ(set.stopped_by, StopReason::time) << sampler.name;
    ASSERT_GE(set.samples.size(), 1U) << sampler.name;
    EXPECT_EQ(set.samples[0].energy, model.energy(set.samples[0].bits));
  }
}

}  // namespace
}  // namespace spinsack
