// SPDX-License-Identifier: Apache-2.0
#include "core/nearest.hpp"

#include <gtest/gtest.h>

#include <array>

namespace spinsack {
namespace {

constexpr std::array<std::string_view, 4> words{"binary", "unary", "hybrid", "onehot"};

TEST(Nearest, FindsTheWordBehindASlip) {
  EXPECT_EQ(nearest_word("binary", words), "binary");
  EXPECT_EQ(nearest_word("binray", words), "binary");  // neighbours swapped
  EXPECT_EQ(nearest_word("binar", words), "binary");
  EXPECT_EQ(nearest_word("binaryy", words), "binary");
  EXPECT_EQ(nearest_word("one-hot", words), "onehot");
  EXPECT_EQ(nearest_word("hibrid", words), "hybrid");
}

TEST(Nearest, TiesGoToTheEarlierWord) {
  constexpr std::array<std::string_view, 2> twins{"ab", "ac"};
  EXPECT_EQ(nearest_word("ad", twins), "ab");
}

TEST(Nearest, SaysNothingWhenNothingIsNear) {
  EXPECT_EQ(nearest_word("simulated", words), "");
  EXPECT_EQ(nearest_word("xyz", words), "");
  EXPECT_EQ(nearest_word(std::string(101, 'b'), words), "");
  EXPECT_EQ(nearest_word("binary", {}), "");
}

TEST(Nearest, MessageNamesTheNearestAndAllKnownWords) {
  EXPECT_EQ(unknown_word("encoding", "unray", words),
            "unknown encoding 'unray'; did you mean 'unary'? known: binary, unary, hybrid, onehot");
  EXPECT_EQ(unknown_word("encoding", "quux", words),
            "unknown encoding 'quux'; known: binary, unary, hybrid, onehot");
}

}  // namespace
}  // namespace spinsack
