// SPDX-License-Identifier: Apache-2.0
#include "terminal/text_layout.hpp"

#include <gtest/gtest.h>

namespace spinsack::cli {
namespace {

TEST(Unwrapped, JoinsTheLinesOfAParagraph) {
  EXPECT_EQ(unwrapped("\n  one\n  two \n\n\n three\n)\n\n"), "one two\n\nthree )");
  EXPECT_EQ(unwrapped("as it is"), "as it is");
  EXPECT_EQ(unwrapped(" \n\n "), "");
}

TEST(Unwrapped, LeavesBlanksInsideALine) { EXPECT_EQ(unwrapped("a  b\r\nc"), "a  b c"); }

}  // namespace
}  // namespace spinsack::cli
