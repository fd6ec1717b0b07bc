// SPDX-License-Identifier: Apache-2.0
#include "machine/label_order.hpp"

#include "core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinsack {
namespace {

using testing::ElementsAre;

std::string order_message(const std::vector<std::string>& labels) {
  try {
    static_cast<void>(label_order("f", labels));
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(LabelOrder, GoesByNumber) {
  EXPECT_THAT(label_order("f", {"x10", "x2", "x0", "x1", "x3", "x4", "x5", "x6", "x7", "x8", "x9"}),
              ElementsAre(2, 3, 1, 4, 5, 6, 7, 8, 9, 10, 0));
  EXPECT_THAT(label_order("f", {"2", "0", "1"}), ElementsAre(1, 2, 0));
  EXPECT_THAT(label_order("f", {"3", "1", "2"}), ElementsAre(1, 2, 0)) << "from 1";
  EXPECT_THAT(label_order("f", {"x[1]", "x[0]"}), ElementsAre(1, 0));
  EXPECT_THAT(label_order("f", {"x(1)", "x(0)"}), ElementsAre(1, 0));
  EXPECT_THAT(label_order("f", {"x_1", "x_0"}), ElementsAre(1, 0));
}

TEST(LabelOrder, ItemsComeFirst) {
  EXPECT_THAT(label_order("f", {"s1", "s0", "x1", "x0"}), ElementsAre(3, 2, 1, 0));
  EXPECT_THAT(label_order("f", {"y0", "slack1", "1", "0", "slack0"}), ElementsAre(3, 2, 0, 4, 1));
}

TEST(LabelOrder, WordsKeepTheOrderOfTheFile) {
  EXPECT_THAT(label_order("f", {"tent", "axe", "rope"}), ElementsAre(0, 1, 2));
  EXPECT_THAT(label_order("f", {"x1", "x0", "rope"}), ElementsAre(0, 1, 2));
  EXPECT_THAT(label_order("f", {"x1", "99999999999999999999"}), ElementsAre(0, 1)) << "no number";
}

TEST(LabelOrder, RefusesWhatWouldShiftTheItems) {
  EXPECT_EQ(order_message({"x0", "x2"}),
            "f: expected labels without a gap, found 'x2' but none numbered 1");
  EXPECT_EQ(order_message({"x[0]", "x[2]"}),
            "f: expected labels without a gap, found 'x[2]' but none numbered 1");
  EXPECT_EQ(order_message({"5", "6"}),
            "f: expected labels without a gap, found '5' but none numbered 1");
  EXPECT_EQ(order_message({"x0", "x1", "x01"}), "f: expected each label once, found 'x01' again");
  EXPECT_EQ(order_message({"a", "b", "a"}), "f: expected each label once, found 'a' again");
}

}  // namespace
}  // namespace spinsack
