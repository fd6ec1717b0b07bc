// SPDX-License-Identifier: Apache-2.0
#include "core/decimal.hpp"

#include "support/property.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace spinsack::test {
namespace {

void expect_reads(std::string_view text, std::int64_t mantissa, int digits) {
  const auto [value, fault] = parse_decimal(text);
  EXPECT_FALSE(fault) << text;
  EXPECT_EQ(value, (Decimal{mantissa, digits})) << text;
}

void expect_fault(std::string_view text, DecimalFault expected) {
  const auto [value, fault] = parse_decimal(text);
  ASSERT_TRUE(fault) << text;
  EXPECT_EQ(*fault, expected) << text;
}

TEST(Decimal, ReadsEverySpellingInLowestTerms) {
  expect_reads("0", 0, 0);
  expect_reads("-0", 0, 0);
  expect_reads("000", 0, 0);
  expect_reads("0.000", 0, 0);
  expect_reads("7", 7, 0);
  expect_reads("+7", 7, 0);
  expect_reads("-7", -7, 0);
  expect_reads("007", 7, 0);
  expect_reads("12.50", 125, 1);
  expect_reads("-0.05", -5, 2);
  expect_reads(".5", 5, 1);
  expect_reads("5.", 5, 0);
  expect_reads("1e3", 1000, 0);
  expect_reads("1E+3", 1000, 0);
  expect_reads("125e-1", 125, 1);
  expect_reads("1e-3", 1, 3);
  expect_reads("1.5e1", 15, 0);
  expect_reads("100e-2", 1, 0);
  expect_reads("10.000000", 10, 0);
  expect_reads("100200.300", 1002003, 1);
}

TEST(Decimal, ZerosCostNoRange) {
  expect_reads("1.0000000000000000000000000000000000000000", 1, 0);
  expect_reads("0000000000000000000000000000000000000000001", 1, 0);
  expect_reads("0e99999999999999999999", 0, 0);
  expect_reads("0.1000000000000000000000000000", 1, 1);
}

TEST(Decimal, ReachesTheLimitsOf64Bits) {
  expect_reads("9223372036854775807", INT64_MAX, 0);
  expect_reads("-9223372036854775807", -INT64_MAX, 0);
  expect_fault("9223372036854775808", DecimalFault::too_large);
  expect_reads("9.223372036854775807", INT64_MAX, 18);
  expect_reads("1e18", 1'000'000'000'000'000'000, 0);
  expect_fault("1e19", DecimalFault::too_large);
  expect_reads("1e-18", 1, 18);
  expect_fault("1e-19", DecimalFault::too_large);
  expect_fault("123456789012345678901234567890", DecimalFault::too_large);
  expect_fault("1e999999999999", DecimalFault::too_large);
  expect_fault("1e-999999999999", DecimalFault::too_large);
}

TEST(Decimal, RefusesWhatIsNotOneNumber) {
  for (const char* text :
       {"",     "-",   "+",   ".",   "-.", "e5", "1e",  "1e+", "1e+-5", "1e5.5", "1.2.3",
        "0x10", "inf", "nan", "1,5", "1 ", " 1", "--1", "+-1", "12a",   "1e5x",  "1_000"})
    expect_fault(text, DecimalFault::not_a_number);
  using namespace std::string_view_literals;
  expect_fault("1\0"sv, DecimalFault::not_a_number);
}

TEST(Decimal, ScalesExactlyOrNotAtAll) {
  EXPECT_EQ(scale_by_power_of_ten(12, 3), 12'000);
  EXPECT_EQ(scale_by_power_of_ten(-12, 0), -12);
  EXPECT_EQ(scale_by_power_of_ten(0, 400), 0);
  EXPECT_EQ(scale_by_power_of_ten(9, 18), 9'000'000'000'000'000'000);
  EXPECT_EQ(scale_by_power_of_ten(10, 18), std::nullopt);
  EXPECT_EQ(scale_by_power_of_ten(-10, 18), std::nullopt);
}

TEST(Decimal, FormatsWithoutTrailingZeros) {
  EXPECT_EQ(format_decimal(1250, 2), "12.5");
  EXPECT_EQ(format_decimal(1200, 2), "12");
  EXPECT_EQ(format_decimal(5, 2), "0.05");
  EXPECT_EQ(format_decimal(-5, 2), "-0.05");
  EXPECT_EQ(format_decimal(-500, 2), "-5");
  EXPECT_EQ(format_decimal(0, 2), "0");
  EXPECT_EQ(format_decimal(1200, 0), "1200");
  EXPECT_EQ(format_decimal(INT64_MIN, 18), "-9.223372036854775808");
}

TEST(Decimal, FormattedNumbersReadBackEqual) {
  EXPECT_TRUE(always("parse(format(v, d)) * 10^d == v", [] {
    const std::int64_t value = any_integer();
    only_where(value != INT64_MIN);
    const int digits = any_in(0, 19);
    const auto [read, fault] = parse_decimal(format_decimal(value, digits));
    must(!fault);
    must(read.digits <= digits);
    must(scale_by_power_of_ten(read.mantissa, digits - read.digits) == value);
  }));
}

TEST(Decimal, AnyTextIsReadOrRefusedWithoutHarm) {
  EXPECT_TRUE(always("parse_decimal survives", [] {
    const auto text = any_string_of("0123456789+-.eE x");
    const auto [value, fault] = parse_decimal(text);
    if (!fault) {
      must(value.digits == 0 || value.mantissa % 10 != 0);
    }
  }));
}

}  // namespace
}  // namespace spinsack::test
