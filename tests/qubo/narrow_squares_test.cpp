// SPDX-License-Identifier: Apache-2.0
#include "qubo/narrow_squares.hpp"

#include "core/rng.hpp"
#include "qubo/flip_state.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

// Groups of three variables, exactly one of each, and one square over everything.
QuboModel with_groups(Index groups, double strength, bool capacity) {
  Rng rng(7, static_cast<std::uint64_t>(groups));
  const Index size = 3 * groups;
  QuadraticForm form;
  SymmetricRowsBuilder pairs(size);
  for (Index i = 0; i < size; ++i) {
    form.linear.push_back(static_cast<double>(rng.integer(-5, 5)));
    for (Index j = 0; j < i; ++j)
      if (i / 3 != j / 3 && rng.real() < 0.1) pairs.add(i, j, rng.integer(-4, 4));
  }
  form.pairs = std::move(pairs).finish();
  std::vector<SquaredTerm> terms;
  std::vector<Group> listed;
  for (Index g = 0; g < groups; ++g) {
    listed.push_back({3 * g, 3});
    terms.push_back({strength, {3 * g, 3 * g + 1, 3 * g + 2}, {1, 1, 1}, -1});
  }
  if (capacity) terms.push_back(SquaredTerm::of_all(0.5, std::vector<double>(at(size), 2), -9));
  return {std::move(form), size, std::move(terms), std::move(listed)};
}

TEST(NarrowSquares, AreWrittenOutAndTheWideOneIsKept) {
  for (const double strength : {2.0, 0.75, 5.0 / 3, 0.1}) {
    const QuboModel model = with_groups(20, strength, true);
    const auto written = with_narrow_squares_written_out(model);
    ASSERT_TRUE(written);
    ASSERT_EQ(written->penalties().size(), 1U);
    EXPECT_EQ(written->penalties()[0].variables.size(), 60U);
    EXPECT_EQ(written->groups().size(), 20U);
    // Thirds and quarters of the unit are whole numbers of a smaller one.
    EXPECT_TRUE(written->objective().pairs.integral());
    Rng rng(1);
    for (int k = 0; k < 50; ++k) {
      const Bits bits = test::random_bits(rng, 60);
      EXPECT_NEAR(written->energy(bits), model.energy(bits), 1e-9);
    }
  }
}

TEST(NarrowSquares, OneOrTwoSquaresStayWhateverTheirLength) {
  EXPECT_FALSE(with_narrow_squares_written_out(with_groups(2, 3, false)));
  EXPECT_TRUE(with_narrow_squares_written_out(with_groups(3, 3, false)));
}

TEST(NarrowSquares, AreSparseInTheModelAndWrittenOutSparsely) {
  const QuboModel model = with_groups(40, 2, true);
  const QuadraticForm expanded = model.expand();
  Rng rng(3);
  FlipState state(model, test::random_bits(rng, model.size()));
  for (int k = 0; k < 200; ++k) {
    const auto v = static_cast<Index>(rng.integer(0, model.size() - 1));
    state.flip(v);
    EXPECT_EQ(state.energy(), model.energy(state.bits()));
    EXPECT_EQ(value_of(expanded, state.bits()), model.energy(state.bits()));
  }
}

// Twenty thousand squares over sixty thousand variables: one coefficient per variable would be ten gigabytes.
TEST(NarrowSquares, ManyTakeLittleRoom) {
  const Index groups = 20'000;
  QuadraticForm form;
  form.linear.assign(at(3 * groups), -1);
  form.pairs = SymmetricRowsBuilder(3 * groups).finish();
  std::vector<SquaredTerm> terms;
  for (Index g = 0; g < groups; ++g)
    terms.push_back({1, {3 * g, 3 * g + 1, 3 * g + 2}, {1, 1, 1}, -1});
  const QuboModel model(std::move(form), 3 * groups, std::move(terms));
  EXPECT_LT(model.bytes(), 2U << 20);
  EXPECT_EQ(model.expand().pairs.pairs(), 3 * groups);
}

}  // namespace
}  // namespace spinsack
