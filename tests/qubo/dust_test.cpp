// SPDX-License-Identifier: Apache-2.0
#include "qubo/dust.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

QuboModel small_model(std::vector<double> linear, double q01, double q12) {
  QuadraticForm form;
  form.linear = std::move(linear);
  SymmetricRowsBuilder pairs(form.size());
  pairs.add(0, 1, q01);
  pairs.add(1, 2, q12);
  form.pairs = std::move(pairs).finish();
  return QuboModel(std::move(form));
}

TEST(Dust, IsWhatIsNothingForBothVariables) {
  const auto clean = without_dust(small_model({1000, 1000, 1000}, 7, 1e-17));
  ASSERT_TRUE(clean);
  EXPECT_EQ(clean->dropped, 1);
  EXPECT_EQ(clean->model.objective().pairs.pairs(), 1);
  EXPECT_TRUE(clean->model.objective().pairs.integral());
  // For variable 2 it is everything.
  EXPECT_FALSE(without_dust(small_model({1000, 1000, 0}, 7, 1e-17)));
}

TEST(Dust, IsALinearTermBesideALargeCoupling) {
  const auto clean = without_dust(small_model({1e-17, 1, 1e-17}, 1e4, 1e-17));
  ASSERT_TRUE(clean);
  EXPECT_EQ(clean->dropped, 1);
  EXPECT_EQ(clean->model.objective().linear, (std::vector<double>{0, 1, 1e-17}));
}

TEST(Dust, IsNotWhatADoubleStillHolds) {
  EXPECT_FALSE(without_dust(small_model({1e8, 1e8, 1e-8}, 1e-8, 1e-8)));
  EXPECT_FALSE(without_dust(small_model({1, 1, 1}, 1, 1)));
}

TEST(Dust, IsNotMeasuredByPenalties) {
  QuadraticForm form;
  form.linear = {-1, -2};
  form.pairs = SymmetricRowsBuilder(2).finish();
  EXPECT_FALSE(without_dust(QuboModel(form, 2, {{1e30, {0, 1}, {1, 1}, -1}})));
}

}  // namespace
}  // namespace spinsack
