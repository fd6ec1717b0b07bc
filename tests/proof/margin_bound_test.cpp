// SPDX-License-Identifier: Apache-2.0
#include "proof/margin_bound.hpp"

#include "core/relative_gap.hpp"
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "proof/exact_bound.hpp"
#include "proof/far_norm.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace spinsack::proof {
namespace {

QkpInstance small_instance(Rng& rng, int round) {
  return test::random_instance(rng, {.n = static_cast<Index>(rng.integer(2, 12)),
                                     .max_weight = rng.integer(1, 40),
                                     .min_profit = round % 3 == 0 ? -20 : 0,
                                     .max_profit = 30,
                                     .density = 0.1 * static_cast<double>(rng.integer(1, 10)),
                                     .tightness = 0.1 * static_cast<double>(rng.integer(0, 10))});
}

// Any of one feasible item, or none.
Bits some_reference(Rng& rng, const QkpInstance& instance) {
  Bits reference(at(instance.size()), 0);
  const auto item = static_cast<Index>(rng.integer(0, instance.size() - 1));
  if (instance.weights()[at(item)] <= instance.capacity()) reference[at(item)] = 1;
  return reference;
}

Bits solution_of_lha(const QkpInstance& instance) {
  return test::qkp_method("lha").solve(instance, {}, {.seed = 1}).bits;
}

QkpInstance drawn_by_gallo(const char* n, const char* density, const char* negative) {
  return generate("gallo", {{"n", n},
                            {"density", density},
                            {"negative", negative},
                            {"tightness", "0.4"},
                            {"seed", "3"}});
}

TEST(MarginBound, IsNeverBelowTheOptimum) {
  Rng rng(11);
  int found = 0;
  for (int round = 0; round < 200; ++round) {
    const QkpInstance instance = small_instance(rng, round);
    const Profit optimum = test::brute_force_optimum(instance);
    for (const Bits& reference : {some_reference(rng, instance), solution_of_lha(instance)})
      for (const MarginEffort& effort :
           {MarginEffort{},
            MarginEffort{.operations = 1, .if_it_says_little = 1e9}}) {  // without a matrix
        const auto bound = margin_bound(instance, reference, effort);
        if (!bound) continue;
        ++found;
        EXPECT_GE(*bound, optimum);
      }
  }
  EXPECT_GE(found, 600);
}

// Every set that fits: its mass, and its value.
std::vector<std::pair<double, Profit>> masses_and_values(const Margin& margin) {
  const QkpInstance& instance = margin.instance();
  const auto n = static_cast<unsigned>(instance.size());
  std::vector<std::pair<double, Profit>> sets;
  for (unsigned set = 0; set < 1U << n; ++set) {
    Bits bits;
    double mass = 0;
    for (unsigned i = 0; i < n; ++i) {
      bits.push_back(static_cast<std::uint8_t>(set >> i & 1U));
      if (bits[i] != 0) mass += margin.mass[i];
    }
    const Evaluation value = evaluate(instance, bits);
    if (value.feasible) sets.emplace_back(mass, value.profit);
  }
  return sets;
}

// Where the curvatures make L concave whatever the pairs, the tangent at any point is a bound; with a tie for the sets whose
// mass is in its range.
TEST(MarginBound, TangentIsNeverBelowTheOptimum) {
  Rng rng(12);
  int of_other_masses = 0;
  for (int round = 0; round < 200; ++round) {
    const QkpInstance instance = small_instance(rng, round);
    Margin margin = margin_of(instance, some_reference(rng, instance));
    const double mass = margin.mass_of_reference();
    const double all = std::accumulate(margin.mass.begin(), margin.mass.end(), 0.0);
    of_other_masses += all != instance.size();
    MassRange range{.less = all, .more = all};
    if (round % 2 == 1 && margin.alpha > 0) {
      range.less = rounded(rng.real() * mass, mass_places);
      range.more = rounded(rng.real() * (all - mass), mass_places);
      range.tie = rounded(0.9 * rng.real() * 4 * margin.alpha * margin.alpha, 10);
      tie_mass(margin, range);
    }
    std::vector<double> curvature;
    std::vector<double> point;
    const auto weight = static_cast<double>(instance.total_weight());
    for (Index i = 0; i < instance.size(); ++i) {
      const double own = margin.mass[at(i)];
      double row = margin.each * (weight * own + all * 40.0);
      instance.pair_profits().for_each_in_row(
          i, [&](Index, auto p) { row += std::abs(static_cast<double>(p)); });
      curvature.push_back(std::ceil(row));
      point.push_back(rounded(rng.real(), margin_point_bits));
    }
    const auto bound = tangent_bound(margin, curvature, point);
    ASSERT_TRUE(bound);
    for (const auto& [of_set, value] : masses_and_values(margin))
      if (of_set >= mass - range.less && of_set <= mass + range.more) {
        EXPECT_GE(*bound, value);
      }
  }
  EXPECT_GT(of_other_masses, 50);
}

TEST(MarginBound, SetsOfLittleMassAreWorthNoMoreThanTheNormSays) {
  Rng rng(14);
  int below = 0;
  for (int round = 0; round < 100; ++round) {
    const QkpInstance instance = small_instance(rng, round);
    const Margin margin = margin_of(instance, Bits(at(instance.size()), 0));
    if (margin.smooth.columns() > 0) continue;
    const auto norm = far_norm(margin, margin.items, margin.mass, 4, {});
    ASSERT_TRUE(norm);
    const Profit most_value = rng.integer(0, 500);
    const double most = most_mass_below(margin, most_value, *norm);
    for (const auto& [mass, value] : masses_and_values(margin)) {
      if (mass > most) continue;
      EXPECT_LE(value, most_value);
      below += mass > 0;
    }
  }
  EXPECT_GT(below, 100);
}

TEST(MarginBound, NoSetThatFitsHasMoreMassThanItSays) {
  Rng rng(15);
  for (int round = 0; round < 100; ++round) {
    const QkpInstance instance = small_instance(rng, round);
    const Margin margin = margin_of(instance, Bits(at(instance.size()), 0));
    double most = 0;
    for (const auto& [mass, value] : masses_and_values(margin)) most = std::max(most, mass);
    EXPECT_GE(most_mass_that_fits(margin), most);
    EXPECT_LE(most_mass_that_fits(margin),
              most + *std::ranges::max_element(margin.mass));  // a part of one item
  }
}

TEST(MarginBound, OutlineIsTheGroundWithoutItsPairs) {
  Rng rng(13);
  const QkpInstance instance = small_instance(rng, 0);
  const Bits reference = some_reference(rng, instance);
  const Margin margin = margin_of(instance, reference);
  EXPECT_EQ(margin.ground.value, evaluate(instance, reference).profit);
  EXPECT_EQ(margin.ground.gain, ground_of(instance, reference).gain);
  EXPECT_EQ(margin.ground.pair.rows(), 0U);
}

// Against the norm by repeated multiplication, which comes from below.
TEST(MarginBound, FarNormIsAboveTheNorm) {
  const QkpInstance instance = drawn_by_gallo("700", "40", "0");
  const Margin margin = margin_of(instance, solution_of_lha(instance));
  const std::span<const Index> far = std::span(margin.items).subspan(100);
  std::vector<double> curvature(margin.clear);
  for (double& c : curvature) c = std::max(c, 1.0);
  std::vector<double> norms;
  for (const std::size_t rows : {64U, 256U, 1024U}) {
    const auto norm = far_norm(margin, far, curvature, rows, {});
    ASSERT_TRUE(norm);
    norms.push_back(*norm);
  }

  std::vector<double> x(far.size(), 1.0);
  std::vector<double> row;
  double length = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<double> image(far.size(), 0.0);
    for (std::size_t i = 0; i < far.size(); ++i) {
      write_row(margin, far[i], row);
      for (std::size_t j = 0; j < far.size(); ++j)
        image[i] +=
            row[at(far[j])] * x[j] / std::sqrt(curvature[at(far[i])] * curvature[at(far[j])]);
    }
    length = 0;
    for (const double v : image) length += v * v;
    length = std::sqrt(length);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = image[i] / length;
  }
  for (const double norm : norms) EXPECT_GE(norm, length);
  EXPECT_LE(norms[1], 2 * length);
  EXPECT_LE(norms[2], 1.2 * length);  // in one panel
}

