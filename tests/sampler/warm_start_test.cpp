// SPDX-License-Identifier: Apache-2.0
// Reads that begin at given states, for every sampler of the catalog.
#include "core/error.hpp"
#include "core/simd_target.hpp"
#include "sampler/sampler.hpp"
#include "support/dense_ising.hpp"
#include "support/short_run.hpp"
#include "support/simulated_samplers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace spinsack {
namespace {

Bits random_state(Rng& rng, Index n) {
  Bits bits(at(n));
  for (std::uint8_t& bit : bits) bit = static_cast<std::uint8_t>(rng.integer(0, 1));
  return bits;
}

// Bonds of -1 or +1 around a ring of n spins and across it: sparse, for kernels of another kind.
QuadraticForm sparse_ising(Rng& rng, Index n) {
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(at(n), 0);
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i)
    for (const Index j : {(i + 1) % n, (i + n / 3) % n})
      pairs.add(i, j, rng.integer(0, 1) == 0 ? -1 : std::int64_t{1});
  form.pairs = std::move(pairs).finish();
  return form;
}

const Sample& best_sample_of(const SampleSet& set) {
  return *std::ranges::min_element(set.samples, {}, &Sample::energy);
}

TEST(WarmStart, WithoutWorkTheAnswerIsTheStart) {
  Rng rng(1);
  const QuboModel model(test::dense_ising(rng, 30));
  const std::vector<Bits> starts{random_state(rng, 30), random_state(rng, 30),
                                 random_state(rng, 30)};
  for (const Sampler& sampler : test::simulated_samplers()) {
    const SampleSet set = sampler.sample(model, test::short_run(sampler, "0"),
                                         {.first_read = 4, .reads = 5, .starts = starts});
    ASSERT_EQ(set.samples.size(), 5U);
    // Read k has start k modulo their number.
    for (const Sample& sample : set.samples)
      EXPECT_EQ(sample.bits, starts[static_cast<std::size_t>(sample.read) % 3])
          << sampler.name << ", read " << sample.read;
  }
}

TEST(WarmStart, NoAnswerIsWorseThanItsStart) {
  Rng rng(2);
  for (const bool dense : {true, false}) {
    constexpr Index n = 120;
    const QuboModel model(dense ? test::dense_ising(rng, n) : sparse_ising(rng, n));
    // Good states, which few sweeps from anywhere else would not reach.
    std::vector<Bits> starts;
    const SampleSet good =
        find_sampler("sa").sample(model, {{"sweeps", "2000"}}, {.seed = 9, .reads = 4});
    for (const Sample& sample : good.samples) starts.push_back(sample.bits);
    for (const Sampler& sampler : test::simulated_samplers())
      for (const char* const amount : {"1", "30"})
        for (const Sample& sample : sampler
                                        .sample(model, test::short_run(sampler, amount),
                                                {.seed = 3, .reads = 6, .starts = starts})
                                        .samples) {
          const auto start = static_cast<std::size_t>(sample.read) % starts.size();
          EXPECT_LE(sample.energy, model.energy(starts[start])) << sampler.name << " " << amount;
          EXPECT_EQ(sample.energy, model.energy(sample.bits));
        }
  }
}

// A state that a few flips separate from the ground state: from there the way is short, and a sampler that forgot
// its start would have to find a model of 100 spins from nothing, in 30 steps.
TEST(WarmStart, AGoodStartIsUsed) {
  Rng rng(5);
  constexpr Index n = 100;
  const QuboModel model(test::dense_ising(rng, n));
  const SampleSet searched =
      find_sampler("sa").sample(model, {{"sweeps", "3000"}}, {.seed = 1, .reads = 30});
  Bits near = best_sample_of(searched).bits;
  const double ground = model.energy(near);
  for (const Index v : {3, 50, 77}) near[at(v)] ^= 1U;
  ASSERT_GT(model.energy(near), ground);
  for (const Sampler& sampler : test::simulated_samplers()) {
    const ParameterValues values = test::short_run(sampler, "30");
    const SampleSet warm =
        sampler.sample(model, values, {.seed = 4, .reads = 30, .starts = {near}});
    EXPECT_EQ(best_sample_of(warm).energy, ground) << sampler.name;
  }
}

TEST(WarmStart, GivesTheSameSamplesForAnyThreadsAndInstructionSet) {
  Rng rng(6);
  for (const bool dense : {true, false}) {
    constexpr Index n = 70;
    const QuboModel model(dense ? test::dense_ising(rng, n) : sparse_ising(rng, n));
    const std::vector<Bits> starts{random_state(rng, n), random_state(rng, n)};
    for (const Sampler& sampler : test::simulated_samplers()) {
      const ParameterValues values = test::short_run(sampler, "20");
      SampleRequest request{.seed = 8, .reads = 7, .starts = starts};
      const SampleSet one = sampler.sample(model, values, request);
      const auto expect_same = [&](const SampleSet& other) {
        ASSERT_EQ(other.samples.size(), one.samples.size());
        for (std::size_t r = 0; r < one.samples.size(); ++r)
          EXPECT_EQ(other.samples[r].bits, one.samples[r].bits) << sampler.name << " " << r;
      };
      request.threads = 3;
      expect_same(sampler.sample(model, values, request));
      for (const std::string& target : simd_targets()) {
        use_simd_target(target);
        expect_same(sampler.sample(model, values, request));
      }
      use_simd_target("auto");
    }
  }
}

TEST(WarmStart, RefusesStatesOfAnotherLength) {
  Rng rng(7);
  const QuboModel model(test::dense_ising(rng, 10));
  for (const Sampler& sampler : test::simulated_samplers())
    for (const Index n : {0, 9, 11}) {
      const std::vector<Bits> starts{random_state(rng, 10), random_state(rng, n)};
      EXPECT_THROW((void)sampler.sample(model, {}, {.starts = starts}), UsageError) << sampler.name;
    }
}

}  // namespace
}  // namespace spinsack
