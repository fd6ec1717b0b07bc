// SPDX-License-Identifier: Apache-2.0
// Samplers that claim equilibrium visit states with the right frequencies; and the sweeps that the paper's
// schedule leaves out make no difference.
#include "formulation/formulation.hpp"
#include "sampler/sampler.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

constexpr Index bits = 4;
constexpr std::size_t states = 1U << bits;

// Pearson's statistic of observed counts against exp(-E / T).
double chi_square(const QuboModel& model, double temperature, const SampleSet& set) {
  std::vector<double> weight(states);
  double total = 0;
  for (std::size_t code = 0; code < states; ++code)
    total += weight[code] = std::exp(-model.energy(test::bits_of(code, bits)) / temperature);
  std::vector<double> count(states);
  for (const Sample& s : set.samples) {
    std::size_t code = 0;
    for (Index v = 0; v < bits; ++v) code |= std::size_t{s.bits[at(v)]} << v;
    ++count[code];
  }
  double statistic = 0;
  for (std::size_t code = 0; code < states; ++code) {
    const double expected = weight[code] / total * static_cast<double>(set.samples.size());
    statistic += (count[code] - expected) * (count[code] - expected) / expected;
  }
  return statistic;
}

// Plain couplings, and a knapsack whose penalty stays factored.
std::vector<QuboModel> small_models() {
  Rng rng(41);
  std::vector<QuboModel> models;
  for (int round = 0; round < 3; ++round) {
    QuadraticForm form;
    SymmetricRowsBuilder pairs(bits);
    for (Index i = 0; i < bits; ++i) {
      form.linear.push_back(static_cast<double>(rng.integer(-4, 4)));
      for (Index j = 0; j < i; ++j) pairs.add(i, j, rng.integer(-4, 4));
    }
    form.pairs = std::move(pairs).finish();
    models.emplace_back(form);
  }
  const QkpInstance instance =
      test::random_instance(rng, {.n = 4, .max_weight = 3, .max_profit = 5});
  models.push_back(formulate(instance, {.encoding = "offset", .lambda = 0.5, .bound = 0}).model);
  return models;
}

TEST(Boltzmann, EquilibriumSamplersVisitStatesWithTheRightFrequencies) {
  constexpr double limit = 37.7;  // 99.9 % quantile of chi-square with 15 degrees of freedom
  const SampleRequest request{.seed = 12, .reads = 20'000, .threads = 2};
  for (const QuboModel& model : small_models()) {
    for (const double temperature : {2.0, 6.0}) {
      const std::string t = std::to_string(temperature);
      const SampleSet sa = find_sampler("sa").sample(
          model, {{"schedule", "paper"}, {"sweeps", "40"}, {"t-start", t}, {"t-end", t}}, request);
      EXPECT_LT(chi_square(model, temperature, sa), limit) << "sa at " << temperature;
      const SampleSet pt = find_sampler("pt").sample(model,
                                                     {{"answer", "final"},
                                                      {"sweeps", "40"},
                                                      {"replicas", "4"},
                                                      {"t-hot", std::to_string(3 * temperature)},
                                                      {"t-cold", t}},
                                                     request);
      EXPECT_LT(chi_square(model, temperature, pt), limit) << "pt at " << temperature;
    }
  }
}

TEST(Boltzmann, ATooShortRunWouldBeNoticed) {
  const SampleSet set = find_sampler("sa").sample(
      small_models().front(), {{"schedule", "paper"}, {"sweeps", "0"}}, {.reads = 20'000});
  EXPECT_GT(chi_square(small_models().front(), 2, set), 100);  // uniformly random states
}

// Largest distance between the distribution functions of two samples.
double kolmogorov_distance(std::vector<double> a, std::vector<double> b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  double distance = 0;
  for (const double x : a) {
    const auto below_a = std::ranges::upper_bound(a, x) - a.begin();
    const auto below_b = std::ranges::upper_bound(b, x) - b.begin();
    distance =
        std::max(distance, std::fabs(static_cast<double>(below_a) / static_cast<double>(a.size()) -
                                     static_cast<double>(below_b) / static_cast<double>(b.size())));
  }
  return distance;
}

TEST(PaperSchedule, LeavingOutMoltenSweepsKeepsTheLawOfTheResult) {
  Rng rng(42);
  for (int round = 0; round < 3; ++round) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = 30, .max_weight = 50, .max_profit = 100});
    const QuboModel model =
        formulate(instance, {.encoding = "binary", .lambda = 2, .bound = instance.capacity()})
            .model;
    std::vector<double> energies[2];
    std::int64_t sweeps[2] = {};
    const char* const molten[2] = {"4", "1e300"};
    for (int kind = 0; kind < 2; ++kind) {
      const SampleSet set = find_sampler("sa").sample(
          model, {{"schedule", "paper"}, {"sweeps", "2000"}, {"molten", molten[kind]}},
          {.seed = static_cast<std::uint64_t>(100 + kind), .reads = 600, .threads = 2});
      for (const Sample& s : set.samples) energies[kind].push_back(s.energy);
      sweeps[kind] = set.work.sweeps;
    }
    EXPECT_LT(sweeps[0], sweeps[1]);  // something was left out
    EXPECT_EQ(sweeps[1], 600 * 2000);
    // 99.9 % of the distances between two samples of 600 from one law are smaller.
    EXPECT_LT(kolmogorov_distance(energies[0], energies[1]), 1.95 * std::sqrt(2.0 / 600));
  }
}

TEST(PaperSchedule, ReturnsTheFinalStateAndAutoTheBest) {
  Rng rng(43);
  const QkpInstance instance = test::random_instance(rng, {.n = 30});
  const QuboModel model = formulate(instance, {.encoding = "lagrange", .lambda = 0.5}).model;
  // At a constant high temperature the final state is a random one, the best of 500 is far better.
  const ParameterValues hot{{"sweeps", "500"}, {"t-start", "1e6"}, {"t-end", "1e6"}};
  ParameterValues paper = hot;
  paper["schedule"] = "paper";
  double final_sum = 0;
  double best_sum = 0;
  for (const Sample& s : find_sampler("sa").sample(model, paper, {.reads = 20}).samples)
    final_sum += s.energy;
  for (const Sample& s : find_sampler("sa").sample(model, hot, {.reads = 20}).samples)
    best_sum += s.energy;
  EXPECT_LT(best_sum, final_sum);
}

}  // namespace
}  // namespace spinsack
