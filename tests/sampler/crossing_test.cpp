// SPDX-License-Identifier: Apache-2.0
#include "sampler/crossing.hpp"

#include "core/rng.hpp"
#include "support/dense_ising.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace spinsack {
namespace {

// m couplings at random places, of integers or of reals; with fields or without.
QuadraticForm random_form(Rng& rng, Index n, int m, bool fields, bool integers) {
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(at(n), 0);
  if (fields)
    for (double& field : form.linear) field = static_cast<double>(rng.integer(-2, 2));
  SymmetricRowsBuilder pairs(n);
  for (int k = 0; k < m; ++k) {
    const auto i = static_cast<Index>(rng.integer(0, n - 1));
    const auto j = static_cast<Index>(rng.integer(0, n - 1));
    if (i == j) continue;
    if (integers)
      pairs.add(i, j, rng.integer(-3, 3));
    else
      pairs.add(i, j, rng.real() - 0.5);
  }
  form.pairs = std::move(pairs).finish();
  return form;
}

Bits random_bits(Rng& rng, Index n) {
  Bits bits(at(n));
  for (std::uint8_t& bit : bits) bit = static_cast<std::uint8_t>(rng.integer(0, 1));
  return bits;
}

Bits turned(Bits bits) {
  for (std::uint8_t& bit : bits) bit ^= 1U;
  return bits;
}

TEST(Crossing, ChangesTheEnergyByWhatItSays) {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    const auto n = static_cast<Index>(rng.integer(1, 40));
    const QuboModel model(
        random_form(rng, n, static_cast<int>(rng.integer(0, 60)), round % 2 == 0, round % 3 != 0));
    Crossing crossing(model);
    Bits state = random_bits(rng, n);
    for (int k = 0; k < 4; ++k) {
      const double before = model.energy(state);
      const double change = crossing.improve(state, random_bits(rng, n));
      EXPECT_LE(change, 0);
      EXPECT_NEAR(model.energy(state), before + change, 1e-9);
    }
  }
}

// All states that take each variable from one of two parents, whole components at a time: none is better. Three
// separate rings of four, in each of which one parent is better than the other.
TEST(Crossing, TakesTheBetterOfEveryComponent) {
  Rng rng(2);
  for (int round = 0; round < 50; ++round) {
    QuadraticForm form;
    form.linear.assign(12, 0);
    SymmetricRowsBuilder pairs(12);
    for (Index ring = 0; ring < 12; ring += 4)
      for (Index k = 0; k < 4; ++k) {
        form.linear[at(ring + k)] = static_cast<double>(rng.integer(-5, 5));
        pairs.add(ring + k, ring + (k + 1) % 4, rng.integer(-5, 5));
      }
    form.pairs = std::move(pairs).finish();
    const QuboModel model(std::move(form));
    const Bits first = random_bits(rng, 12);
    const Bits second = random_bits(rng, 12);
    double best = std::min(model.energy(first), model.energy(second));
    for (unsigned choice = 0; choice < 8; ++choice) {
      Bits mixed = first;
      for (std::size_t v = 0; v < 12; ++v)
        if ((choice >> v / 4 & 1) != 0) mixed[v] = second[v];
      best = std::min(best, model.energy(mixed));
    }
    Bits state = first;
    Crossing(model).improve(state, second);
    EXPECT_LE(model.energy(state), best);
  }
}

TEST(Crossing, KnowsStatesThatDifferByTurningAllSpins) {
  Rng rng(3);
  const QuboModel model(random_form(rng, 60, 90, false, true));
  for (int round = 0; round < 20; ++round) {
    const Bits first = random_bits(rng, 60);
    Bits second = first;
    for (int k = 0; k < 10; ++k) second[static_cast<std::size_t>(rng.integer(0, 59))] ^= 1U;
    Bits one = first;
    Bits other = first;
    EXPECT_EQ(Crossing(model).improve(one, second), Crossing(model).improve(other, turned(second)));
    EXPECT_EQ(one, other);
  }
}

TEST(Crossing, LeavesTheBetterOfTwoWhereAllIsCoupled) {
  Rng rng(4);
  const QuboModel model(test::dense_ising(rng, 20));
  for (int round = 0; round < 20; ++round) {
    const Bits first = random_bits(rng, 20);
    const Bits second = random_bits(rng, 20);
    Bits state = first;
    Crossing(model).improve(state, second);
    EXPECT_EQ(model.energy(state), std::min(model.energy(first), model.energy(second)));
  }
}

}  // namespace
}  // namespace spinsack
