// SPDX-License-Identifier: Apache-2.0
#include "sampler/kernel.hpp"

#include "core/error.hpp"
#include "core/simd_target.hpp"
#include "formulation/formulation.hpp"
#include "sampler/scalar_twin.hpp"
#include "sampler/schedule.hpp"
#include "sampler/weighted_rows.hpp"
#include "support/dense_ising.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace spinsack {
namespace {

// Runs body once for every instruction set that this machine has.
template <class Body>
void on_every_target(Body&& body) {
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    SCOPED_TRACE(target);
    body();
  }
  use_simd_target("auto");
}

QuadraticForm random_form(Rng& rng, Index n, double density, std::int64_t largest) {
  QuadraticForm form;
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i) {
    form.linear.push_back(static_cast<double>(rng.integer(-largest, largest)));
    for (Index j = 0; j < i; ++j)
      if (rng.real() < density) pairs.add(i, j, rng.integer(-largest, largest));
  }
  form.pairs = std::move(pairs).finish();
  return form;
}

// Every storage type, dense and sparse, with no, one and two penalties.
std::vector<QuboModel> assorted_models() {
  Rng rng(21);
  std::vector<QuboModel> models;
  for (const std::int64_t largest : {100, 30'000, 2'000'000'000}) {
    models.emplace_back(random_form(rng, 83, 0.7, largest));
    models.emplace_back(random_form(rng, 150, 0.02, largest));
  }
  for (const char* encoding : {"binary", "onehot", "lagrange"}) {
    const QkpInstance instance = test::random_instance(rng, {.n = 70, .max_weight = 50});
    FormulationRequest request{.encoding = encoding, .strength = 0.5, .bound = 37};
    if (request.encoding == "lagrange") request.parameters["mu"] = "12";  // dyadic: exact
    models.push_back(formulate(instance, request).model);
  }
  QuadraticForm real = random_form(rng, 40, 0.5, 100);
  real.unit = 0.125;
  SymmetricRowsBuilder halves(40);
  for (Index i = 1; i < 40; ++i) halves.add(0, i, 0.5 + static_cast<double>(i));
  real.pairs = std::move(halves).finish();
  models.emplace_back(real);
  // Bits, with and without a common factor; signed bytes; reals that are 32 bits wide.
  models.emplace_back(test::dense_ising(rng, 150));
  models.emplace_back(test::dense_ising(rng, 64));
  SquaredTerm slack = SquaredTerm::of_all(0.5, std::vector<double>(75, 2), -40);
  slack.a[74] = 3;
  models.emplace_back(test::dense_ising(rng, 70), 75,
                      std::vector{slack});  // no bits: slack has none
  QuadraticForm sevens = test::dense_ising(rng, 100);
  SymmetricRowsBuilder seven_times(100);
  sevens.pairs.for_each_pair(
      [&](Index i, Index j, auto q) { seven_times.add(i, j, 7 * static_cast<std::int64_t>(q)); });
  sevens.pairs = std::move(seven_times).finish();
  models.emplace_back(sevens);
  models.emplace_back(random_form(rng, 83, 0.7, 7));
  QuadraticForm narrow_reals = random_form(rng, 90, 0.7, 100);
  SymmetricRowsBuilder eighths(90);
  for (Index i = 0; i < 90; ++i)
    for (Index j = 0; j < i; ++j)
      eighths.add(i, j, static_cast<double>(rng.integer(-999, 999)) / 8);
  narrow_reals.pairs = std::move(eighths).finish();
  models.emplace_back(narrow_reals);
  models.emplace_back(random_form(rng, 1, 1, 5));
  models.emplace_back(random_form(rng, 16, 1, 5));
  models.emplace_back(random_form(rng, 17, 1, 5));
  return models;
}

TEST(Kernel, VisitsTheStatesOfItsScalarTwin) {
  for (const QuboModel& model : assorted_models()) {
    const KernelModel kernel_model(model);
    on_every_target([&] {
      KernelState state(kernel_model, 5, 9);
      state.randomise();
      ScalarTwin twin(state);
      GeometricCooling cooling(
          {4 * kernel_model.largest_rms_delta(), 0.01 * kernel_model.typical_rms_delta()}, 120);
      for (int s = 0; s < 120; ++s, cooling.step()) {
        kernel::sweep(state, cooling.temperature());
        twin.sweep(cooling.temperature());
        const Bits bits = state.bits();
        ASSERT_TRUE(std::ranges::equal(bits, twin.bits())) << model.size() << " sweep " << s;
      }
      EXPECT_EQ(state.flips, twin.flips());
      EXPECT_GT(state.flips, 0);
    });
  }
}

