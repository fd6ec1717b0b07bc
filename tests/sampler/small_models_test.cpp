// SPDX-License-Identifier: Apache-2.0
// Small models of every kind, with coefficients of every size that files may hold, against trying all states.
#include "core/rng.hpp"
#include "sampler/sampler.hpp"
#include "support/dense_ising.hpp"
#include "support/random_instance.hpp"
#include "support/short_run.hpp"
#include "support/simulated_samplers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace spinsack {
namespace {

struct SmallModel {
  std::string name;
  QuboModel model;
};

using Coupling = std::function<double(Rng&, Index, Index)>;

QuadraticForm form_of(Rng& rng, Index n, Vartype vartype, double field, const Coupling& coupling) {
  QuadraticForm form;
  form.vartype = vartype;
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i) {
    form.linear.push_back(field * static_cast<double>(rng.integer(-4, 4)));
    for (Index j = 0; j < i; ++j) pairs.add(i, j, coupling(rng, i, j));
  }
  form.pairs = std::move(pairs).finish();
  return form;
}

// About normal: of no use as bits or bytes.
double bell(Rng& rng) {
  double sum = -6;
  for (int k = 0; k < 12; ++k) sum += rng.real();
  return sum;
}

std::vector<SmallModel> models_of_every_kind() {
  Rng rng(71);
  std::vector<SmallModel> models;
  const auto add = [&](const std::string& name, QuboModel model) {
    models.push_back({name, std::move(model)});
  };
  const auto spins = [&](const std::string& name, Index n, double field, const Coupling& coupling) {
    add(name, QuboModel(form_of(rng, n, Vartype::spin, field, coupling)));
  };
  const Coupling sign = [](Rng& r, Index, Index) { return r.integer(0, 1) == 0 ? -1.0 : 1.0; };
  const Coupling normal = [](Rng& r, Index, Index) { return bell(r); };
  const auto always = [](double value) { return [value](Rng&, Index, Index) { return value; }; };
  const auto ring = [](double value) {
    return
        [value](Rng&, Index i, Index j) { return i == j + 1 || (j == 0 && i == 10) ? value : 0; };
  };
  const auto rarely = [](const Coupling& other) {
    return [other](Rng& r, Index i, Index j) { return r.real() < 0.2 ? other(r, i, j) : 0.0; };
  };
  // 1. Kinds of couplings.
  spins("signs", 12, 0, sign);
  spins("signs with fields", 12, 1, sign);
  spins("normal", 12, 0, normal);
  spins("normal with fields", 12, 0.7, normal);
  spins("sparse signs", 13, 0, rarely(sign));
  spins("sparse normal with fields", 13, 0.3, rarely(normal));
  spins("ferromagnet", 11, 0, always(-1));
  spins("ferromagnet against fields", 11, 1, always(-0.5));
  spins("antiferromagnet", 11, 0, always(1));
  spins("antiferromagnet of 12", 12, 0, always(3));
  spins("ring", 11, 0, ring(-1));
  spins("frustrated ring", 11, 0, ring(1));
  add("bytes", QuboModel(form_of(rng, 12, Vartype::binary, 20, [](Rng& r, Index, Index) {
        return static_cast<double>(r.integer(-20, 20));
      })));
  add("wide integers", QuboModel(form_of(rng, 12, Vartype::binary, 1e8, [](Rng& r, Index, Index) {
        return static_cast<double>(r.integer(-1'000'000'000, 1'000'000'000));
      })));
  // 2. Next to nothing.
  spins("fields alone", 9, 1, always(0));
  spins("a constant", 5, 0, always(0));
  models.back().model.set_constant(-3.5);
  spins("one variable", 1, 0, always(0));
  QuadraticForm up;
  up.linear = {-2};
  up.pairs = SymmetricRowsBuilder(1).finish();
  add("one variable that should be 1", QuboModel(up));
  // 3. Penalties.
  for (const char* const kind : {"one penalty", "two penalties"}) {
    std::vector<SquaredTerm> terms;
    for (int t = 0; t < (kind[0] == 'o' ? 1 : 2); ++t) {
      std::vector<double> a;
      for (int v = 0; v < 12; ++v) a.push_back(static_cast<double>(rng.integer(0, 4)));
      terms.push_back(SquaredTerm::of_all(4, a, -7));
    }
    add(kind, QuboModel(form_of(rng, 9, Vartype::binary, 1, sign), 12, terms));
  }
  // 4. Terms that are far apart.
  QuadraticForm dust = form_of(rng, 10, Vartype::binary, 250, normal);
  SymmetricRowsBuilder specks(10);
  specks.add(0, 1, 1e-17);
  specks.add(2, 3, 1000.0);
  specks.add(3, 4, -1000.0);
  dust.pairs = std::move(specks).finish();
  add("a speck of dust", QuboModel(dust));
  add("from 1e8 to 1e-8",
      QuboModel(form_of(rng, 10, Vartype::binary, 1, [](Rng& r, Index i, Index j) {
        return (i + j) % 2 == 0 ? 1e8 * static_cast<double>(r.integer(-9, 9)) : 1e-8;
      })));
  // 5. Any unit of energy.
  const std::vector<double> one_to_three{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2};
  const std::vector<double> some{0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1};
  for (const double scale : {1e-290, 1e-200, 1e-160, 1e-20, 1e20, 1e153, 1e290}) {
    const auto times = [scale](const Coupling& other) {
      return [=](Rng& r, Index i, Index j) { return scale * other(r, i, j); };
    };
    spins(fmt::format("normal times {:g}", scale), 11, 0.5 * scale, times(normal));
    if (scale != 1e153)
      add(fmt::format("penalty times {:g}", scale),
          QuboModel(form_of(rng, 9, Vartype::binary, scale, times(sign)), 11,
                    {SquaredTerm::of_all(4 * scale, one_to_three, -6)}));
  }
  add(fmt::format("two penalties times {:g}", 1e153),
      QuboModel(
          form_of(rng, 9, Vartype::binary, 1e153, sign), 11,
          {SquaredTerm::of_all(4e153, one_to_three, -6), SquaredTerm::of_all(1e153, some, -2)}));
  return models;
}

