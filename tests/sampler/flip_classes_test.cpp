// SPDX-License-Identifier: Apache-2.0
#include "sampler/flip_classes.hpp"

#include "core/catalog.hpp"
#include "core/rng.hpp"
#include "sampler/sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

// Couplings of +-1 and +-2 between neighbours on a ring and a few others, and some fields.
QuboModel ring_with_chords(Index n, std::uint64_t seed) {
  Rng rng(seed);
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.resize(at(n));
  for (double& field : form.linear) field = static_cast<double>(rng.integer(-1, 1));
  SymmetricRowsBuilder pairs(n);
  const auto coupling = [&] {
    return rng.integer(0, 1) == 0 ? -rng.integer(1, 2) : rng.integer(1, 2);
  };
  for (Index i = 0; i < n; ++i) pairs.add(i, (i + 1) % n, coupling());
  for (Index i = 0; i + 7 < n; i += 5) pairs.add(i, i + 7, coupling());
  form.pairs = std::move(pairs).finish();
  return QuboModel(std::move(form));
}

Bits random_bits(Index n, Rng& rng) {
  Bits bits(at(n));
  for (std::uint8_t& bit : bits) bit = static_cast<std::uint8_t>(rng.integer(0, 1));
  return bits;
}

double cost_of(const QuboModel& model, Bits bits, Index v) {
  const double before = model.energy(bits);
  bits[at(v)] ^= 1U;
  return model.energy(bits) - before;
}

TEST(FlipClasses, KnowWhatEveryFlipCosts) {
  const Index n = 120;
  const QuboModel model = ring_with_chords(n, 3);
  const auto lanes = lay_out_lanes(model);
  ASSERT_NE(lanes, nullptr);
  Rng rng(4);
  FlipClasses classes(*lanes, random_bits(n, rng));
  for (int step = 0; step < 400; ++step) {
    const auto v = static_cast<Index>(rng.integer(0, n - 1));
    ASSERT_EQ(2 * lanes->unit * static_cast<double>(classes.cost(v)),
              cost_of(model, classes.bits(), v));
    classes.flip(v);
  }
  for (Index v = 0; v < n; ++v)
    EXPECT_EQ(2 * lanes->unit * static_cast<double>(classes.cost(v)),
              cost_of(model, classes.bits(), v));
}

// The chance that each is chosen, from the chances that others are accepted: the distribution of how many of them are
// is built up one by one.
std::vector<double> chances(const std::vector<double>& accepted) {
  std::vector<double> chosen(accepted.size());
  for (std::size_t v = 0; v < accepted.size(); ++v) {
    std::vector<double> others{1};
    for (std::size_t u = 0; u < accepted.size(); ++u) {
      if (u == v) continue;
      others.push_back(0);
      for (std::size_t k = others.size() - 1; k > 0; --k)
        others[k] = others[k] * (1 - accepted[u]) + others[k - 1] * accepted[u];
      others[0] *= 1 - accepted[u];
    }
    for (std::size_t k = 0; k < others.size(); ++k)
      chosen[v] += accepted[v] * others[k] / static_cast<double>(k + 1);
  }
  return chosen;
}

TEST(FlipClasses, ChooseAmongTheAcceptedAsIfAllWereTriedOneByOne) {
  const Index n = 70;
  const QuboModel model = ring_with_chords(n, 8);
  const auto lanes = lay_out_lanes(model);
  ASSERT_NE(lanes, nullptr);
  Rng rng(5);
  const FlipClasses classes(*lanes, random_bits(n, rng));
  struct Setting {
    double offset, temperature;
  };
  for (const auto& [offset, temperature] :
       {Setting{0, 100}, Setting{0, 2}, Setting{0, 0.8}, Setting{3, 0.5}, Setting{-40, 5}}) {
    std::vector<double> accepted(at(n));
    for (Index v = 0; v < n; ++v)
      accepted[at(v)] =
          std::min(1.0, std::exp(-(cost_of(model, classes.bits(), v) - offset) / temperature));
    const std::vector<double> expected = chances(accepted);
    constexpr int draws = 200'000;
    std::vector<int> seen(at(n));
    int none = 0;
    for (int draw = 0; draw < draws; ++draw) {
      const Index v = classes.choose(offset, temperature, rng);
      v < 0 ? ++none : ++seen[at(v)];
    }
    double any = 0;
    const auto expect_near = [&](int count, double chance) {
      const double spread = std::sqrt(chance * (1 - chance) / draws);
      EXPECT_NEAR(static_cast<double>(count) / draws, chance, 5 * spread + 1e-12)
          << offset << ' ' << temperature;
    };
    for (std::size_t v = 0; v < seen.size(); ++v) {
      expect_near(seen[v], expected[v]);
      any += expected[v];
    }
    expect_near(none, std::max(0.0, 1 - any));
  }
}

TEST(FlipClasses, AreForManyVariablesAndFewCosts) {
  EXPECT_TRUE(FlipClasses::suit(*lay_out_lanes(ring_with_chords(2000, 1))));
  EXPECT_FALSE(FlipClasses::suit(*lay_out_lanes(ring_with_chords(100, 1))));
}

// Walls between domains cost nothing to move, so a long run finds the ground state of a ring of equal couplings.
TEST(FlipClasses, LetTheDigitalAnnealerReachGroundStates) {
  const Index n = 600;
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(at(n), 0);
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i) pairs.add(i, (i + 1) % n, std::int64_t{-1});
  form.pairs = std::move(pairs).finish();
  const QuboModel model(std::move(form));
  ASSERT_TRUE(FlipClasses::suit(*lay_out_lanes(model)));
  const SampleSet set = find_entry(samplers(), "sampler", "da")
                            .sample(model, {{"steps", "3000000"}}, {.seed = 2, .reads = 1});
  EXPECT_EQ(set.samples.front().energy, -600);
  EXPECT_EQ(set.samples.front().energy, model.energy(set.samples.front().bits));
}

}  // namespace
}  // namespace spinsack
