// SPDX-License-Identifier: Apache-2.0
#include "qubo/qbsolv_format.hpp"

#include "qubo/form_support.hpp"

#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

QuadraticForm read_qbsolv(std::string text) { return read_text("qbsolv", std::move(text)); }

TEST(QbsolvFormat, ReadsNodesAndCouplers) {
  const QuadraticForm form = read_qbsolv(
      "c a sample\nc\np  qubo  0  4  3  2\nc ------\n0 0 3.4\n1 1 4.5\n3 3 -2.4\nc ------\n"
      "0 1 2.2\n2 3 -3.22\n");
  EXPECT_TRUE(same_form(
      form, make_form(Vartype::binary, 0, {3.4, 4.5, 0, -2.4}, {{0, 1, 2.2}, {2, 3, -3.22}})));
}

TEST(QbsolvFormat, ReadsCapitalMarksAndMixedLines) {
  const QuadraticForm form = read_qbsolv("C capital\nP qubo 0 2 1 1\n0 1 2\n1 1 5\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::binary, 0, {0, 5}, {{0, 1, 2}})));
}

TEST(QbsolvFormat, ListsEveryNode) {
  const QuadraticForm form = make_form(Vartype::binary, 0, {0, 1.5, 0}, {{0, 2, -2}});
  EXPECT_EQ(written("qbsolv", form), "p qubo 0 3 3 1\n0 0 0\n1 1 1.5\n2 2 0\n0 2 -2\n");
}

TEST(QbsolvFormat, KeepsTheConstantInAComment) {
  const QuadraticForm form = make_form(Vartype::binary, 0.1, {2}, {});
  const std::string text = written("qbsolv", form, {"made by a test, constant=7"});
  EXPECT_EQ(text, "c made by a test, constant =7\nc constant=0.1\np qubo 0 1 1 0\n0 0 2\n");
  EXPECT_TRUE(same_form(read_qbsolv(text), form));
}

TEST(QbsolvFormat, ConvertsSpins) {
  const QuadraticForm spin = make_form(Vartype::spin, 1, {2, -1}, {{0, 1, 3}});
  const QuadraticForm form = read_qbsolv(written("qbsolv", spin));
  EXPECT_EQ(form.vartype, Vartype::binary);
  for (const Bits& x : {Bits{0, 0}, Bits{0, 1}, Bits{1, 0}, Bits{1, 1}})
    EXPECT_EQ(value_of(form, x), value_of(spin, x));
}

TEST(QbsolvFormat, SumsTermsGivenTwice) {
  const QuadraticForm form = read_qbsolv("p qubo 0 2 2 2\n0 0 1\n0 0 2\n0 1 3\n0 1 -1\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::binary, 0, {3, 0}, {{0, 1, 2}})));
}

TEST(QbsolvFormat, IsToldFromTheLayoutOfMqlibByThePLine) {
  // Both carry the ending .qubo.
  EXPECT_TRUE(detect_qbsolv("c x\np qubo 0 1 1 0\n0 0 1\n"));
  EXPECT_FALSE(detect_qbsolv("2 1\n1 1 5\n"));
  EXPECT_EQ(read_text("auto", "p qubo 0 2 1 0\n1 1 5\n").linear[1], 5);
  EXPECT_EQ(read_text("auto", "2 1\n1 1 5\n").linear[0], -5);
}

}  // namespace
}  // namespace spinsack::test