double ground_energy(const QuboModel& model) {
  double ground = std::numeric_limits<double>::infinity();
  for (std::uint64_t code = 0; code < std::uint64_t{1} << model.size(); ++code)
    ground = std::min(ground, model.energy(test::bits_of(code, model.size())));
  return ground;
}

class SmallModels : public testing::TestWithParam<int> {};

TEST_P(SmallModels, AreSolvedByEverySampler) {
  const SmallModel each = models_of_every_kind().at(static_cast<std::size_t>(GetParam()));
  const double ground = ground_energy(each.model);
  // Far below any energy difference but those of rounding.
  const double close = 1e-12 * std::fabs(ground);
  for (const Sampler& sampler : test::simulated_samplers()) {
    SCOPED_TRACE(fmt::format("{} on {}", sampler.name, each.name));
    // A step is one flip, a sweep tries all.
    const ParameterValues values = sampler.name == "da" || sampler.name == "tabu"
                                       ? test::short_run(sampler, "10000")
                                       : test::short_run(sampler, "1000");
    const SampleSet set = sampler.sample(each.model, values, {.seed = 5, .reads = 30});
    double best = std::numeric_limits<double>::infinity();
    for (const Sample& sample : set.samples) {
      EXPECT_EQ(sample.energy, each.model.energy(sample.bits));
      best = std::min(best, sample.energy);
    }
    EXPECT_LE(best, ground + close);
  }
}
INSTANTIATE_TEST_SUITE_P(OfEveryKind, SmallModels, testing::Range(0, 36));

TEST(SmallModelKinds, AreAllTried) { EXPECT_EQ(models_of_every_kind().size(), 36U); }

// Spins that all feel the same force swing together; single flips at the end bring every read down.
TEST(SmallModelKinds, AntiferromagnetsAreSolvedByEveryReadOfBifurcation) {
  for (const Index n : {11, 12, 31}) {
    QuadraticForm form;
    form.vartype = Vartype::spin;
    form.linear.assign(at(n), 0);
    SymmetricRowsBuilder pairs(n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < i; ++j) pairs.add(i, j, std::int64_t{1});
    form.pairs = std::move(pairs).finish();
    const QuboModel model(std::move(form));
    // Half up, half down: (m^2 - n) / 2 with m = n mod 2.
    const double ground = ((n % 2) - n) / 2.0;
    for (const Sample& sample : find_sampler("sb").sample(model, {}, {.reads = 20}).samples)
      EXPECT_EQ(sample.energy, ground) << n << " read " << sample.read;
  }
}

TEST(SmallModelKinds, TermsThatAreDroppedAreCounted) {
  QuadraticForm form;
  form.linear = {-1000, -1000, 1e-18};
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, 1e-17);
  pairs.add(1, 2, 500.0);
  form.pairs = std::move(pairs).finish();
  const QuboModel model(std::move(form));
  for (const Sampler& sampler : test::simulated_samplers()) {
    const SampleSet set = sampler.sample(model, test::short_run(sampler, "50"), {.reads = 5});
    EXPECT_EQ(set.dropped_terms, 2) << sampler.name;
    for (const Sample& sample : set.samples) EXPECT_EQ(sample.energy, model.energy(sample.bits));
  }
}

}  // namespace
}  // namespace spinsack
