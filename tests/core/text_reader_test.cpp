// SPDX-License-Identifier: Apache-2.0
#include "core/text_reader.hpp"

#include "core/error.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace spinsack::test {
namespace {

using namespace std::string_view_literals;

template <class F>
std::string reader_message(F&& f) {
  try {
    f();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(TextReader, TokensAreSeparatedByAnyBlanks) {
  TextReader reader("f", " one\ttwo\r\nthree\v\ffour\n");
  EXPECT_EQ(reader.peek(), "one");
  EXPECT_EQ(reader.next(), "one");
  EXPECT_EQ(reader.next(), "two");
  EXPECT_EQ(reader.next(), "three");
  EXPECT_EQ(reader.next(), "four");
  EXPECT_FALSE(reader.more());
  EXPECT_EQ(reader.next(), "");
}

TEST(TextReader, KnowsWhetherTheLineGoesOn) {
  TextReader reader("f", "1 2 \r\n\n3");
  reader.next();
  EXPECT_TRUE(reader.more_on_line());
  reader.next();
  EXPECT_FALSE(reader.more_on_line());
  EXPECT_TRUE(reader.more());
  EXPECT_EQ(reader.next(), "3");
  EXPECT_FALSE(reader.more_on_line());
}

TEST(TextReader, LinesComeWithoutTheirEnd) {
  TextReader reader("f", "first line\r\n\nlast");
  EXPECT_EQ(reader.line(), "first line");
  EXPECT_EQ(reader.line(), "");
  EXPECT_EQ(reader.line(), "last");
  EXPECT_EQ(reader.line(), "");
}

TEST(TextReader, TryIntegerTakesPlainIntegersOnly) {
  TextReader reader("f", " 0 -12 123456789012345678 007 \t\n 5");
  EXPECT_EQ(reader.try_integer(), 0);
  EXPECT_EQ(reader.try_integer(), -12);
  EXPECT_EQ(reader.try_integer(), 123'456'789'012'345'678);
  EXPECT_EQ(reader.try_integer(), 7);
  EXPECT_EQ(reader.try_integer(), 5);
  EXPECT_EQ(reader.try_integer(), std::nullopt);
  for (const std::string_view text :
       {""sv, " "sv, "-"sv, "x"sv, "+5"sv, "1.5"sv, "1e3"sv, "12x"sv, "1x"sv, "123x"sv, "--1"sv,
        "1-"sv, "1234567890123456789"sv, "1\0"sv, "12\0 "sv}) {
    TextReader other("f", text);
    EXPECT_EQ(other.try_integer(), std::nullopt) << text;
    EXPECT_EQ(other.offset(), 0U) << text;
  }
}

TEST(TextReader, IntegersOfEveryLengthEndAnywhere) {
  // Short numbers have a path of their own, and it must not look past the end of the text.
  for (const std::string_view text : {"1", "12", "123", "1234", "-1", "-12", "-123"})
    for (const std::string_view after : {"", " ", "\n", " 9"}) {
      const std::string all = std::string(text) + std::string(after);
      TextReader reader("f", all);
      EXPECT_EQ(reader.try_integer(), std::stoll(std::string(text))) << "'" << all << "'";
      EXPECT_EQ(reader.offset(), text.size());
    }
}

TEST(TextReader, TryIntegersStopsAtTheFirstOtherToken) {
  TextReader reader("f", "1 22 -333 4.5 6");
  std::array<std::int64_t, 5> values{};
  EXPECT_EQ(reader.try_integers(values), 3U);
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], 22);
  EXPECT_EQ(values[2], -333);
  EXPECT_EQ(reader.peek(), "4.5");
  EXPECT_EQ(reader.try_integers(values), 0U);
  EXPECT_EQ(reader.next(), "4.5");
  EXPECT_EQ(reader.try_integers(std::span(values).first(1)), 1U);
  EXPECT_EQ(values[0], 6);
  EXPECT_EQ(reader.try_integers(values), 0U);
}

TEST(TextReader, IntegerAcceptsEverySpellingOfOne) {
  TextReader reader("f", "+5 1e3 2.0 9223372036854775807");
  EXPECT_EQ(reader.integer("n"), 5);
  EXPECT_EQ(reader.integer("n"), 1000);
  EXPECT_EQ(reader.integer("n"), 2);
  EXPECT_EQ(reader.integer("n"), INT64_MAX);
}

TEST(TextReader, ErrorsSayWhereAndWhat) {
  const auto error_for = [](std::string_view text) {
    return reader_message([&] {
      TextReader reader("data.txt", text);
      while (true) reader.integer("a weight", 0, 99);
    });
  };
  EXPECT_EQ(error_for("1 2\n3 four\n"), "data.txt:2:3: expected a weight, found 'four'");
  EXPECT_EQ(error_for("1 2\n3"), "data.txt:2:2: expected a weight, found the end of the file");
  EXPECT_EQ(error_for("1 2\n3\n"), "data.txt:3:1: expected a weight, found the end of the file");
  EXPECT_EQ(error_for(""), "data.txt:1:1: expected a weight, found the end of the file");
  EXPECT_EQ(error_for("1\n\n  2.5"), "data.txt:3:3: expected a weight, found '2.5'");
  EXPECT_EQ(error_for("1\t100"), "data.txt:1:3: expected a weight in 0..99, found 100");
  EXPECT_EQ(error_for("-1"), "data.txt:1:1: expected a weight in 0..99, found -1");
  EXPECT_EQ(error_for("1 123456789012345678901234567890"),
            "data.txt:1:3: expected a weight that fits 64 bits, found "
            "'123456789012345678901234567890'");
}

TEST(TextReader, DecimalsAndRealsAreChecked) {
  TextReader reader("f", "1.50 0.25 +2 1e2 -0.125");
  EXPECT_EQ(reader.decimal("x"), (Decimal{15, 1}));
  EXPECT_EQ(reader.real("x"), 0.25);
  EXPECT_EQ(reader.real("x"), 2);
  EXPECT_EQ(reader.real("x"), 100);
  EXPECT_EQ(reader.real("x"), -0.125);
  const auto decimal_error = [](std::string_view text) {
    return reader_message([&] { TextReader("f", text).decimal("a price"); });
  };
  EXPECT_EQ(decimal_error("abc"), "f:1:1: expected a price, found 'abc'");
  EXPECT_EQ(decimal_error("1e-30"),
            "f:1:1: expected a price with at most 18 digits, found '1e-30'");
  const auto real_error = [](std::string_view text) {
    return reader_message([&] { TextReader("f", text).real("a bias"); });
  };
  for (const std::string_view text : {"nan", "inf", "-inf", "x", "1x", "+-1", "+"})
    EXPECT_EQ(real_error(text),
              "f:1:1: expected a bias, a finite number, found '" + std::string(text) + "'");
  EXPECT_EQ(real_error(""), "f:1:1: expected a bias, a finite number, found the end of the file");
  EXPECT_EQ(real_error("1e999"),
            "f:1:1: expected a bias within the range of a double, found '1e999'");
}

TEST(TextReader, EndRefusesLeftovers) {
  TextReader clean("f", "1 \n\n");
  clean.next();
  EXPECT_NO_THROW(clean.end("the numbers"));
  EXPECT_EQ(reader_message([] {
              TextReader reader("f", "1\n2");
              reader.next();
              reader.end("the numbers");
            }),
            "f:2:1: expected the end of the file after the numbers, found '2'");
}

TEST(TextReader, QuotedTokensArePrintable) {
  EXPECT_EQ(quote("abc"), "'abc'");
  EXPECT_EQ(quote("a\0b\x1b\xff"sv), "'a\\x00b\\x1b\\xff'");
  EXPECT_EQ(quote(std::string(50, 'x')), "'" + std::string(40, 'x') + "'... (50 characters)");
}

TEST(TextReader, IntegersWrittenAreIntegersRead) {
  EXPECT_TRUE(always("all integers of 18 digits", [] {
    std::vector<std::int64_t> values = any_integers();
    std::string text;
    for (std::int64_t& value : values) {
      value %= 1'000'000'000'000'000'000;
      text += std::to_string(value) + any_of<std::string>({" ", "\n", "  ", "\r\n"});
    }
    TextReader one_by_one("f", text);
    for (const std::int64_t value : values) must(one_by_one.try_integer() == value);
    std::vector<std::int64_t> read(values.size() + 1);
    must(TextReader("f", text).try_integers(read) == values.size());
    read.pop_back();
    must(read == values);
  }));
}

TEST(TextReader, TakesALineOfIntegersOrNothing) {
  std::array<std::int64_t, 2> two{};
  TextReader good("f", "\n 12 -3 \r\n7");
  EXPECT_TRUE(good.try_line(two));
  EXPECT_EQ(two, (std::array<std::int64_t, 2>{12, -3}));
  EXPECT_EQ(good.next(), "7");
  for (const char* const other : {"1", "1 2 3", "1\n2", "1 x", "1 2.5", "", "1 2x"}) {
    TextReader reader("f", other);
    EXPECT_FALSE(reader.try_line(two)) << other;
    EXPECT_EQ(reader.offset(), 0U) << other;
  }
}

}  // namespace
}  // namespace spinsack::test
