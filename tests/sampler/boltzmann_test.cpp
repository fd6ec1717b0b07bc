// SPDX-License-Identifier: Apache-2.0
// Samplers that claim equilibrium visit states with the right frequencies.
#include "formulation/formulation.hpp"
#include "sampler/sampler.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace spinsack {
namespace {

constexpr Index bits = 4;
constexpr std::size_t states = 1U << bits;

// Pearson's statistic of observed counts against exp(-E / T), as a multiple of what is exceeded once in a
// thousand times if all is well. States too rare for a count of their own are counted together.
double chi_square(const QuboModel& model, double temperature, const SampleSet& set) {
  std::vector<double> expected(states);
  double total = 0;
  for (std::size_t code = 0; code < states; ++code)
    total += expected[code] = std::exp(-model.energy(test::bits_of(code, bits)) / temperature);
  std::vector<double> count(states);
  for (const Sample& s : set.samples) {
    std::size_t code = 0;
    for (Index v = 0; v < bits; ++v) code |= std::size_t{s.bits[at(v)]} << v;
    ++count[code];
  }
  constexpr double rare = 8;
  double rare_expected = 0;
  double rare_count = 0;
  double statistic = 0;
  double freedom = -1;
  const auto compare = [&](double found, double wanted) {
    statistic += (found - wanted) * (found - wanted) / wanted;
    ++freedom;
  };
  for (std::size_t code = 0; code < states; ++code) {
    expected[code] *= static_cast<double>(set.samples.size()) / total;
    if (expected[code] >= rare) {
      compare(count[code], expected[code]);
    } else {
      rare_expected += expected[code];
      rare_count += count[code];
    }
  }
  if (rare_expected > 0) compare(rare_count, std::max(rare_expected, rare / 2));
  // The 99.9 % quantile, after Wilson and Hilferty.
  const double spread = 2 / (9 * freedom);
  return statistic / (freedom * std::pow(1 - spread + 3.09 * std::sqrt(spread), 3));
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
  models.push_back(formulate(instance, {.encoding = "offset", .strength = 0.5, .bound = 0}).model);
  return models;
}

TEST(Boltzmann, EquilibriumSamplersVisitStatesWithTheRightFrequencies) {
  const SampleRequest request{.seed = 12, .reads = 10'000, .threads = 2};
  for (const QuboModel& model : small_models()) {
    for (const double temperature : {1.0, 2.0, 6.0}) {
      const std::string t = std::to_string(temperature);
      const SampleSet sa = find_sampler("sa").sample(
          model, {{"schedule", "paper"}, {"sweeps", "60"}, {"t-start", t}, {"t-end", t}}, request);
      EXPECT_LT(chi_square(model, temperature, sa), 1) << "sa at " << temperature;
      const SampleSet pt = find_sampler("pt").sample(model,
                                                     {{"answer", "final"},
                                                      {"sweeps", "60"},
                                                      {"replicas", "4"},
                                                      {"t-hot", std::to_string(3 * temperature)},
                                                      {"t-cold", t}},
                                                     request);
      EXPECT_LT(chi_square(model, temperature, pt), 1) << "pt at " << temperature;
    }
  }
}

TEST(Boltzmann, ATooShortRunWouldBeNoticed) {
  const SampleSet set = find_sampler("sa").sample(
      small_models().front(), {{"schedule", "paper"}, {"sweeps", "0"}}, {.reads = 20'000});
  EXPECT_GT(chi_square(small_models().front(), 2, set), 3);  // uniformly random states
}

}  // namespace
}  // namespace spinsack
