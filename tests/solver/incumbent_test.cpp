// SPDX-License-Identifier: Apache-2.0
#include "solver/incumbent.hpp"

#include "support/random_instance.hpp"

#include <gtest/gtest.h>

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
  Incumbent incumbent{instance, request};
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

}  // namespace
}  // namespace spinsack