TEST(Kernel, KeepsEnergyAndDeltasTrue) {
  Rng rng(22);
  for (const QuboModel& model : assorted_models()) {
    const KernelModel kernel_model(model);
    on_every_target([&] {
      KernelState state(kernel_model, 1, 1);
      state.randomise();
      std::vector<double> cost(at(kernel_model.padded_size()));
      for (int round = 0; round < 30; ++round) {
        for (int k = 0; k < 5; ++k)
          kernel::flip(state, static_cast<Index>(rng.integer(0, model.size() - 1)));
        if (round % 3 == 0) kernel::sweep(state, kernel_model.typical_rms_delta());
        const Bits bits = state.bits();
        ASSERT_EQ(state.energy(), model.energy(bits));
        const FlipState literal(model, bits);
        kernel::deltas(state, cost);
        for (Index v = 0; v < model.size(); ++v) {
          ASSERT_EQ(cost[at(v)], literal.delta(v));
          ASSERT_EQ(kernel::delta(state, v), literal.delta(v));
        }
        for (Index v = model.size(); v < kernel_model.padded_size(); ++v)
          ASSERT_EQ(cost[at(v)], std::numeric_limits<double>::infinity());
      }
    });
  }
}

TEST(Kernel, WeighsRowsLikeTheMatrix) {
  Rng rng(23);
  for (const QuboModel& model : assorted_models()) {
    const KernelModel kernel_model(model);
    const SymmetricRows& pairs = model.objective().pairs;
    std::vector<double> x(at(model.objective().size()));
    for (double& value : x) value = static_cast<double>(rng.integer(-8, 8)) / 4;
    on_every_target([&] {
      std::vector<double> sums(x.size());
      weighted_rows(kernel_model, x, sums);
      for (Index i = 0; i < pairs.size(); ++i) {
        double sum = 0;
        for (Index j = 0; j < pairs.size(); ++j) sum += pairs.value(i, j) * x[at(j)];
        ASSERT_EQ(sums[at(i)], sum);
      }
    });
  }
}

TEST(Kernel, DrawsExponentialNumbersThatAreTheSameEverywhere) {
  Rng rng(24);
  const QuboModel model(random_form(rng, 3, 1, 5));
  const KernelModel kernel_model(model);
  std::vector<float> first;
  on_every_target([&] {
    KernelState state(kernel_model, 77, 3);
    std::vector<float> values;
    for (int block = 0; block < 20'000; ++block) {
      float out[group_size];
      kernel::random_exponentials(state, out);
      values.insert(values.end(), out, out + group_size);
    }
    if (first.empty()) first = values;
    ASSERT_EQ(values, first);
  });
  // Mean 1, variance 1, P(e > 3) = exp(-3): within five standard errors for 320,000 draws.
  double sum = 0;
  double squares = 0;
  double beyond = 0;
  for (const double e : first) {
    ASSERT_GT(e, -1e-6);
    ASSERT_LT(e, 22.25);  // u = 2^-32 at the least: -ln u = 22.18
    sum += e;
    squares += e * e;
    beyond += e > 3 ? 1 : 0;
  }
  const auto n = static_cast<double>(first.size());
  EXPECT_NEAR(sum / n, 1, 5 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 2, 5 * std::sqrt(20 / n));
  EXPECT_NEAR(beyond / n, std::exp(-3), 5 * std::sqrt(std::exp(-3) / n));
}

TEST(KernelModel, RefusesEnergiesBeyondTheRangeOfADouble) {
  QuadraticForm form;
  form.linear = {1, 1};
  form.pairs = SymmetricRowsBuilder(2).finish();
  EXPECT_NO_THROW(KernelModel{QuboModel(form, 2, {{1e300, {0, 1}, {1, 1}, 0}})});
  EXPECT_THROW(KernelModel{QuboModel(form, 2, {{1e300, {0, 1}, {1e5, 1}, 0}})}, InvalidInstance);
}

