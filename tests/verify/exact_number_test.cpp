// SPDX-License-Identifier: Apache-2.0
#include "verify/exact_number.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace spinsack {
namespace {

TEST(ExactNumber, OrdersNumbersAsTheyAreWritten) {
  const std::vector<std::string> rising{"-1e30",
                                        "-9007199254740993",
                                        "-9007199254740992",
                                        "-10",
                                        "-9.5",
                                        "-9",
                                        "-0.001",
                                        "0",
                                        "1e-20",
                                        "0.099",
                                        "0.1",
                                        "0.11",
                                        "1",
                                        "1.5",
                                        "2",
                                        "10",
                                        "9007199254740992",
                                        "9007199254740993",
                                        "1e30"};
  for (std::size_t a = 0; a < rising.size(); ++a)
    for (std::size_t b = 0; b < rising.size(); ++b)
      EXPECT_EQ(*parse_exact(rising[a]) <=> *parse_exact(rising[b]), a <=> b)
          << rising[a] << ' ' << rising[b];
}

TEST(ExactNumber, IsTheSameInEveryWayOfWriting) {
  for (const char* const text : {"12.5", "12.50", "1.25e1", "125E-1", "0.125e+2", "1250e-2"})
    EXPECT_EQ(parse_exact(text), parse_exact("12.5")) << text;
  for (const char* const text : {"0", "-0", "0.000", "0e9"})
    EXPECT_EQ(parse_exact(text), parse_exact("0")) << text;
  EXPECT_EQ(parse_exact("1e999999999999999999"), parse_exact("10e999999999999999998"));
}

TEST(ExactNumber, IsNothingElse) {
  for (const char* const text :
       {"", "-", ".5", "1.", "1e", "1,5", "0x1", "nan", "1 ", "--1", "1e99999999999999999999"})
    EXPECT_EQ(parse_exact(text), std::nullopt) << text;
  EXPECT_EQ(nearest_double("1.5"), 1.5);
}

}  // namespace
}  // namespace spinsack
