// SPDX-License-Identifier: Apache-2.0
#include "program/writing.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace spinsack {
namespace {

std::string comments(const std::vector<std::string>& notes) {
  return write_string([&](TextWriter& out) { write_comments(notes, "*", out); });
}

TEST(ProgramWriting, LabelsJoinAWordAndUpToTwoNumbers) {
  std::string text;
  append_label(text, {"capacity"});
  append_label(text, {"x", 0});
  append_label(text, {"y", 12, 1999});
  EXPECT_EQ(text, "capacityx_0y_12_1999");
}

TEST(ProgramWriting, NumbersAreExactDecimals) {
  const auto number = [](std::int64_t value, int digits) {
    std::string text;
    append_number(text, value, digits);
    return text;
  };
  EXPECT_EQ(number(-1250, 2), "-12.5");
  EXPECT_EQ(number(1250, 0), "1250");
  EXPECT_EQ(number(1, 18), "0.000000000000000001");
  EXPECT_EQ(number(std::numeric_limits<std::int64_t>::max(), 3), "9223372036854775.807");
}

TEST(ProgramWriting, NewlinesAndControlCharactersCannotEndAComment) {
  EXPECT_EQ(comments({"a\nEnd\r\tb\x01\x7f\x1b[0mc", "second"}), "* a End  b   [0mc\n* second\n");
  EXPECT_EQ(comments({std::string("nul\0byte", 8)}), "* nul byte\n");
}

TEST(ProgramWriting, EmptyAndBlankNotesLeaveNoTrailingBlank) {
  EXPECT_EQ(comments({"", "   ", "a "}), "*\n*\n* a\n");
  EXPECT_EQ(comments({}), "");
}

TEST(ProgramWriting, LongNotesGoOnInTheNextLineWithoutLosingACharacter) {
  // Characters of one to four bytes, which a cut must not split, and bytes that are no character.
  for (const std::string unit : {"z", "\xc3\xb6", "\xe2\x82\xac", "\xf0\x9f\x8e\x92", "\x80"}) {
    std::string note;
    for (int i = 0; i < 500; ++i) note += unit;
    std::istringstream lines(comments({note}));
    std::string joined;
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(line.size(), 200u);
      ASSERT_GT(line.size(), 2u);
      EXPECT_EQ(line.substr(0, 2), "* ");
      EXPECT_EQ((line.size() - 2) % unit.size(), 0u);
      joined += line.substr(2);
    }
    EXPECT_EQ(joined, note);
  }
}

}  // namespace
}  // namespace spinsack
