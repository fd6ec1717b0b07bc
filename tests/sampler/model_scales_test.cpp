// SPDX-License-Identifier: Apache-2.0
#include "sampler/model_scales.hpp"

#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace spinsack {
namespace {

QuboModel random_model(Rng& rng, Index n, double density, int penalties, double scale) {
  QuadraticForm form;
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i) {
    form.linear.push_back(scale * static_cast<double>(rng.integer(-50, 50)));
    for (Index j = 0; j < i; ++j)
      if (rng.real() < density) pairs.add(i, j, scale * (rng.real() - 0.5));
  }
  form.pairs = std::move(pairs).finish();
  std::vector<SquaredTerm> terms;
  for (int t = 0; t < penalties; ++t) {
    const double strength = scale * (rng.real() - 0.3);
    const auto b = static_cast<double>(rng.integer(-9, 9));
    std::vector<double> a;
    for (Index v = 0; v < n + 3; ++v)
      a.push_back(static_cast<double>(rng.integer(0, 3)) / (t + 1.0));
    terms.push_back(SquaredTerm::of_all(strength, a, b));
  }
  return {std::move(form), penalties > 0 ? n + 3 : n, std::move(terms)};
}

// Written out, pair by pair.
ExpandedScales literal(const QuboModel& model) {
  const QuadraticForm form = model.expand();
  ExpandedScales scales;
  double squares = 0;
  for (const double q : form.linear) scales.largest = std::max(scales.largest, std::fabs(q));
  form.pairs.for_each_pair([&](Index, Index, auto value) {
    const double q = form.unit * static_cast<double>(value);
    scales.largest = std::max(scales.largest, std::fabs(q));
    squares += q * q;
  });
  scales.rms_coupling = std::sqrt(squares / (0.5 * form.size() * (form.size() - 1.0)));
  return scales;
}

TEST(ModelScales, OfTheModelWrittenOutNeedNoWritingOut) {
  Rng rng(51);
  for (const double density : {0.01, 0.1, 0.8})
    for (const int penalties : {0, 1, 2, 3})
      for (const Index n : {2, 17, 90}) {
        const QuboModel model = random_model(rng, n, density, penalties, 1);
        const ExpandedScales found = measure_expanded(model);
        const ExpandedScales expected = literal(model);
        EXPECT_NEAR(found.largest, expected.largest, 1e-11 * expected.largest);
        EXPECT_NEAR(found.rms_coupling, expected.rms_coupling, 1e-9 * expected.rms_coupling);
      }
}

// Half of all pairs of a sparse model have the same penalty; looking at each of 2 10^10 would take minutes.
TEST(ModelScales, OfALargeSparseModelTakeNoTimeForPairsThatAreNotThere) {
  constexpr Index n = 200'000;
  QuadraticForm form;
  form.linear.assign(at(n), 1);
  SymmetricRowsBuilder pairs(n);
  for (Index i = 1; i < n; ++i) pairs.add(i - 1, i, std::int64_t{-5});
  form.pairs = std::move(pairs).finish();
  EXPECT_EQ(measure_expanded(QuboModel(form)).largest, 5);
  const QuboModel balanced(std::move(form), n,
                           {SquaredTerm::of_all(2, std::vector<double>(at(n), 1), -3)});
  // Linear: 1 + 2 (1 - 6) = -9. Pairs: 4, or -1 where coupled.
  EXPECT_EQ(measure_expanded(balanced).largest, 9);
  EXPECT_NEAR(measure_expanded(balanced).rms_coupling, 4, 1e-3);
}

// A power of two changes nothing but the unit, over all that files may hold.
TEST(ModelScales, DoNotDependOnTheUnitOfEnergy) {
  for (const int exponent : {-960, -700, -511, -3, 0, 3, 505, 511, 700, 960}) {
    const double scale = std::ldexp(1.0, exponent);
    for (const int penalties : {0, 1, 2}) {
      Rng one(52);
      Rng other(52);
      const QuboModel plain = random_model(one, 30, 0.6, penalties, 1);
      const QuboModel scaled = random_model(other, 30, 0.6, penalties, scale);
      const ModelScales a = measure_scales(plain);
      const ModelScales b = measure_scales(scaled);
      EXPECT_EQ(b.largest_rms_delta, scale * a.largest_rms_delta) << exponent;
      EXPECT_EQ(b.typical_rms_delta, scale * a.typical_rms_delta) << exponent;
      EXPECT_EQ(b.smallest_coefficient, scale * a.smallest_coefficient) << exponent;
      EXPECT_EQ(measure_expanded(scaled).largest, scale * measure_expanded(plain).largest);
      EXPECT_EQ(measure_expanded(scaled).rms_coupling,
                scale * measure_expanded(plain).rms_coupling);
    }
  }
}

}  // namespace
}  // namespace spinsack
