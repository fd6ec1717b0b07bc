// SPDX-License-Identifier: Apache-2.0
#include "sampler/flip_choice.hpp"

#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

QuboModel ring_with_chords(Rng& rng, Index n, double chords, double unit = 1) {
  QuadraticForm form;
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i) {
    form.linear.push_back(static_cast<double>(rng.integer(-2, 2)));
    pairs.add(i, (i + 1) % n, rng.integer(1, 3));
  }
  for (int k = 0; k < chords * n; ++k) {
    const Index i = static_cast<Index>(rng.integer(0, n - 2));
    pairs.add(i, static_cast<Index>(rng.integer(i + 1, n - 1)), rng.integer(-3, -1));
  }
  form.pairs = std::move(pairs).finish();
  form.unit = unit;
  return QuboModel(std::move(form));
}

// Few neighbours are kept in trees, many are looked at one and all: the same choice, and that of trying all.
TEST(FlipChoice, IsTheFirstOfTheCheapestThatAreAllowed) {
  Rng rng(81);
  // Couplings of 1/2 and -2 are whole numbers of something as well, those of 0.3 are not.
  for (const auto& [chords, unit] : std::initializer_list<std::pair<double, double>>{
           {0.1, 1.0}, {40.0, 1.0}, {40.0, 0.5}, {40.0, -2.0}, {40.0, 0.3}}) {
    const QuboModel model = ring_with_chords(rng, 1300, chords, unit);
    EXPECT_EQ(WholeCosts::of(KernelModel(model)).has_value(), unit != 0.3);
    const KernelModel kernel_model(model);
    KernelState state(kernel_model, 1, 2);
    state.randomise();
    FlipChoice choice(state);
    EXPECT_EQ(choice.visits() < model.size(), chords < 1);
    std::vector<std::int64_t> free_at(at(model.size()));
    double energy = state.energy();
    double best = energy;
    for (std::int64_t step = 0; step < 400; ++step) {
      kernel::BestFlip expected{-1, std::numeric_limits<double>::infinity()};
      for (Index v = 0; v < model.size(); ++v) {
        const double cost = kernel::delta(state, v);
        if ((free_at[at(v)] <= step || energy + cost < best) && cost < expected.cost)
          expected = {v, cost};
      }
      const kernel::BestFlip flip = choice.best(step, energy, best);
      ASSERT_EQ(flip.variable, expected.variable) << step;
      ASSERT_EQ(flip.cost, expected.cost);
      kernel::flip(state, flip.variable);
      energy += flip.cost;
      // Now and then a best that many tabu flips lead to, and waits of all lengths.
      best = step % 7 == 0 ? energy + 2 : std::min(best, energy);
      free_at[at(flip.variable)] = step + 1 + rng.integer(0, step % 5 == 0 ? 200 : 30);
      choice.flipped(flip.variable, free_at[at(flip.variable)]);
      if (step == 250) {
        kernel::flip(state, 3);
        energy = state.energy();
        choice.restart();
        std::ranges::fill(free_at, 0);
      }
    }
  }
}

TEST(FlipChoice, IsNoneWhereEverythingIsTabu) {
  Rng rng(82);
  const QuboModel model = ring_with_chords(rng, 5, 0);
  const KernelModel kernel_model(model);
  KernelState state(kernel_model, 1, 2);
  FlipChoice choice(state);
  for (Index v = 0; v < 5; ++v) choice.flipped(v, 100);
  EXPECT_EQ(choice.best(1, 0, -1e9).variable, -1);
  EXPECT_GE(choice.best(100, 0, -1e9).variable, 0);
}

}  // namespace
}  // namespace spinsack