TEST(KernelModel, HoldsCouplingsOfOneSizeAsBits) {
  Rng rng(26);
  const QuboModel signs(test::dense_ising(rng, 70));
  EXPECT_NE(KernelModel(signs).sign_rows(), nullptr);
  EXPECT_TRUE(KernelModel(signs).short_fields());
  const QuboModel others(random_form(rng, 70, 1, 3));
  EXPECT_EQ(KernelModel(others).sign_rows(), nullptr);
  EXPECT_FALSE(KernelModel(others).short_fields());
  QuadraticForm gap = test::dense_ising(rng, 70);
  SymmetricRowsBuilder all_but_one(70);
  gap.pairs.for_each_pair([&](Index i, Index j, auto q) {
    if (i != 3 || j != 5) all_but_one.add(i, j, static_cast<std::int64_t>(q));
  });
  gap.pairs = std::move(all_but_one).finish();
  const QuboModel holed(gap);
  EXPECT_EQ(KernelModel(holed).sign_rows(), nullptr);
}

// The best flip by trying all, from either way to find it.
TEST(Kernel, FindsTheBestFlipThatIsAllowed) {
  Rng rng(27);
  for (const QuboModel& model : assorted_models()) {
    const KernelModel kernel_model(model);
    on_every_target([&] {
      KernelState state(kernel_model, 3, 4);
      state.randomise();
      for (int round = 0; round < 20; ++round) {
        kernel::flip(state, static_cast<Index>(rng.integer(0, model.size() - 1)));
        GroupBits tabu(at(kernel_model.groups()));
        for (std::uint16_t& group : tabu) group = static_cast<std::uint16_t>(rng.integer(0, 65535));
        const double energy = state.energy();
        const double to_beat = energy - kernel_model.typical_rms_delta() * rng.real();
        kernel::BestFlip expected{-1, std::numeric_limits<double>::infinity()};
        for (Index v = 0; v < model.size(); ++v) {
          const bool free = (tabu[at(v / group_size)] >> (v % group_size) & 1) == 0;
          const double cost = kernel::delta(state, v);
          if ((free || energy + cost < to_beat) && cost < expected.cost) expected = {v, cost};
        }
        const kernel::BestFlip found = kernel::best_flip(state, tabu, energy, to_beat);
        ASSERT_EQ(found.variable, expected.variable) << model.size();
        ASSERT_EQ(found.cost, expected.cost);
      }
    });
  }
}

TEST(KernelModel, MeasuresItsScales) {
  // E = 4 x0 - 2 x1 + 6 x0 x1: flip 0 costs 4 or 10, flip 1 costs -2 or 4, with equal chances.
  QuadraticForm form;
  form.linear = {4, -2};
  SymmetricRowsBuilder pairs(2);
  pairs.add(0, 1, std::int64_t{6});
  form.pairs = std::move(pairs).finish();
  const QuboModel model(form);
  const KernelModel kernel_model(model);
  EXPECT_DOUBLE_EQ(kernel_model.largest_rms_delta(), std::sqrt((16 + 100) / 2.0));
  EXPECT_DOUBLE_EQ(kernel_model.typical_rms_delta(),
                   (std::sqrt((16 + 100) / 2.0) + std::sqrt((4 + 16) / 2.0)) / 2);
  EXPECT_EQ(kernel_model.smallest_coefficient(), 2);
  EXPECT_EQ(kernel_model.expanded_scales().largest, 6);
  EXPECT_EQ(kernel_model.expanded_scales().rms_coupling, 6);
}

// Objective and penalties are taken as independent, which they nearly are.
TEST(KernelModel, MeasuresPenaltiesAlmostAsIfWrittenOut) {
  Rng rng(25);
  for (int round = 0; round < 10; ++round) {
    const QkpInstance instance = test::random_instance(rng, {.n = 20});
    const QuboModel model =
        formulate(instance, {.encoding = "onehot", .strength = 2, .bound = 9}).model;
    const QuboModel expanded(model.expand());
    const KernelModel a(model);
    const KernelModel b(expanded);
    EXPECT_NEAR(a.largest_rms_delta(), b.largest_rms_delta(), 0.03 * b.largest_rms_delta());
    EXPECT_NEAR(a.typical_rms_delta(), b.typical_rms_delta(), 0.03 * b.typical_rms_delta());
    EXPECT_EQ(a.expanded_scales().largest, b.expanded_scales().largest);
  }
}

}  // namespace
}  // namespace spinsack
