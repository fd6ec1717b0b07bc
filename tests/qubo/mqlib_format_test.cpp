// SPDX-License-Identifier: Apache-2.0
#include "qubo/mqlib_format.hpp"

#include "qubo/form_support.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace spinsack::test {
namespace {

QuadraticForm read_mqlib(std::string text) { return read_text("mqlib", std::move(text)); }

// max x'Qx of [[5 -6 0] [-6 3 -1] [0 -1 1]]: both ends alone give 5 + 1 = 6, the best.
constexpr const char* sample = "3 5\n1 1 5\n2 2 3\n3 3 1\n1 2 -6\n2 3 -1\n";

TEST(MqlibFormat, MaximisationBecomesMinimisation) {
  EXPECT_EQ(value_of(read_mqlib(sample), Bits{1, 0, 1}), -6);
  EXPECT_EQ(value_of(read_mqlib(sample), Bits{1, 0, 0}), -5);
}

TEST(MqlibFormat, OffDiagonalEntriesCountTwice) {
  EXPECT_EQ(value_of(read_mqlib(sample), Bits{1, 1, 0}), -(5 + 3 - 2 * 6));
  EXPECT_TRUE(same_form(read_mqlib(sample),
                        make_form(Vartype::binary, 0, {-5, -3, -1}, {{0, 1, 12}, {1, 2, 2}})));
}

TEST(MqlibFormat, WritesHalfOfEachCouplingNegated) {
  const QuadraticForm form = make_form(Vartype::binary, 2.5, {0, -3}, {{0, 1, 5}});
  EXPECT_EQ(written("mqlib", form, {"a note"}),
            "# format=mqlib\n# a note\n# constant=2.5\n2 2\n2 2 3\n1 2 -2.5\n");
}

TEST(MqlibFormat, ReadsAnOrLibraryFileOfOneProblem) {
  EXPECT_TRUE(same_form(read_mqlib(std::string("1\n") + sample), read_mqlib(sample)));
  EXPECT_TRUE(same_form(read_text("auto", " 1\n 2 1\n 1 2 3\n"), read_mqlib("2 1\n1 2 3\n")));
}

TEST(MqlibFormat, RefusesAnOrLibraryFileOfSeveralProblems) {
  EXPECT_EQ(
      message_of([] { read_mqlib("10\n50 237\n1 1 33\n"); }),
      "file:1:1: expected one problem, found a file of 10; put the lines of each problem, from "
      "its 'n m' on, into a file of its own");
}

TEST(MqlibFormat, ReadsCommentsAnywhere) {
  const QuadraticForm form = read_mqlib("# one\n#two\n2 1\n# three\n1 2 1\n# constant=4\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::binary, 4, {0, 0}, {{0, 1, -2}})));
}

TEST(MqlibFormat, SumsEntriesGivenTwiceInEitherOrder) {
  const QuadraticForm form = read_mqlib("2 4\n1 2 1\n2 1 2\n1 1 3\n1 1 -1\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::binary, 0, {-2, 0}, {{0, 1, -6}})));
}

TEST(MqlibFormat, RefusesACouplingThatCannotBeHalved) {
  const double smallest = std::numeric_limits<double>::denorm_min();
  EXPECT_THROW(written("mqlib", make_form(Vartype::binary, 0, {0, 0}, {{0, 1, smallest}})),
               UsageError);
}

TEST(MqlibFormat, IsDetectedByADiagonalEntryOrItsComment) {
  EXPECT_TRUE(detect_mqlib(sample));
  EXPECT_TRUE(detect_mqlib("# format=mqlib\n2 1\n1 2 3\n"));
  EXPECT_TRUE(detect_mqlib("2 1\n1 2 3\n# format=mqlib\n"));
  EXPECT_FALSE(detect_mqlib("2 1\n1 2 3\n"));
  EXPECT_FALSE(detect_mqlib("2 2\n1 2 3\n1 1 1\n# format=gset"));
}

TEST(MqlibFormat, RefusesToGuessBetweenAQuboAndAGraph) {
  EXPECT_EQ(message_of([] { read_text("auto", "2 1\n1 2 3\n"); }),
            "file:1:1: lines 'i j w' after 'n m', none with i == j, are a graph to cut, or a "
            "QUBO to maximise or to minimise; say which with --format gset, mqlib or qs, or by "
            "the file's ending (.gset, .rud, .mc; .mqlib; .qs)");
}

}  // namespace
}  // namespace spinsack::test
