// SPDX-License-Identifier: Apache-2.0
#include "solver/incumbent.hpp"

#include "solver/qkp_methods.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <new>
#include <utility>

namespace spinsack {
namespace {

class IncumbentTest : public testing::Test {
 protected:
  // Whether it is the value is not asked.
  void find(Profit value) { incumbent.offer(Bits(at(instance.size()), 0), value); }

  Rng rng{1};
  QkpInstance instance = test::random_instance(rng, {.n = 3});
  SolveRequest request{};
  Incumbent incumbent{empty_knapsack(instance), request};
};

TEST_F(IncumbentTest, KeepsTheSmallestBound) {
  find(5);
  incumbent.bound(9);
  incumbent.bound(7);
  incumbent.bound(8);
  EXPECT_FALSE(incumbent.proven());
  EXPECT_EQ(std::move(incumbent).outcome().upper_bound, 7);
}

TEST_F(IncumbentTest, HasABoundOfItsOwnValue) {
  incumbent.bound(5);
  find(5);
  EXPECT_TRUE(incumbent.proven());
  EXPECT_EQ(std::move(incumbent).outcome().upper_bound, 5);
}

TEST_F(IncumbentTest, DropsABoundBelowWhatIsFoundLater) {
  find(3);
  incumbent.bound(5);
  find(6);
  const SolveOutcome outcome = std::move(incumbent).outcome();
  EXPECT_EQ(outcome.value, 6);
  EXPECT_FALSE(outcome.upper_bound);
}

// lha offers its start before its numbered searches, whatever its value.
TEST_F(IncumbentTest, PrefersTheEmptyKnapsackToANegativeValueOfAnyNumber) {
  for (const std::int64_t number : {-2, -1, 0, 1})
    incumbent.offer(Bits(at(instance.size()), 1), -5, number);
  const SolveOutcome outcome = std::move(incumbent).outcome();
  EXPECT_EQ(outcome.value, 0);
  EXPECT_EQ(outcome.bits, Bits(at(instance.size()), 0));
  EXPECT_EQ(outcome.trace.size(), 1U);
}

// The step before the first is no step: what memory holds there, here negative numbers, must not matter.
TEST_F(IncumbentTest, LooksAtNothingBeforeItsFirstStep) {
  alignas(Incumbent) std::array<unsigned char, sizeof(Incumbent)> memory{};
  memory.fill(0x80);
  const auto destroy = [](Incumbent* object) { std::destroy_at(object); };
  const std::unique_ptr<Incumbent, decltype(destroy)> best(
      new (memory.data()) Incumbent(empty_knapsack(instance), request), destroy);
  for (const Profit value : {1, 2, 3}) best->offer(Bits(at(instance.size()), 0), value, value);
  best->offer(Bits(at(instance.size()), 1), -5, -1);
  EXPECT_EQ(std::move(*best).outcome().trace.front().value, 0);
}

TEST_F(IncumbentTest, TakesAnOfferFromBeforeAllNumbers) {
  incumbent.offer(Bits(at(instance.size()), 1), 5, -2);
  find(4);
  const SolveOutcome outcome = std::move(incumbent).outcome();
  EXPECT_EQ(outcome.value, 5);
  EXPECT_EQ(outcome.bits, Bits(at(instance.size()), 1));
}

// Of a problem that has no answer for free.
TEST(IncumbentOfNothing, HasNoAnswerUntilOneIsOffered) {
  const SolveRequest request{.target = -3};
  Incumbent nothing(std::nullopt, request);
  EXPECT_FALSE(nothing.done());
  EXPECT_TRUE(nothing.best().empty());
  nothing.bound(4);
  EXPECT_FALSE(nothing.proven());
  const SolveOutcome none = std::move(nothing).outcome();
  EXPECT_FALSE(none.found());
  EXPECT_TRUE(none.trace.empty());
  EXPECT_EQ(none.upper_bound, 4);

  Incumbent incumbent(std::nullopt, request);
  incumbent.offer(Labels{2, 0}, -7);
  EXPECT_EQ(incumbent.value(), -7);
  incumbent.offer(Labels{0, 2}, -9, 1);
  EXPECT_FALSE(incumbent.done());
  incumbent.offer(Labels{1, 1}, -2);
  EXPECT_TRUE(incumbent.done()) << "the target";
  const SolveOutcome outcome = std::move(incumbent).outcome();
  EXPECT_EQ(outcome.bits, (Labels{1, 1}));
  EXPECT_EQ(outcome.value, -2);
  EXPECT_EQ(outcome.trace.size(), 2U);
}

}  // namespace
}  // namespace spinsack
