// SPDX-License-Identifier: Apache-2.0
// `sa --schedule paper` against the published experiment, and against itself with every sweep carried out.
#include "formulation/formulation.hpp"
#include "instance/evaluate.hpp"
#include "instance/published.hpp"
#include "report/paper.hpp"
#include "sampler/sampler.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace spinsack {
namespace {

std::vector<double> final_energies(const QuboModel& model, const char* molten, std::uint64_t seed,
                                   SampleSet* all = nullptr) {
  const SampleSet set = find_sampler("sa").sample(
      model, {{"schedule", "paper"}, {"sweeps", "4000"}, {"molten", molten}},
      {.seed = seed, .reads = 500, .threads = 2});
  if (all != nullptr) *all = set;
  std::vector<double> energies;
  for (const Sample& sample : set.samples) energies.push_back(sample.energy);
  std::ranges::sort(energies);
  return energies;
}

// The largest distance between two empirical distribution functions (Kolmogorov and Smirnov).
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (const auto& values : {a, b})
    for (const double x : values) {
      const auto share = [x](const std::vector<double>& sorted) {
        const auto below = std::ranges::upper_bound(sorted, x) - sorted.begin();
        return static_cast<double>(below) / static_cast<double>(sorted.size());
      };
      largest = std::max(largest, std::fabs(share(a) - share(b)));
    }
  return largest;
}

TEST(PaperSchedule, SkippingMoltenSweepsKeepsTheLawOfTheResult) {
  Rng rng(41);
  for (const double lambda : {0.125, 2.0, 32.0}) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = 40, .max_weight = 50, .max_profit = 100});
    const QuboModel model =
        formulate(instance,
                  {.encoding = "binary", .strength = lambda, .bound = instance.capacity()})
            .model;
    SampleSet skipped;
    const auto fast = final_energies(model, "4", 1, &skipped);
    SampleSet complete;
    const auto literal = final_energies(model, "1e300", 2, &complete);
    EXPECT_EQ(complete.work.sweeps, 500 * 4000);
    EXPECT_LT(skipped.work.sweeps, 0.9 * static_cast<double>(complete.work.sweeps));
    // 1 % of equal pairs of 500 samples are further apart than 1.63 sqrt(2 / 500).
    EXPECT_LT(distance(fast, literal), 1.63 * std::sqrt(2.0 / 500)) << lambda;
    // The measure can tell laws apart: annealing that starts cold gives another one.
    const SampleSet quenched = find_sampler("sa").sample(
        model, {{"schedule", "paper"}, {"sweeps", "4000"}, {"t-start", "0.1"}},
        {.seed = 3, .reads = 500, .threads = 2});
    std::vector<double> cold;
    for (const Sample& sample : quenched.samples) cold.push_back(sample.energy);
    std::ranges::sort(cold);
    EXPECT_GT(distance(fast, cold), 0.2) << lambda;
  }
}

TEST(PaperSchedule, ReturnsTheFinalStateNotTheBest) {
  Rng rng(42);
  const QkpInstance instance = test::random_instance(rng, {.n = 30});
  const QuboModel model =
      formulate(instance, {.encoding = "binary", .strength = 1, .bound = 20}).model;
  // Hot to the end: the final state is as good as any, the best of many is much better.
  const ParameterValues hot{{"t-start", "1e9"}, {"t-end", "1e9"}, {"sweeps", "300"}};
  ParameterValues paper = hot;
  paper["schedule"] = "paper";
  double best = 0;
  double last = 0;
  for (const Sample& s : find_sampler("sa").sample(model, hot, {.reads = 20}).samples)
    best += s.energy;
  for (const Sample& s : find_sampler("sa").sample(model, paper, {.reads = 20}).samples)
    last += s.energy;
  EXPECT_LT(best, last);
}

// --- the published numbers --------------------------------------------------------------------------

struct Cell {
  const PublishedInstance* instance = nullptr;
  double lambda = 0;
  int feasible = 0;  // of 10 reads
  double mean = 0;   // of those
};

// Cells of the paper's Table XIV in which at least half of the ten reads were feasible.
std::vector<Cell> published_cells() {
  std::vector<Cell> cells;
  for (const PublishedInstance* const instance : match_published("medium:*")) {
    const PaperResult& result = *find_paper_result("SA", instance->full_name());
    const auto feasible = static_cast<int>(std::lround(10 * result.feasible_share.value()));
    if (feasible < 5) continue;
    const int exponent = std::stoi(std::string(result.strength.substr(2)));  // of 2^k
    cells.push_back({instance, std::ldexp(1.0, exponent), feasible, result.mean.value()});
  }
  return cells;
}

// P(X <= x) for the number X of marked ones in n draws without replacement from total, marked of them so.
double hypergeometric_tail(int x, int total, int marked, int n) {
  const auto log_choose = [](int a, int b) {
    return std::lgamma(a + 1.0) - std::lgamma(b + 1.0) - std::lgamma(a - b + 1.0);
  };
  double sum = 0;
  for (int k = std::max(0, n - (total - marked)); k <= std::min({x, n, marked}); ++k)
    sum +=
        std::exp(log_choose(marked, k) + log_choose(total - marked, n - k) - log_choose(total, n));
  return sum;
}

TEST(SlowPaperSchedule, AgreesWithThePublishedRawStatistics) {
  constexpr int reads = 20;
  int cells = 0;
  int means = 0;
  double sum_of_z = 0;
  for (const Cell& cell : published_cells()) {
    if (cells == 26) break;  // those of 100 items and a few of 200
    const QkpInstance instance = build_published(*cell.instance);
    const Formulation formulation = formulate(
        instance, {.encoding = "binary", .strength = cell.lambda, .bound = instance.capacity()});
    const SampleSet set =
        find_sampler("sa").sample(formulation.model, {{"schedule", "paper"}, {"sweeps", "1e6"}},
                                  {.seed = 7, .reads = reads, .threads = 2});
    std::vector<double> profits;
    for (const Sample& sample : set.samples) {
      const Evaluation e = evaluate(instance, BitView(sample.bits).first(at(instance.size())));
      if (e.feasible) profits.push_back(static_cast<double>(e.profit));
    }
    ++cells;
    // Fisher's exact test, two-sided at 0.2 %: one false alarm in twenty runs of this table.
    const auto found = static_cast<int>(profits.size());
    const int marked = found + cell.feasible;
    EXPECT_GT(hypergeometric_tail(found, reads + 10, marked, reads), 0.001) << instance.name();
    EXPECT_GT(hypergeometric_tail(cell.feasible, reads + 10, marked, 10), 0.001) << instance.name();
    // Means, with our spread for both. The published lambda is the one with the best read of fourteen,
    // so its numbers lean upwards by a part of a standard deviation.
    double z = 0;
    if (found >= 5) {
      double mean = 0;
      for (const double p : profits) mean += p / found;
      double variance = 0;
      for (const double p : profits) variance += (p - mean) * (p - mean) / (found - 1);
      z = (cell.mean - mean) / std::sqrt(variance * (1.0 / found + 1.0 / cell.feasible));
      EXPECT_LT(std::fabs(z), 3.5) << instance.name() << ": " << cell.mean << " and " << mean;
      sum_of_z += z;
      ++means;
    }
    std::printf("%-17s lambda %-8g feasible %2d/20 (%2d/10)  z %5.2f\n", instance.name().c_str(),
                cell.lambda, found, cell.feasible, z);
  }
  EXPECT_GE(cells, 12);
  EXPECT_GE(means, 12);
  EXPECT_LT(std::fabs(sum_of_z / means), 1);
}

}  // namespace
}  // namespace spinsack
