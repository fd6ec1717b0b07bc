// SPDX-License-Identifier: Apache-2.0
#include "qubo/gset_format.hpp"

#include "qubo/form_support.hpp"

#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

QuadraticForm read_gset(std::string text) { return read_text("gset", std::move(text)); }

TEST(GsetFormat, ValueIsTheCutNegated) {
  const QuadraticForm form = read_gset("3 3\n1 2 3\n2 3 -2\n1 3 5\n");
  EXPECT_EQ(form.vartype, Vartype::spin);
  EXPECT_EQ(value_of(form, Bits{0, 0, 0}), 0);
  EXPECT_EQ(value_of(form, Bits{1, 0, 0}), -(3 + 5));
  EXPECT_EQ(value_of(form, Bits{0, 1, 0}), -(3 - 2));
  EXPECT_EQ(value_of(form, Bits{1, 1, 0}), -(5 - 2));
}

TEST(GsetFormat, PairsAreTheWeightsInUnitsOfOneHalf) {
  const QuadraticForm form = read_gset("2 1\n2 1 7\n");
  EXPECT_EQ(form.unit, 0.5);
  EXPECT_EQ(form.pairs.integer(0, 1), 7);
  EXPECT_EQ(form.constant, -3.5);
}

TEST(GsetFormat, WritesTheGraphFirstAndCommentsLast) {
  // Programs that read number by number stop after the last edge.
  const QuadraticForm graph = read_gset("3 2\n1 2 1\n2 3 -1\n");
  EXPECT_EQ(written("gset", graph, {"a note"}), "3 2\n1 2 1\n2 3 -1\n# a note\n# format=gset\n");
}

TEST(GsetFormat, KeepsAnotherConstantInAComment) {
  const QuadraticForm form = make_form(Vartype::spin, 0, {0, 0}, {{0, 1, 1}});
  EXPECT_EQ(written("gset", form), "2 1\n1 2 2\n# constant=0\n# format=gset\n");
  EXPECT_TRUE(same_form(read_gset(written("gset", form)), form));
}

TEST(GsetFormat, RefusesLinearTermsAndSaysWhatToUse) {
  EXPECT_EQ(
      message_of([] {
        written("gset", make_form(Vartype::spin, 0, {0, 2}, {{0, 1, 1}}));
      }),
      "format 'gset' holds graphs, spin models without linear terms, but spin 1 has the linear "
      "term 2; use 'coo', 'bqm' or 'bqpjson'");
  EXPECT_THROW(written("gset", make_form(Vartype::binary, 0, {0, 0}, {{0, 1, 1}})), UsageError);
}

TEST(GsetFormat, WritesABinaryModelThatIsACut) {
  // -cut of one edge of weight 3: -3 x0 - 3 x1 + 6 x0 x1.
  const QuadraticForm form = make_form(Vartype::binary, 0, {-3, -3}, {{0, 1, 6}});
  EXPECT_EQ(written("gset", form), "2 1\n1 2 3\n# format=gset\n");
}

TEST(GsetFormat, IsDetectedByItsComment) {
  EXPECT_TRUE(detect_gset("2 1\n1 2 3\n# x\n# format=gset\n"));
  EXPECT_TRUE(detect_gset("# format=gset\r\n2 1\r\n1 2 3\r\n"));
  EXPECT_FALSE(detect_gset("2 1\n1 2 3\n"));
  EXPECT_FALSE(detect_gset("0 1 3\n# format=gset\n"));
}

}  // namespace
}  // namespace spinsack::test
