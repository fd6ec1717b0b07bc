// SPDX-License-Identifier: Apache-2.0
#include "exchange/decode_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinsack {
namespace {

using testing::ElementsAre;

TEST(DecodeMap, FindsTheItemsWhereverTheyAre) {
  const DecodeMap map = read_decode_map(
      {"m", R"({"instance": "tiny", "instance_sha256": "ab", "n": 2, "other": [],)"
            R"( "variables": [{"slack": 1}, {"item": 1}, {"slack": 2}, {"item": 0}]})"});
  EXPECT_EQ(map.instance, "tiny");
  EXPECT_EQ(map.instance_sha256, "ab");
  EXPECT_EQ(map.items(), 2);
  EXPECT_EQ(map.variables, 4);
  EXPECT_THAT(map.items_of(Bits{1, 1, 1, 0}), ElementsAre(0, 1));
}

TEST(DecodeMap, ReadsSpinsRelativeToTheAnchor) {
  const DecodeMap map = read_decode_map(
      {"m", R"({"n": 2, "variables": [{"item": 0}, {"item": 1}, {"anchor": true}]})"});
  EXPECT_THAT(map.items_of(Bits{0, 1, 1}), ElementsAre(0, 1));
  EXPECT_THAT(map.items_of(Bits{1, 0, 0}), ElementsAre(0, 1));
}

TEST(DecodeMap, WithoutAMapItemsComeFirst) {
  EXPECT_THAT(items_first(2, 4).items_of(Bits{1, 0, 1, 1}), ElementsAre(1, 0));
}

}  // namespace
}  // namespace spinsack
