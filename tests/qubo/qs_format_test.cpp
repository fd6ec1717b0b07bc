// SPDX-License-Identifier: Apache-2.0
#include "qubo/qs_format.hpp"

#include "qubo/form_support.hpp"

#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

QuadraticForm read_qs(std::string text) { return read_text("qs", std::move(text)); }

TEST(QsFormat, MinimisesAndCountsEntriesOffTheDiagonalTwice) {
  const QuadraticForm form =
      read_qs("# ObjectiveOffset 12\n# Vars Non-zeros\n2 2\n1 1 -3\n1 2 2\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::binary, 12, {-3, 0}, {{0, 1, 4}})));
  EXPECT_EQ(value_of(form, Bits{1, 1}), 12 - 3 + 2 + 2);
}

TEST(QsFormat, IsTheOppositeOfMqlib) {
  const std::string lines = "2 2\n1 1 -3\n1 2 2\n";
  EXPECT_EQ(value_of(read_qs(lines), Bits{1, 1}), -value_of(read_text("mqlib", lines), Bits{1, 1}));
}

TEST(QsFormat, IsDetectedByItsComments) {
  EXPECT_TRUE(detect_qs("# Vars Non-zeros\n2 1\n1 1 5\n"));
  EXPECT_TRUE(detect_qs("# a\n#ObjectiveOffset -2\r\n2 1\r\n1 1 5\r\n"));
  EXPECT_FALSE(detect_qs("2 1\n1 1 5\n"));
  EXPECT_FALSE(detect_qs("# a\n2 1\n# Vars Non-zeros\n1 1 5\n"));
  EXPECT_FALSE(detect_qs("# Vars Non-zeros\n0 0 5\n"));
}

TEST(QsFormat, NotesAreNotReadBack) {
  const QuadraticForm form = make_form(Vartype::binary, 2, {1}, {});
  const std::string text = written("qs", form, {"ObjectiveOffset 7\nVars Non-zeros"});
  EXPECT_EQ(text,
            "#: ObjectiveOffset 7\n#: Vars Non-zeros\n# ObjectiveOffset 2\n# Vars Non-zeros\n"
            "1 1\n1 1 1\n");
  EXPECT_TRUE(same_form(read_qs(text), form));
}

}  // namespace
}  // namespace spinsack::test
