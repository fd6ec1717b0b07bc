// SPDX-License-Identifier: Apache-2.0
// Simulated quantum annealing in lanes: against its literal twin, against quantum mechanics, and against the kernel of dense
// models.
#include "sampler/slice_ring.hpp"

#include "core/simd_target.hpp"
#include "sampler/ring_twin.hpp"
#include "sampler/sampler.hpp"
#include "support/sparse_ising.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace spinsack {
namespace {

using test::Couplings;

bool never_stops(std::int64_t /*visits*/) { return false; }

TEST(SliceRing, VisitsTheStatesOfItsTwinOnEveryInstructionSet) {
  for (const std::string& target : simd_targets()) {
    SCOPED_TRACE(target);
    use_simd_target(target);
    for (const Couplings kind : {Couplings::signs, Couplings::words, Couplings::long_words})
      for (const int slices : {2, 3, 16, 17, 37, 64}) {
        SCOPED_TRACE(std::to_string(static_cast<int>(kind)) + ", slices " + std::to_string(slices));
        const QuboModel model = test::sparse_ising(kind, 150, 5);
        const auto lanes = lay_out_lanes(model);
        ASSERT_NE(lanes, nullptr);
        const LaneStreams streams{.seed = 3, .common = 9, .first_tie = 100};
        SliceRing ring(*lanes, streams, slices, 999, {});
        RingTwin twin(model, streams, slices, 999);
        for (int s = 0; s < 12; ++s) {
          // From free slices to frozen ones.
          const double heat = 0.3 * lanes->unit * static_cast<double>(lanes->reach);
          const double bond = heat * 0.02 * (1 << s);
          ASSERT_TRUE(ring.sweep(RingCosts(lanes->unit, heat, bond), never_stops));
          twin.sweep(heat, bond);
          for (int k = 0; k < slices; ++k) {
            const BitView bits = twin.bits(k);
            ASSERT_EQ(ring.bits(k), Bits(bits.begin(), bits.end())) << "sweep " << s << ", " << k;
            ASSERT_EQ(ring.energy(model, k, 0), model.energy(bits));
          }
        }
      }
  }
  use_simd_target("auto");
}

struct TwoSpins {
  double field;  // on each of them
  double coupling;
};

QuboModel two_spins(TwoSpins spins) {
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(2, spins.field);
  SymmetricRowsBuilder pairs(2);
  if (spins.coupling != 0) pairs.add(0, 1, spins.coupling);
  form.pairs = std::move(pairs).finish();
  return QuboModel(std::move(form));
}

// The means of s_0 and of s_0 s_1 over the slices of a long run.
struct Means {
  double spin = 0;
  double pair = 0;
};

Means measured(const QuboModel& model, double temperature, double transverse) {
  constexpr int slices = 32;
  constexpr int sweeps = 40'000;
  const auto lanes = lay_out_lanes(model);
  const double heat = slices * temperature;
  const double bond = -heat / 2 * std::log(std::tanh(transverse / heat));
  SliceRing ring(*lanes, {.seed = 8, .common = 1, .first_tie = 10}, slices, 500, {});
  Means means;
  for (int s = 0; s < sweeps; ++s) {
    EXPECT_TRUE(ring.sweep(RingCosts(lanes->unit, heat, bond), never_stops));
    if (s < 100) continue;
    for (const int k : {0, 11, 22}) {
      const Bits bits = ring.bits(k);
      means.spin += bits[0] != 0 ? 1 : -1;
      means.pair += bits[0] == bits[1] ? 1 : -1;
    }
  }
  means.spin /= 3 * (sweeps - 100);
  means.pair /= 3 * (sweeps - 100);
  return means;
}

// A spin in a field h and a transverse field g has energies -+ e, e^2 = h^2 + g^2.
TEST(SliceRing, OneSpinHasTheMagnetisationOfQuantumMechanics) {
  for (const double transverse : {0.5, 1.0, 2.0}) {
    constexpr double field = 1;
    constexpr double temperature = 0.5;
    const double e = std::hypot(field, transverse);
    const double expected = -field / e * std::tanh(e / temperature);
    EXPECT_NEAR(measured(two_spins({field, 0}), temperature, transverse).spin, expected, 0.012)
        << transverse;
  }
}

// Two coupled spins: J s s' - g (sx + sx') has energies J, -J, e and -e, e^2 = J^2 + 4 g^2.
TEST(SliceRing, TwoSpinsAgreeAsOftenAsInQuantumMechanics) {
  for (const double transverse : {0.3, 0.8}) {
    constexpr double coupling = 1;
    constexpr double temperature = 0.6;
    const double e = std::hypot(coupling, 2 * transverse);
    const double expected =
        -(coupling / e * std::sinh(e / temperature) + std::sinh(coupling / temperature)) /
        (std::cosh(e / temperature) + std::cosh(coupling / temperature));
    EXPECT_NEAR(measured(two_spins({0, coupling}), temperature, transverse).pair, expected, 0.012)
        << transverse;
  }
}

// A penalty of no strength keeps a model out of the lanes.
TEST(SliceRing, EndsWhereTheKernelEnds) {
  for (const Couplings kind : {Couplings::signs, Couplings::reals}) {
    const QuboModel sparse = test::sparse_ising(kind, 120, 21);
    const QuboModel dense(sparse.objective(), 120,
                          {SquaredTerm::of_all(0, std::vector<double>(120, 1), 0)});
    std::vector<double> mean;
    std::vector<double> variance;
    constexpr int reads = 150;
    for (const QuboModel* model : {&sparse, &dense}) {
      const SampleSet set =
          find_sampler("sqa").sample(*model, {{"sweeps", "40"}}, {.seed = 3, .reads = reads});
      double sum = 0;
      double square = 0;
      for (const Sample& s : set.samples) sum += s.energy / reads;
      for (const Sample& s : set.samples) square += (s.energy - sum) * (s.energy - sum) / reads;
      mean.push_back(sum);
      variance.push_back(square);
    }
    EXPECT_NEAR(mean[0], mean[1], 4 * std::sqrt((variance[0] + variance[1]) / reads));
  }
}

TEST(SliceRing, ReadsAreTheSameForAnyThreadsAndObeyTargets) {
  const QuboModel model = test::sparse_ising(Couplings::bytes, 200, 3);
  const Sampler& sqa = find_sampler("sqa");
  const ParameterValues values{{"sweeps", "60"}, {"slices", "9"}};
  const SampleSet one = sqa.sample(model, values, {.seed = 5, .reads = 9});
  const SampleSet three = sqa.sample(model, values, {.seed = 5, .reads = 9, .threads = 3});
  ASSERT_EQ(one.samples.size(), 9U);
  for (std::size_t r = 0; r < 9; ++r) {
    EXPECT_EQ(one.samples[r].bits, three.samples[r].bits);
    EXPECT_EQ(one.samples[r].work.sweeps, 60);
    EXPECT_EQ(one.samples[r].work.visits, 60 * 200 * 9);
    EXPECT_GT(one.samples[r].work.flips, 0);
  }
  const double target = one.trace.back().energy;
  const SampleSet reached =
      sqa.sample(model, values, {.seed = 5, .reads = 9, .threads = 2, .target = target});
  EXPECT_EQ(reached.stopped_by, StopReason::target);
  EXPECT_EQ(reached.samples.back().energy, target);
}

}  // namespace
}  // namespace spinsack
