// SPDX-License-Identifier: Apache-2.0
// Lanes against their literal twin, on every instruction set.
#include "core/portable_math.hpp"
#include "core/simd_target.hpp"
#include "sampler/lane_block.hpp"
#include "sampler/lane_twin.hpp"
#include "support/sparse_ising.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace spinsack {
namespace {

using test::Couplings;

Bits copy_of(BitView bits) { return {bits.begin(), bits.end()}; }

bool never(std::int64_t /*visits*/) { return false; }

// Hot, warm and cold.
double falling(const LaneModel& lanes, int sweep, int sweeps) {
  return lanes.unit * static_cast<double>(lanes.reach) * (1 - (sweep + 0.5) / sweeps);
}

TEST(Lanes, VisitTheStatesOfTheirTwinOnEveryInstructionSet) {
  constexpr int sweeps = 60;
  for (const std::string& target : simd_targets()) {
    SCOPED_TRACE(target);
    use_simd_target(target);
    for (const Couplings kind : test::all_couplings) {
      if (kind == Couplings::reals) continue;  // rounded to fixed point, see below
      SCOPED_TRACE(static_cast<int>(kind));
      const QuboModel model = test::sparse_ising(kind, 71, 5);
      const auto lanes = lay_out_lanes(model);
      ASSERT_NE(lanes, nullptr);
      const LaneStreams streams{.seed = 3, .common = 9, .first_tie = 100, .tie_stride = 7};
      LaneBlock block(*lanes, streams, ~std::uint64_t{0});
      block.randomise();
      std::vector<LaneTwin> twins;
      for (const int lane : {0, 13, 63}) {
        twins.emplace_back(model, streams, lane, lanes->bytes());
        twins.back().randomise();
      }
      for (int s = 0; s < sweeps; ++s) {
        const double temperature = falling(*lanes, s, sweeps);
        ASSERT_TRUE(block.sweep(temperature, never));
        for (LaneTwin& twin : twins) twin.sweep(temperature);
        ASSERT_EQ(block.bits(0), copy_of(twins[0].bits())) << "sweep " << s;
        ASSERT_EQ(block.bits(13), copy_of(twins[1].bits())) << "sweep " << s;
        ASSERT_EQ(block.bits(63), copy_of(twins[2].bits())) << "sweep " << s;
        ASSERT_EQ(
            model.objective().constant + 2 * lanes->unit * static_cast<double>(block.moved(13)),
            model.energy(block.bits(13)));
      }
    }
  }
  use_simd_target("auto");
}

TEST(Lanes, OneAloneVisitsTheStatesThatItVisitsBesideOthersOnEveryInstructionSet) {
  constexpr int sweeps = 100;
  for (const std::string& target : simd_targets()) {
    SCOPED_TRACE(target);
    use_simd_target(target);
    for (const Couplings kind : test::all_couplings) {
      SCOPED_TRACE(static_cast<int>(kind));
      const QuboModel model = test::sparse_ising(kind, 90, 8);
      const auto lanes = lay_out_lanes(model);
      ASSERT_NE(lanes, nullptr);
      const LaneStreams streams{.seed = 4, .common = 2, .first_tie = 50};
      const std::uint64_t two = std::uint64_t{1} << 5 | std::uint64_t{1} << 38;
      LaneBlock all(*lanes, streams, ~std::uint64_t{0});
      LaneBlock few(*lanes, streams, two);
      all.randomise();
      few.randomise();
      for (int s = 0; s < sweeps; ++s) {
        ASSERT_TRUE(all.sweep(falling(*lanes, s, sweeps), never));
        ASSERT_TRUE(few.sweep(falling(*lanes, s, sweeps), never));
        if (s == sweeps / 2) all.keep(two);
        if (s == sweeps / 2) few.keep(two);
        for (const int lane : {5, 38}) {
          ASSERT_EQ(all.bits(lane), few.bits(lane)) << "sweep " << s;
          ASSERT_EQ(all.moved(lane), few.moved(lane));
          ASSERT_EQ(all.flips(lane), few.flips(lane));
        }
      }
      EXPECT_EQ(all.kept(38), few.kept(38));
      EXPECT_NE(all.kept(38), all.kept(5));
      // Real numbers are rounded, but not so that energies would show it.
      EXPECT_NEAR(model.objective().constant + 2 * lanes->unit * static_cast<double>(all.moved(5)),
                  model.energy(all.bits(5)), 1e-4);
    }
  }
  use_simd_target("auto");
}

// As in parallel tempering: few lanes, every one at a temperature of its own.
TEST(Lanes, MayHaveTemperaturesOfTheirOwn) {
  for (const std::string& target : simd_targets()) {
    SCOPED_TRACE(target);
    use_simd_target(target);
    for (const Couplings kind : {Couplings::signs, Couplings::words}) {
      const QuboModel model = test::sparse_ising(kind, 71, 6);
      const auto lanes = lay_out_lanes(model);
      const LaneStreams streams{.seed = 3, .common = 9, .first_tie = 100};
      constexpr int count = 19;
      LaneBlock block(*lanes, streams, (1U << count) - 1, LaneHeat::own);
      std::vector<LaneTwin> twins;
      std::vector<double> temperatures;
      for (int lane = 0; lane < count; ++lane) {
        twins.emplace_back(model, streams, lane, false);
        twins.back().randomise();
        temperatures.push_back(falling(*lanes, lane, count));
      }
      block.randomise();
      for (int s = 0; s < 20; ++s) {
        ASSERT_TRUE(block.sweep(temperatures, never));
        for (int lane = 0; lane < count; ++lane) {
          twins[at(lane)].sweep(temperatures[at(lane)]);
          ASSERT_EQ(block.bits(lane), copy_of(twins[at(lane)].bits())) << "lane " << lane;
        }
      }
    }
  }
  use_simd_target("auto");
}

TEST(LaneLaw, HasTheDigitsOfTheExponential) {
  for (const double temperature : {0.05, 0.7, 3.0, 80.0, 1e300}) {
    const ByteLaw law(0.25, temperature, 127);
    for (std::size_t a = 1; a < 128; ++a) {
      const double p = portable_exp(-0.5 * static_cast<double>(a) / temperature);
      const double digits = law.first[a] * 0x1p-8 + law.second[a] * 0x1p-16 + law.rest[a] * 0x1p-48;
      EXPECT_LE(digits, p * (1 + 1e-13)) << a << " at " << temperature;
      EXPECT_GE(digits, p * (1 - 1e-13) - 0x1p-48) << a << " at " << temperature;
      if (static_cast<int>(a) >= 16 * law.tables) {
        EXPECT_LT(p, 0x1p-48);
      }
    }
  }
}

TEST(LaneLaw, DrawsFurtherDigitsOnlyWhereItMust) {
  constexpr double cost = 1.25;
  const auto first = static_cast<std::uint32_t>(portable_exp(-cost) * 0x1p32);
  Rng own(1);
  Rng same(1);
  EXPECT_TRUE(accepts(cost, first - 1, own));
  EXPECT_FALSE(accepts(cost, first + 1, own));
  EXPECT_FALSE(accepts(hopeless, 0, own));
  EXPECT_EQ(own.bits32(), same.bits32());  // nothing was drawn so far
  // Of the numbers that begin as p does, the share that lies below p.
  constexpr int trials = 20'000;
  int accepted = 0;
  for (int k = 0; k < trials; ++k) accepted += accepts(cost, first, own) ? 1 : 0;
  const double share = portable_exp(-cost) * 0x1p32 - first;
  EXPECT_NEAR(static_cast<double>(accepted) / trials, share, 4 * 0.5 / std::sqrt(trials));
}

TEST(LaneModel, TakesTheNarrowestNumbersThatHoldTheModel) {
  const auto kind_of = [](Couplings kind) {
    const auto lanes = lay_out_lanes(test::sparse_ising(kind, 100, 2));
    return lanes ? static_cast<int>(lanes->values.index()) : -1;
  };
  EXPECT_EQ(kind_of(Couplings::signs), 0);
  EXPECT_EQ(kind_of(Couplings::bytes), 0);
  EXPECT_EQ(kind_of(Couplings::words), 1);
  EXPECT_EQ(kind_of(Couplings::long_words), 2);
  EXPECT_EQ(kind_of(Couplings::reals), 2);
  EXPECT_TRUE(lay_out_lanes(test::sparse_ising(Couplings::signs, 100, 2))->unit_weights ||
              lay_out_lanes(test::sparse_ising(Couplings::signs, 100, 2))->reach > 4);
}

// As files have them: entries that are reals, though every one is a multiple of a half, or of 2^-10.
TEST(LaneModel, SeesThatMultiplesOfAFractionAreWholeNumbers) {
  const QuadraticForm signs = to_spin(test::sparse_ising(Couplings::signs, 100, 2).objective());
  const auto expected = lay_out_lanes(QuboModel(signs));
  for (const double fraction : {0.5, 0x1p-10}) {
    QuadraticForm form = signs;
    for (double& field : form.linear) field *= fraction;
    SymmetricRowsBuilder pairs(form.size());
    signs.pairs.for_each_pair([&](Index i, Index j, auto value) {
      pairs.add(i, j, signs.unit * fraction * static_cast<double>(value));
    });
    form.unit = 1;
    form.pairs = std::move(pairs).finish();
    ASSERT_FALSE(form.pairs.integral());
    const auto lanes = lay_out_lanes(QuboModel(form));
    ASSERT_NE(lanes, nullptr);
    EXPECT_FALSE(lanes->rounded);
    EXPECT_EQ(lanes->unit, fraction * expected->unit);
    EXPECT_EQ(lanes->reach, expected->reach);
    EXPECT_EQ(lanes->column, expected->column);
    EXPECT_EQ(lanes->bytes(), expected->bytes());
  }
}

TEST(LaneModel, LeavesDenseModelsPenaltiesAndWideRangesToTheKernel) {
  EXPECT_EQ(lay_out_lanes(test::sparse_ising(Couplings::signs, 30, 2, 3)),
            nullptr);  // 20 % coupled
  const QuboModel sparse = test::sparse_ising(Couplings::signs, 100, 2);
  const SquaredTerm penalty = SquaredTerm::of_all(1, std::vector<double>(100, 1), -3);
  EXPECT_EQ(lay_out_lanes(QuboModel(sparse.objective(), 100, {penalty})), nullptr);
  // Half of the couplings are 10^8 times smaller than the others.
  QuadraticForm form;
  form.linear.assign(100, 0);
  SymmetricRowsBuilder pairs(100);
  for (Index v = 0; v < 99; ++v) pairs.add(v, v + 1, v % 2 == 0 ? 1.5e8 : 1.25);
  form.pairs = std::move(pairs).finish();
  EXPECT_EQ(lay_out_lanes(QuboModel(form)), nullptr);
  // Scale alone is no reason.
  for (const double scale : {1e-290, 1e290}) {
    QuadraticForm scaled = test::sparse_ising(Couplings::reals, 100, 2).objective();
    for (double& h : scaled.linear) h *= scale;
    scaled.unit *= scale;
    EXPECT_NE(lay_out_lanes(QuboModel(scaled)), nullptr) << scale;
  }
}

}  // namespace
}  // namespace spinsack