// With some of the items far, and of either sign.
TEST(MarginBound, IsTightWhereTheMarginIsThin) {
  for (const char* negative : {"0", "20"}) {
    const QkpInstance instance = drawn_by_gallo("1400", "100", negative);
    const Bits reference = solution_of_lha(instance);
    const Profit value = evaluate(instance, reference).profit;
    const auto bound = margin_bound(instance, reference);
    ASSERT_TRUE(bound);
    EXPECT_GE(*bound, value);
    EXPECT_LT(relative_gap(*bound, value), 0.002);
  }
}

// One heavy item for two light ones: there the number of items decides.
TEST(MarginBound, TiesTheNumberOfItemsWhereLittleFits) {
  for (const char* tightness : {"0.02", "0.05"}) {
    const QkpInstance instance = generate(
        "gallo", {{"n", "2500"}, {"density", "100"}, {"tightness", tightness}, {"seed", "3"}});
    const Bits reference = solution_of_lha(instance);
    const Profit value = evaluate(instance, reference).profit;
    const auto bound = margin_bound(instance, reference);
    ASSERT_TRUE(bound);
    EXPECT_GE(*bound, value);
    EXPECT_LT(relative_gap(*bound, value), 0.01);
  }
}

// Distances bend the majorant the right way, all of them, so that hardly anything is lost.
TEST(MarginBound, TakesOutWhatIsSmooth) {
  const QkpInstance instance =
      generate("dispersion", {{"n", "1400"}, {"tightness", "0.6"}, {"seed", "3"}});
  const Bits reference = solution_of_lha(instance);
  const Margin margin = margin_of(instance, reference);
  EXPECT_GT(margin.smooth.columns(), 0U);
  EXPECT_LT(margin.spread, 2);
  const Profit value = evaluate(instance, reference).profit;
  const auto bound = margin_bound(instance, reference);
  ASSERT_TRUE(bound);
  EXPECT_GE(*bound, value);
  EXPECT_LT(relative_gap(*bound, value), 0.002);
  EXPECT_EQ(margin_of(drawn_by_gallo("400", "50", "0"), Bits(400, 0)).smooth.columns(), 0U);
}

