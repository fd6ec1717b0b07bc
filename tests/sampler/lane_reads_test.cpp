// SPDX-License-Identifier: Apache-2.0
// Blocks of reads: what `sa` promises on sparse models.
#include "core/sha256.hpp"
#include "core/simd_target.hpp"
#include "sampler/kernel.hpp"
#include "sampler/sampler.hpp"
#include "sampler/schedule.hpp"
#include "support/sparse_ising.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace spinsack {
namespace {

using test::Couplings;

SampleSet annealed(const QuboModel& model, const SampleRequest& request,
                   const char* sweeps = "50") {
  return find_sampler("sa").sample(model, {{"sweeps", sweeps}}, request);
}

// Number, bits and energy of every read.
std::string text_of(const std::vector<Sample>& samples) {
  std::string text;
  for (const Sample& s : samples) {
    text += std::to_string(s.read) + " " + std::to_string(s.energy) + " ";
    for (const std::uint8_t bit : s.bits) text += bit != 0 ? '1' : '0';
    text += " " + std::to_string(s.work.flips) + "\n";
  }
  return text;
}

TEST(LaneReads, DependOnSeedAndReadNumberAlone) {
  for (const Couplings kind : test::all_couplings) {
    SCOPED_TRACE(static_cast<int>(kind));
    const QuboModel model = test::sparse_ising(kind, 80, 3);
    const std::string whole =
        text_of(annealed(model, {.seed = 5, .first_read = 50, .reads = 90}).samples);
    // Cut anywhere, also so that single reads remain of a block.
    for (const std::int64_t cut : {1, 13, 14, 15, 77, 79}) {
      const SampleSet low = annealed(model, {.seed = 5, .first_read = 50, .reads = cut});
      const SampleSet high =
          annealed(model, {.seed = 5, .first_read = 50 + cut, .reads = 90 - cut});
      EXPECT_EQ(text_of(low.samples) + text_of(high.samples), whole) << cut;
    }
    for (const int threads : {2, 7})
      EXPECT_EQ(
          text_of(annealed(model, {.seed = 5, .first_read = 50, .reads = 90, .threads = threads})
                      .samples),
          whole);
  }
}

// The same digests on every processor and for every instruction set.
TEST(LaneReads, AreTheSameEverywhere) {
  const std::map<std::string, std::string_view> digests{
      {"sa", "579054d08452da02e8e0585974d8a377a0d273ce159af438c14d64bc1daa6d25"},
      {"sqa", "a4a4f21abdaab657009f2094f9e9b93671fb790875e3a80213f6be748b0bc678"},
      {"pt", "ae0ac8fe20ed0f8927924d2ea13f387b33289107f1683fe6d5ef8e6439e63f4a"},
  };
  for (const auto& [sampler, digest] : digests) {
    SCOPED_TRACE(sampler);
    for (const std::string& target : simd_targets()) {
      use_simd_target(target);
      std::string all;
      for (const Couplings kind : test::all_couplings)
        all += text_of(find_sampler(sampler)
                           .sample(test::sparse_ising(kind, 150, 11), {{"sweeps", "50"}},
                                   {.seed = 2, .reads = sampler == "sa" ? 70 : 3})
                           .samples);
      EXPECT_EQ(sha256(all), digest) << target;
    }
    use_simd_target("auto");
  }
}

constexpr Index chain = 7;  // spins of it, beside five free ones
constexpr std::size_t chain_states = 1U << chain;

QuboModel chain_model(double scale) {
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(12, 0);
  SymmetricRowsBuilder pairs(12);
  Rng rng(9);
  for (Index v = 0; v + 1 < chain; ++v) {
    pairs.add(v, v + 1, scale * static_cast<double>(rng.integer(1, 4) * (v % 2 == 0 ? 1 : -1)));
    form.linear[at(v)] = scale * static_cast<double>(rng.integer(-2, 2));
  }
  form.pairs = std::move(pairs).finish();
  return QuboModel(std::move(form));
}

// How many standard deviations Pearson's statistic of the chain's states is off, against exp(-E / T). States too rare
// for a count of their own are counted together.
double chi_square_of_chain(const QuboModel& model, double temperature, const SampleSet& set) {
  std::vector<double> expected(chain_states);
  std::vector<double> count(chain_states);
  double total = 0;
  for (std::size_t code = 0; code < chain_states; ++code) {
    Bits x(12);
    for (Index v = 0; v < chain; ++v) x[at(v)] = code >> v & 1;
    total += expected[code] = std::exp(-model.energy(x) / temperature);
  }
  for (const Sample& s : set.samples) {
    std::size_t code = 0;
    for (Index v = 0; v < chain; ++v) code |= std::size_t{s.bits[at(v)]} << v;
    ++count[code];
  }
  double statistic = 0;
  double freedom = -1;
  double rare_expected = 0;
  double rare_count = 0;
  const auto compare = [&](double found, double wanted) {
    statistic += (found - wanted) * (found - wanted) / wanted;
    ++freedom;
  };
  for (std::size_t code = 0; code < chain_states; ++code) {
    const double wanted = expected[code] * static_cast<double>(set.samples.size()) / total;
    if (wanted >= 8) {
      compare(count[code], wanted);
    } else {
      rare_expected += wanted;
      rare_count += count[code];
    }
  }
  if (rare_expected > 4) compare(rare_count, rare_expected);
  EXPECT_GT(freedom, 30);
  return (statistic - freedom) / std::sqrt(2 * freedom);
}

// At a constant temperature, with numbers of every width.
TEST(LaneReads, VisitStatesWithTheRightFrequencies) {
  for (const double scale : {1.0, 1000.0, 0.3141}) {
    const QuboModel model = chain_model(scale);
    ASSERT_NE(lay_out_lanes(model), nullptr);
    const double temperature = 4 * scale;
    const std::string t = std::to_string(temperature);
    const SampleSet sa = find_sampler("sa").sample(
        model, {{"schedule", "paper"}, {"sweeps", "40"}, {"t-start", t}, {"t-end", t}},
        {.seed = 6, .reads = 40'000});
    EXPECT_LT(std::fabs(chi_square_of_chain(model, temperature, sa)), 4) << "sa, scale " << scale;
    const SampleSet pt = find_sampler("pt").sample(model,
                                                   {{"answer", "final"},
                                                    {"sweeps", "25"},
                                                    {"replicas", "4"},
                                                    {"t-hot", std::to_string(3 * temperature)},
                                                    {"t-cold", t}},
                                                   {.seed = 6, .reads = 8000});
    EXPECT_LT(std::fabs(chi_square_of_chain(model, temperature, pt)), 4) << "pt, scale " << scale;
    // A wrong temperature would be noticed.
    EXPECT_GT(chi_square_of_chain(model, 1.1 * temperature, sa), 6);
  }
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments moments_of(const std::vector<double>& x) {
  Moments m;
  for (const double e : x) m.mean += e / static_cast<double>(x.size());
  for (const double e : x)
    m.variance += (e - m.mean) * (e - m.mean) / static_cast<double>(x.size() - 1);
  return m;
}

// Final energies of anneals, by lanes and by the kernel of dense models.
TEST(LaneReads, EndWhereTheKernelEnds) {
  constexpr int reads = 512;
  constexpr std::int64_t sweeps = 60;
  for (const Couplings kind : {Couplings::signs, Couplings::words, Couplings::reals}) {
    SCOPED_TRACE(static_cast<int>(kind));
    const QuboModel model = test::sparse_ising(kind, 250, 21);
    const KernelModel kernel_model(model);
    const TemperatureRange range{kernel_model.typical_rms_delta(),
                                 kernel_model.typical_rms_delta() / 8};
    std::vector<double> lanes;
    for (const Sample& s : find_sampler("sa")
                               .sample(model,
                                       {{"schedule", "paper"},
                                        {"sweeps", std::to_string(sweeps)},
                                        {"t-start", std::to_string(range.start)},
                                        {"t-end", std::to_string(range.end)},
                                        {"molten", "1e300"}},
                                       {.seed = 1, .reads = reads})
                               .samples)
      lanes.push_back(s.energy);
    std::vector<double> kernel;
    for (std::uint64_t r = 0; r < reads; ++r) {
      KernelState state(kernel_model, 77, r);
      state.randomise();
      GeometricCooling cooling(range, sweeps);
      for (std::int64_t s = 0; s < sweeps; ++s, cooling.step())
        kernel::sweep(state, cooling.temperature());
      kernel.push_back(state.energy());
    }
    const Moments a = moments_of(lanes);
    const Moments b = moments_of(kernel);
    EXPECT_NEAR(a.mean, b.mean, 4 * std::sqrt((a.variance + b.variance) / reads));
    EXPECT_NEAR(std::log(a.variance / b.variance), 0, 4 * std::sqrt(4.0 / reads));
  }
}

// Reads from given starts are cut into blocks like others.
TEST(LaneReads, FromStartsDependOnSeedAndReadNumberAlone) {
  for (const Couplings kind : test::all_couplings) {
    SCOPED_TRACE(static_cast<int>(kind));
    const QuboModel model = test::sparse_ising(kind, 80, 3);
    std::vector<Bits> starts;
    for (const Sample& s : annealed(model, {.seed = 1, .reads = 3}, "2").samples)
      starts.push_back(s.bits);
    const auto text = [&](std::int64_t first, std::int64_t reads, int threads) {
      return text_of(annealed(model,
                              {.seed = 5,
                               .first_read = first,
                               .reads = reads,
                               .threads = threads,
                               .starts = starts},
                              "20")
                         .samples);
    };
    const std::string whole = text(50, 90, 1);
    EXPECT_EQ(text(50, 90, 3), whole);
    for (const std::int64_t cut : {1, 13, 15, 89})
      EXPECT_EQ(text(50, cut, 1) + text(50 + cut, 90 - cut, 1), whole) << cut;
    // Without sweeps the states are the starts themselves, in vectors and alone.
    for (const std::int64_t reads : {1, 70})
      for (const Sample& s : annealed(model, {.reads = reads, .starts = starts}, "0").samples)
        EXPECT_EQ(s.bits, starts[static_cast<std::size_t>(s.read) % 3]);
  }
}

TEST(LaneReads, ReturnTheBestStateAndCountTheirWork) {
  const QuboModel model = test::sparse_ising(Couplings::signs, 200, 31);
  const SampleSet set = annealed(model, {.seed = 8, .reads = 64}, "40");
  ASSERT_EQ(set.samples.size(), 64U);
  for (const Sample& s : set.samples) {
    EXPECT_EQ(s.energy, model.energy(s.bits));
    EXPECT_EQ(s.work.sweeps, 40);
    EXPECT_EQ(s.work.visits, 40 * 200);
    EXPECT_GT(s.work.flips, 0);
    EXPECT_LT(s.work.flips, s.work.visits);
  }
  EXPECT_EQ(annealed(model, {.reads = 64}, "0").work.flips, 0);
  EXPECT_EQ(annealed(model, {.reads = 1}, "0").work.flips, 0);
  // At a high temperature the last state is no better than another, the best of many sweeps is.
  const ParameterValues hot{{"sweeps", "300"}, {"t-start", "3"}, {"t-end", "3"}};
  const SampleSet bests = find_sampler("sa").sample(model, hot, {.seed = 8, .reads = 20});
  ParameterValues last = hot;
  last["schedule"] = "paper";
  const SampleSet ends = find_sampler("sa").sample(model, last, {.seed = 8, .reads = 20});
  for (std::size_t r = 0; r < 20; ++r) EXPECT_LE(bests.samples[r].energy, ends.samples[r].energy);
  EXPECT_LT(bests.samples[0].energy, ends.samples[0].energy);
}

TEST(LaneReads, StopAtTheTargetWithTheSameSamplesForAnyThreads) {
  const QuboModel model = test::sparse_ising(Couplings::bytes, 120, 41);
  const SampleSet all = annealed(model, {.seed = 9, .reads = 200}, "30");
  const double target = all.trace.back().energy;
  std::string one;
  for (const int threads : {1, 2, 5}) {
    const SampleSet set = find_sampler("sa").sample(
        model, {{"sweeps", "30"}}, {.seed = 9, .reads = 200, .threads = threads, .target = target});
    EXPECT_EQ(set.stopped_by, StopReason::target);
    EXPECT_EQ(set.samples.back().energy, target);
    for (std::size_t r = 0; r + 1 < set.samples.size(); ++r) {
      EXPECT_EQ(set.samples[r].read, static_cast<std::int64_t>(r));
      EXPECT_GT(set.samples[r].energy, target);
    }
    if (threads == 1) one = text_of(set.samples);
    EXPECT_EQ(text_of(set.samples), one) << threads;
  }
}

// Before the model is laid out, or when the first read is about to begin.
TEST(LaneReads, AnswerWhenInterruptedBeforeOrInsideASweep) {
  const QuboModel model = test::sparse_ising(Couplings::signs, 60'000, 51, 1);
  for (const char* const sampler : {"sa", "pt", "sqa", "auto"})
    for (const bool at_once : {true, false})
      for (const std::int64_t reads : {1, 64}) {
        SCOPED_TRACE(sampler);
        std::atomic<bool> interrupted{at_once};
        SampleRequest request{.seed = 1, .reads = reads, .interrupted = &interrupted};
        request.wanted = [&](std::int64_t) { return interrupted = true; };
        const SampleSet set =
            find_sampler(sampler).sample(model, {{"sweeps", "1000000000"}}, request);
        EXPECT_EQ(set.stopped_by, StopReason::interrupt);
        ASSERT_FALSE(set.samples.empty());
        EXPECT_EQ(set.samples.front().energy, model.energy(set.samples.front().bits));
        EXPECT_EQ(set.reads, static_cast<std::int64_t>(set.samples.size()));
      }
}

TEST(LaneReads, BeginAtTheStartWhenInterruptedBeforeThat) {
  const QuboModel model = test::sparse_ising(Couplings::signs, 300, 51);
  const std::atomic<bool> interrupted{true};
  const std::vector<Bits> starts{Bits(300, 0), Bits(300, 1)};
  const SampleSet set = annealed(
      model, {.first_read = 5, .reads = 64, .starts = starts, .interrupted = &interrupted});
  ASSERT_EQ(set.samples.size(), 1U);
  EXPECT_EQ(set.samples[0].read, 5);
  EXPECT_EQ(set.samples[0].bits, starts[1]);
}

}  // namespace
}  // namespace spinsack
