// SPDX-License-Identifier: Apache-2.0
#include "instance/billionnet.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "instance/arbitrary.hpp"
#include "instance/format.hpp"
#include "support/property.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace spinsack::test {
namespace {

using namespace std::string_literals;

const std::string numbers = "3\n10 20 30\n1 2\n3\n";
const std::string with_type = "\n0\n50\n7 8 9\n";
const std::string without_type = "\n50\n7 8 9\n";

QkpInstance read(std::string text) {
  auto instances = read_instances({"folder/file.txt", std::move(text)});
  EXPECT_EQ(instances.size(), 1U);
  return std::move(instances.front());
}

std::string billionnet_error(std::string text) {
  try {
    (void)read_instances({"f", std::move(text)});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void expect_the_example(const QkpInstance& instance, const std::string& name) {
  EXPECT_EQ(instance.name(), name);
  EXPECT_TRUE(std::ranges::equal(instance.profits(), std::vector<Profit>{10, 20, 30}));
  EXPECT_TRUE(std::ranges::equal(instance.weights(), std::vector<Weight>{7, 8, 9}));
  EXPECT_EQ(instance.pair_profits().integer(0, 1), 1);
  EXPECT_EQ(instance.pair_profits().integer(0, 2), 2);
  EXPECT_EQ(instance.pair_profits().integer(1, 2), 3);
  EXPECT_EQ(instance.capacity(), 50);
}

std::string position_of_end(const std::string& text) {
  const auto lines = std::ranges::count(text, '\n') + 1;
  const std::size_t line_start = text.rfind('\n') + 1;  // npos + 1 == 0
  return fmt::format("f:{}:{}: expected ", lines, text.size() - line_start + 1);
}

TEST(Billionnet, ReadsEveryCirculatingVariant) {
  const std::string comments = "\nComments\n\nDensity : 25.00 %\n\n";
  for (const std::string& end : {std::string(), std::string("\n\n"), comments}) {
    expect_the_example(read("r_3_100_1\n" + numbers + with_type + end), "r_3_100_1");
    expect_the_example(read("r_3_100_1\n" + numbers + without_type + end), "r_3_100_1");
    expect_the_example(read(numbers + with_type + end), "file");
    expect_the_example(read(numbers + without_type + end), "file");
  }
}

TEST(Billionnet, NamesMayBeAnyLine) {
  for (const std::string name :
       {"1000_25_1", "a name with blanks", "3 little items", "12.5", "1e3x", "5", "3", "0", "-7",
        "1 2 3", "2 7", "2 7 dwarfs", "100", "n\xc3\xa4me"}) {
    expect_the_example(read(name + "\n" + numbers + with_type), name);
    expect_the_example(read(name + "\n" + numbers + without_type), name);
    expect_the_example(read("\n  " + name + " \t\r\n" + numbers + with_type), name);
  }
}

TEST(Billionnet, ANumericNameOfASingleItemIsTakenForN) {
  // Both readings fit: name 1, n = 1, profit 0; or n = 1, profit 1, type 0. The layout with a type
  // line is the published one.
  const QkpInstance instance = read("1\n1\n0\n5\n6\n");
  EXPECT_EQ(instance.name(), "file");
  EXPECT_EQ(instance.profits()[0], 1);
  EXPECT_EQ(instance.capacity(), 5);
  EXPECT_EQ(instance.weights()[0], 6);
}

TEST(Billionnet, LineBreaksAndBlanksDoNotMatterAfterTheName) {
  expect_the_example(read("x\n3 10 20 30 1 2 3 0 50 7 8 9"), "x");
  expect_the_example(read("3\n10\n20\n30\n1\n2\n3\n0\n50\n7\n8\n9"), "file");
  expect_the_example(read("3 10 20 30 1 2 3 50 7 8 9"), "file");
  expect_the_example(read("x\r\n3\r\n10 20\t30\r\n1 2\r\n3\r\n\r\n0\r\n50\r\n7 8 9\r\n"), "x");
  expect_the_example(read("x\n3\n 10  20  30 \n  1   2 \n  3 \n\n0\n50\n  7   8   9 \n"), "x");
}

TEST(Billionnet, SizesDownToOneItem) {
  const QkpInstance one = read("one\n1\n5\n\n0\n3\n2\n");
  EXPECT_EQ(one.size(), 1);
  EXPECT_EQ(one.profits()[0], 5);
  EXPECT_EQ(one.pair_profits().pairs(), 0);
  EXPECT_EQ(read("1\n5\n3\n2\n").capacity(), 3);
  EXPECT_EQ(read("two\n2\n5 6\n-7\n\n0\n3\n2 1\n").pair_profits().integer(1, 0), -7);
  EXPECT_EQ(billionnet_error("none\n0\n\n0\n5\n"),
            "f:2:1: expected the number of items in 1..10000000, found 0");
}

TEST(Billionnet, CapacityMayBeZeroOrBeyondTheSum) {
  EXPECT_EQ(read("x\n" + numbers + "\n0\n0\n7 8 9\n").capacity(), 0);
  EXPECT_EQ(read("x\n" + numbers + "\n0\n1000000\n7 8 9\n").capacity(), 1'000'000);
  EXPECT_EQ(read("x\n" + numbers + "\n0\n3\n7 8 9\n").capacity(), 3);  // below every weight
}

TEST(Billionnet, DecimalsAreScaledExactly) {
  const QkpInstance instance = read("prices\n3\n1.5 2 0.25\n1 -2.125\n3\n\n0\n50\n7.5 8 9e-1\n");
  EXPECT_EQ(instance.profit_digits(), 3);
  EXPECT_TRUE(std::ranges::equal(instance.profits(), std::vector<Profit>{1500, 2000, 250}));
  EXPECT_EQ(instance.pair_profits().integer(0, 1), 1000);
  EXPECT_EQ(instance.pair_profits().integer(0, 2), -2125);
  EXPECT_EQ(instance.pair_profits().integer(1, 2), 3000);
  EXPECT_EQ(instance.weight_digits(), 1);
  EXPECT_EQ(instance.capacity(), 500);
  EXPECT_TRUE(std::ranges::equal(instance.weights(), std::vector<Weight>{75, 80, 9}));
  EXPECT_EQ(read("x\n3\n10.0 20.00 3e1\n1 2\n3\n\n0\n50\n7 8 9\n").profit_digits(), 0);
}

TEST(Billionnet, ADecimalLateInALongRowRescalesTheRowToo) {
  // Seventy items, so that the pairs wait in a list first and move to a square later.
  constexpr Index n = 70;
  std::string text = "late\n70\n";
  for (Index i = 0; i < n; ++i) text += "1 ";
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) text += i == 40 && j == 60 ? "0.5 " : std::to_string(j) + " ";
  text += "\n0\n100\n";
  for (Index i = 0; i < n; ++i) text += "1 ";
  const QkpInstance instance = read(text);
  EXPECT_EQ(instance.profit_digits(), 1);
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j)
      EXPECT_EQ(instance.pair_profits().integer(i, j), i == 40 && j == 60 ? 5 : 10 * j);
}

TEST(Billionnet, DecimalsThatDoNotFitAreRefused) {
  EXPECT_EQ(billionnet_error("x\n2\n1000000000000 0.00000000000001\n0\n\n0\n5\n1 1\n"),
            "f:3:15: cannot scale the numbers to integers exactly: times 10^14 they do not fit "
            "64 bits; round them first");
  EXPECT_EQ(billionnet_error("x\n2\n1 1\n0\n\n0\n1e-18\n10 1\n"),
            "f:8:1: cannot scale the numbers to integers exactly: times 10^18 they do not fit "
            "64 bits; round them first");
}

TEST(Billionnet, TruncationAtEveryTokenIsNoticedAtTheEnd) {
  const std::string comments = "\nComments\n\nDensity : 25.00 %\n";
  for (const std::string& name : {std::string("r_3_100_1\n"), std::string()})
    for (const std::string& rest : {with_type, without_type}) {
      const std::string whole = name + numbers + rest;
      // Cut before every token of the instance, with and without the blanks before it.
      for (std::size_t cut = 1; cut < whole.find_last_not_of(" \n"); ++cut) {
        const bool starts_token = is_blank(whole[cut - 1]) && !is_blank(whole[cut]);
        const bool ends_token = !is_blank(whole[cut - 1]) && is_blank(whole[cut]);
        if (!starts_token && !ends_token) continue;
        const std::string text = whole.substr(0, cut);
        const std::string message = billionnet_error(text);
        EXPECT_TRUE(message.starts_with(position_of_end(text))) << text << "\n" << message;
        EXPECT_TRUE(message.ends_with("found the end of the file")) << message;
      }
      // Comments may end anywhere.
      for (std::size_t cut = 0; cut <= comments.size(); ++cut)
        expect_the_example(read(whole + comments.substr(0, cut)),
                           name.empty() ? "file" : "r_3_100_1");
    }
}

TEST(Billionnet, ALostLastWeightIsNotTakenForTheVariantWithoutTypeLine) {
  // Without the 9, "0 50 7 8" would be capacity 0 and weights 50 7 8.
  EXPECT_EQ(billionnet_error(numbers + "\n0\n50\n7 8"),
            "f:8:4: expected 3 weights after constraint type 0 and the capacity, found the end of "
            "the file");
}

TEST(Billionnet, WrongCountsAreRefused) {
  EXPECT_EQ(billionnet_error("x\n" + numbers + "\n0\n50\n7 8 9 10\n"),
            "f:9:7: expected the end of the file or a comment after 3 weights, found '10'");
  EXPECT_EQ(
      billionnet_error("x\n" + numbers + "\n50\n7 8\n"),
      "f:9:1: expected 4 numbers after the profits, the capacity and 3 weights, found the end of "
      "the file");
  EXPECT_EQ(billionnet_error("x\n" + numbers + "\n1\n50\n7 8 9\n"),
            "f:7:1: expected constraint type 0 (<=), found 1");
}

TEST(Billionnet, ANumberMissingOrLeftOverInALineIsFoundThere) {
  // Counting alone would take the first for a file without type line, whose last pair profit is 0.
  EXPECT_EQ(billionnet_error("x\n3\n10 20\n1 2\n3\n\n0\n50\n7 8 9\n"),
            "f:3:1: expected 3 profits on this line, found 2");
  EXPECT_EQ(billionnet_error("x\n3\n10 20 30\n1\n3\n\n0\n50\n7 8 9\n"),
            "f:4:1: expected 2 pair profits on this line, found 1");
  EXPECT_EQ(billionnet_error("x\n3\n10 20 30 40\n1 2\n3\n\n0\n50\n7 8 9\n"),
            "f:3:1: expected 3 profits on this line, found 4");
  // One too few here, one too many there: the total is right.
  EXPECT_EQ(billionnet_error("x\n3\n10 20\n30 1 2\n3\n\n0\n50\n7 8 9\n"),
            "f:3:1: expected 3 profits on this line, found 2");
  // A file without type line with a number too many would pass for one with, where that number is
  // 0.
  EXPECT_EQ(billionnet_error("x\n3\n10 20 30\n1 2 3\n0\n\n50\n7 8 9\n"),
            "f:4:1: expected 2 pair profits on this line, found 3");
  expect_the_example(read("x\n" + numbers + "0 50\n7 8 9\n"), "x");
  expect_the_example(read("x\n" + numbers + "50 7 8 9\n"), "x");
  expect_the_example(read("x\n3 10 20 30\n1 2\n3\n50\n7 8 9\n"), "x");
}

TEST(Billionnet, BrokenRulesNameTheItem) {
  EXPECT_EQ(billionnet_error("x\n" + numbers + "\n0\n50\n7 0 9\n"),
            "f: x: weight[1] = 0, must be >= 1");
  EXPECT_EQ(billionnet_error("x\n" + numbers + "\n0\n50\n7 8 -9\n"),
            "f: x: weight[2] = -9, must be >= 1");
  EXPECT_EQ(billionnet_error("x\n" + numbers + "\n0\n-50\n7 8 9\n"),
            "f: x: capacity = -50, must be >= 0");
}

TEST(Billionnet, NumbersBeyond64BitsAreRefused) {
  EXPECT_EQ(billionnet_error("x\n3\n10 123456789012345678901234567890 30\n"),
            "f:3:4: expected a profit with at most 18 digits, found "
            "'123456789012345678901234567890'");
  EXPECT_EQ(billionnet_error("x\n123456789012345678901234567890\n"),
            "f:2:1: expected the number of items that fits 64 bits, found "
            "'123456789012345678901234567890'");
}

TEST(Billionnet, StrayBytesAreRefused) {
  EXPECT_EQ(billionnet_error("x\n3\n10 20\0 30\n"s), "f:3:4: expected a profit, found '20\\x00'");
  EXPECT_EQ(billionnet_error("x\0y\n3\n"s),
            "f:1:1: expected a name or the number of items, found 'x\\x00y'");
  EXPECT_EQ(billionnet_error("\0\0\0\0"s),
            "f:1:1: expected a name or the number of items, found "
            "'\\x00\\x00\\x00\\x00'");
}

TEST(Billionnet, AHeaderThatPromisesTooMuchCostsNothing) {
  EXPECT_EQ(billionnet_error("x\n10000000\n1 2 3\n"),
            "f:4:1: expected a profit, found the end of the file");
  EXPECT_EQ(billionnet_error("x\n10000001\n"),
            "f:2:1: expected the number of items in 1..10000000, found 10000001");
}

TEST(Billionnet, WritesTheLayoutOfTheLargeInstances) {
  const QkpInstance instance = read("r_3_100_1\n" + numbers + with_type);
  EXPECT_EQ(write_string([&](TextWriter& out) {
              write_billionnet({&instance, 1}, out);
            }),
            "r_3_100_1\n" + numbers + with_type);
  const QkpInstance one = read("one\n1\n5\n\n0\n3\n2\n");
  EXPECT_EQ(write_string([&](TextWriter& out) {
              write_billionnet({&one, 1}, out);
            }),
            "one\n1\n5\n\n0\n3\n2\n");
}

TEST(Billionnet, WritesTheLayoutOfTheMediumInstances) {
  const QkpInstance instance = read("r_3_100_1\n" + numbers + with_type);
  const auto text = [&](bool empty_last_line) {
    return write_string([&](TextWriter& out) {
      write_billionnet_medium(instance, {25, empty_last_line}, out);
    });
  };
  const std::string expected =
      "r_3_100_1\n3\n 10  20  30 \n  1   2 \n  3 \n\n0\n50\n  7   8   9 \n\nComments\n\n"
      "Density             : 25.00 %\n";
  EXPECT_EQ(text(false), expected);
  EXPECT_EQ(text(true), expected + "\n");
}

TEST(Billionnet, HoldsExactlyOneInstance) {
  const QkpInstance instance = read(numbers + with_type);
  const std::vector<QkpInstance> two{instance, instance};
  EXPECT_THROW((void)write_string([&](TextWriter& out) { write_billionnet(two, out); }),
               UsageError);
  EXPECT_THROW((void)write_string([&](TextWriter& out) { write_billionnet({}, out); }), UsageError);
}

TEST(Billionnet, ANameNeverBreaksTheFile) {
  QkpInstance::Data data{.name = "two\nlines\x01",
                         .profit = {1},
                         .weight = {1},
                         .pair_profit = SymmetricRowsBuilder(1).finish(),
                         .capacity = 1};
  const QkpInstance instance(std::move(data));
  EXPECT_EQ(read(write_string([&](TextWriter& out) {
              write_billionnet({&instance, 1}, out);
            })).name(),
            "two lines");
}

TEST(Billionnet, WrittenInstancesReadBackEqual) {
  EXPECT_TRUE(always("read(write(x)) == x", [] {
    const auto name = any_of<std::string>(
        {"r_5_25_1", "7", "2 7", "1", "3 blind mice", "-1", "1 1 1 1", "x#1", "large:1000_25_1"});
    const QkpInstance instance = test::arbitrary_instance(name);
    const std::string text = write_string([&](TextWriter& out) {
      write_billionnet({&instance, 1}, out);
    });
    const auto again = read_instances({"f", text});
    must(again.size() == 1U);
    must(again.front().name() == name);
    must(test::same_numbers(again.front(), instance));
  }));
}

}  // namespace
}  // namespace spinsack::test