// Where the profit of a pair is about the product of what its items bring, masses differ; what is left is noise.
TEST(MarginBound, TakesOutProducts) {
  for (const char* tightness : {"0.05", "0.5"}) {
    const QkpInstance instance = generate(
        "related", {{"n", "1400"}, {"density", "100"}, {"tightness", tightness}, {"seed", "3"}});
    const Bits reference = solution_of_lha(instance);
    const Margin margin = margin_of(instance, reference);
    EXPECT_LT(margin.mass[at(*std::ranges::min_element(
                  margin.items, {}, [&](Index i) { return instance.weights()[at(i)]; }))],
              0.6);
    EXPECT_LT(margin.spread, 1);
    const Profit value = evaluate(instance, reference).profit;
    const auto bound = margin_bound(instance, reference);
    ASSERT_TRUE(bound);
    EXPECT_GE(*bound, value);
    EXPECT_LT(relative_gap(*bound, value), 0.003);
  }
}

// Where most items are near the margin only some of them get the matrix if there is no time for all, and the others pay.
TEST(MarginBound, SaysLessWithLessTime) {
  const QkpInstance instance = generate(
      "correlated", {{"n", "2000"}, {"density", "50"}, {"tightness", "0.7"}, {"seed", "3"}});
  const Bits reference = solution_of_lha(instance);
  const Profit value = evaluate(instance, reference).profit;
  const auto best = margin_bound(instance, reference);
  const auto fast = margin_bound(instance, reference, {.operations = 4e9});
  ASSERT_TRUE(best && fast);
  EXPECT_GE(*best, value);
  EXPECT_LT(relative_gap(*best, value), 0.015);
  EXPECT_GT(*fast, *best);
  EXPECT_LT(relative_gap(*fast, value), 0.1);
}

// Where most items are at the margin and a matrix of them would take too long. The optimum is at most 60 % below the bound
// of a matrix, and the norm of panels costs a factor of at most three.
TEST(MarginBound, SaysSomethingWithoutAMatrix) {
  const QkpInstance instance = generate(
      "gallo",
      {{"n", "1400"}, {"density", "50"}, {"negative", "50"}, {"tightness", "1"}, {"seed", "3"}});
  const Bits reference = solution_of_lha(instance);
  const Profit value = evaluate(instance, reference).profit;
  const auto bound = margin_bound(instance, reference, {.operations = 1e9});
  ASSERT_TRUE(bound);
  EXPECT_GE(*bound, value);
  EXPECT_LT(*bound, 4 * value);
}

TEST(MarginBound, EndsWhenAskedTo) {
  const QkpInstance instance = drawn_by_gallo("400", "50", "0");
  const Bits reference(400, 0);
  EXPECT_FALSE(margin_bound(instance, reference, {.impatient = [] { return true; }}));
  EXPECT_FALSE(margin_bound(instance, reference, {.operations = 1000, .impatient = {}}));
}

}  // namespace
}  // namespace spinsack::proof
