// SPDX-License-Identifier: Apache-2.0
#include "study/value_range.hpp"

#include "study/study_support.hpp"

namespace spinsack::test {
namespace {

using Values = std::vector<std::string>;

TEST(ValueRange, SpellsOutIntegersPowersAndScales) {
  EXPECT_EQ(expand_range("k", "1..4"), (Values{"1", "2", "3", "4"}));
  EXPECT_EQ(expand_range("k", "-2..0"), (Values{"-2", "-1", "0"}));
  EXPECT_EQ(expand_range("k", "7..7"), Values{"7"});
  EXPECT_EQ(expand_range("k", "2^-2..2^1"), (Values{"2^-2", "2^-1", "2^0", "2^1"}));
  EXPECT_EQ(expand_range("k", "scale:1..3"), (Values{"scale:1", "scale:2", "scale:3"}));
  EXPECT_EQ(expand_range("k", "1..100000").size(), 100'000U);
}

TEST(ValueRange, LeavesOtherTextsAlone) {
  for (const std::string text : {"", "5", "auto", "2^-3", "../data/a.txt", "a..b", "1..", "..3",
                                 "1...3", "1.5..2", "2^1..8", "medium:100_25_*", "repair+fill"})
    EXPECT_EQ(expand_range("k", text), Values{text});
}

TEST(ValueRange, RefusesEmptyAndVeryLongOnes) {
  const auto refusal = [](const std::string& text) {
    return message_of<UsageError>([&] { static_cast<void>(expand_range("sweeps", text)); });
  };
  EXPECT_EQ(refusal("5..1"), "sweeps: expected a range with values in it, found '5..1'");
  EXPECT_EQ(refusal("2^3..2^2"), "sweeps: expected a range with values in it, found '2^3..2^2'");
  EXPECT_EQ(refusal("0..100000"),
            "sweeps: expected a range of at most 100000 values, found '0..100000'");
  // The difference of the ends has no place in 64 bits.
  EXPECT_TRUE(refusal("-9223372036854775808..9223372036854775807")
                  .starts_with("sweeps: expected a range of at most 100000 values, found "));
}

}  // namespace
}  // namespace spinsack::test
