// SPDX-License-Identifier: Apache-2.0
#include "core/digits.hpp"

#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <string>

namespace spinsack {
namespace {

std::string padded(std::string text) { return text + std::string(digits_reach + 16, '\n'); }

TEST(Digits, AreReadUpToEightAtATime) {
  std::uint64_t expected = 0;
  std::string text;
  for (std::uint32_t count = 1; count <= 8; ++count) {
    text += static_cast<char>('0' + count);
    expected = 10 * expected + count;
    for (const char* const after : {" ", "\n", "-", ".", ":", "/", "\x80", "\xff", "a"}) {
      const ScannedDigits found = scan_eight_digits(padded(text + after).data());
      EXPECT_EQ(found.count, count);
      EXPECT_EQ(found.value, expected);
    }
  }
  EXPECT_EQ(scan_eight_digits(padded("123456789").data()).value, 12345678U);
  EXPECT_EQ(scan_eight_digits(padded("x1").data()).count, 0U);
  EXPECT_EQ(scan_eight_digits(padded("00000042").data()).value, 42U);
  EXPECT_EQ(scan_digits(padded("123456789012345").data()).value, 123456789012345U);
  EXPECT_EQ(scan_digits(padded("1234567890123456 ").data()).count, 16U);
}

TEST(Digits, BlanksAreFoundAmongAllCharacters) {
  for (int code = 0; code < 256; ++code)
    for (std::uint32_t place = 0; place < 32; ++place) {
      std::string text(32, '7');
      text[place] = static_cast<char>(code);
      EXPECT_EQ(find_blanks(text.data()), code <= 32 ? 1U << place : 0U) << code << ' ' << place;
    }
  EXPECT_EQ(find_blanks(std::string(32, '\n').data()), 0xffffffffU);
}

TEST(Digits, AreJoinedIfAllOfThemAreDigits) {
  const std::string digits = padded("98765432");
  for (std::size_t count = 1; count <= 8; ++count) {
    EXPECT_EQ(join_digits(digits.data(), count), std::stoul(digits.substr(0, count)));
    for (std::size_t place = 0; place < count; ++place)
      for (const char other : {'-', '.', '/', ':', ' ', '\n', '\x80', '\xff', 'e'}) {
        std::string text = digits;
        text[place] = other;
        EXPECT_FALSE(join_digits(text.data(), count)) << text;
      }
  }
}

// std::from_chars is the judge.
TEST(Digits, ShortDecimalsAreTheNearestDouble) {
  Rng rng(7);
  for (int trial = 0; trial < 20000; ++trial) {
    const auto whole = rng.integer(0, trial % 3 == 0 ? 9 : 9999999);
    std::string text = (rng.integer(0, 1) == 0 ? "-" : "") + std::to_string(whole);
    if (rng.integer(0, 3) != 0) {
      text += '.';
      const auto places = rng.integer(1, 8);
      for (int k = 0; k < places; ++k) text += static_cast<char>('0' + rng.integer(0, 9));
    }
    double expected = 0;
    std::from_chars(text.data(), text.data() + text.size(), expected);
    double value = 0;
    const std::string room = padded(text);
    const char* const end = scan_short_decimal(room.data(), value);
    ASSERT_EQ(end, room.data() + text.size()) << text;
    ASSERT_EQ(value, expected) << text;
  }
}

TEST(Digits, WhatIsNoShortDecimalIsLeftAlone) {
  double value = 0;
  for (const char* const text :
       {"", "-", "+1", ".5", "1.", "1.x", "1234567890123456", "12345678.12345678", "nan", "--1"})
    EXPECT_EQ(scan_short_decimal(padded(text).data(), value), nullptr) << text;
  // Whoever asked sees that the number does not end here.
  EXPECT_EQ(*scan_short_decimal(padded("1e5").data(), value), 'e');
}

}  // namespace
}  // namespace spinsack
