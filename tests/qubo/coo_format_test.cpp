// SPDX-License-Identifier: Apache-2.0
#include "qubo/coo_format.hpp"

#include "core/text_reader.hpp"
#include "qubo/form_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace spinsack::test {
namespace {

QuadraticForm read_coo(std::string text) { return read_text("coo", std::move(text)); }

// dimod takes a line for a term if it is two unsigned numbers and one of the shape [+-]12.5, and
// drops it without a word otherwise.
bool dimod_takes(std::string_view line) {
  TextReader words({}, line);
  const auto digits = [](std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::string_view i = words.next();
  const std::string_view j = words.next();
  std::string_view bias = words.next();
  if (i.empty() || j.empty() || !digits(i) || !digits(j) || words.more()) return false;
  if (bias.starts_with('+') || bias.starts_with('-')) bias.remove_prefix(1);
  const std::size_t point = bias.find('.');
  if (point == std::string_view::npos) return digits(bias);
  return digits(bias.substr(0, point)) && point + 1 < bias.size() && digits(bias.substr(point + 1));
}

TEST(CooFormat, ReadsWhatDimodWrites) {
  const QuadraticForm form = read_coo("# vartype=SPIN\n0 0 -1.000000\n0 1 1.000000\n1 2 -4.500000");
  EXPECT_TRUE(same_form(form, make_form(Vartype::spin, 0, {-1, 0, 0}, {{0, 1, 1}, {1, 2, -4.5}})));
}

TEST(CooFormat, IsBinaryUnlessACommentSaysOtherwise) {
  EXPECT_EQ(read_coo("0 1 2\n").vartype, Vartype::binary);
  EXPECT_EQ(read_coo("# vartype=BINARY\n0 1 2\n").vartype, Vartype::binary);
  EXPECT_EQ(read_coo("# vartype: SPIN\n0 1 2\n").vartype, Vartype::spin);
  EXPECT_EQ(read_coo("0 1 2\n  # a model, vartype=SPIN\n").vartype, Vartype::spin);
  EXPECT_EQ(read_coo("# vartype=SPIN, from a test\n0 1 2\n").vartype, Vartype::spin);
  EXPECT_EQ(read_coo("# the vartype is not given\n0 1 2\n").vartype, Vartype::binary);
}

TEST(CooFormat, TakesTheDiagonalForTheLinearBiasOfSpinsToo) {
  const QuadraticForm form = read_coo("# vartype=SPIN\n0 0 3\n0 1 1\n");
  EXPECT_EQ(value_of(form, Bits{1, 1}), 4);
  EXPECT_EQ(value_of(form, Bits{0, 1}), -4);
}

TEST(CooFormat, SumsTermsGivenTwiceInEitherOrder) {
  const QuadraticForm form = read_coo("0 1 2\n1 0 0.5\n1 1 1\n1 1 -4\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::binary, 0, {0, -3}, {{0, 1, 2.5}})));
}

TEST(CooFormat, SumsOfLargeIntegersDoNotWrapAround) {
  std::string text = "400 400 1\n";  // enough variables for the pairs to wait in a list
  for (int k = 0; k < 1100; ++k) text += "0 1 9007199254740992\n";
  EXPECT_EQ(read_coo(text).pairs.value(0, 1), 1100 * 0x1p53);
}

TEST(CooFormat, ReadsExponents) {
  EXPECT_EQ(read_coo("0 0 1e-05\n").linear[0], 1e-5);
  EXPECT_EQ(read_coo("0 0 -2.5E+3\n").linear[0], -2500);
}

TEST(CooFormat, NeverWritesExponents) {
  const QuadraticForm form =
      make_form(Vartype::binary, 1e-7, {1e-5, 1e20, 1e-300}, {{0, 1, 1e-5}, {1, 2, 3e100}});
  const std::string text = written("coo", form);
  EXPECT_EQ(text.substr(text.find("\n0 0")).find_first_not_of("0123456789.- \n"),
            std::string::npos);
  EXPECT_TRUE(same_form(read_coo(text), form));
}

TEST(CooFormat, WritesOnlyTermsThatDimodTakes) {
  Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    const std::string text = written("coo", random_form(rng, Vartype::spin, true));
    TextReader reader({}, text);
    while (reader.more()) {
      const std::string_view line = reader.line();
      EXPECT_TRUE(line.starts_with('#') || dimod_takes(line)) << line;
    }
  }
}

TEST(CooFormat, KeepsTheConstantInAComment) {
  const QuadraticForm form = make_form(Vartype::binary, -12.75, {1}, {});
  EXPECT_EQ(written("coo", form), "# vartype=BINARY\n# constant=-12.75\n0 0 1\n");
  EXPECT_TRUE(same_form(read_coo(written("coo", form)), form));
}

TEST(CooFormat, KeepsVariablesWithoutTerms) {
  const QuadraticForm form = make_form(Vartype::spin, 0, {0, 1, 0, 0}, {{0, 1, 2}});
  EXPECT_EQ(written("coo", form), "# vartype=SPIN\n0 1 2\n1 1 1\n3 3 0\n");
  EXPECT_TRUE(same_form(read_coo(written("coo", form)), form));
}

TEST(CooFormat, WritesTheUnitIntoTheCouplings) {
  const QuadraticForm form = make_form(Vartype::binary, 0, {0, 0}, {{0, 1, 3}}, -0.5);
  EXPECT_EQ(written("coo", form), "# vartype=BINARY\n0 1 -1.5\n");
}

TEST(CooFormat, ReadsNothingBackFromNotes) {
  const QuadraticForm form = make_form(Vartype::binary, 0, {1}, {});
  const FileNotes notes{"constant=5", "vartype=SPIN", "0 0 7\n0 0 9", "vartype:SPIN\tformat=x"};
  const std::string text = written("coo", form, notes);
  EXPECT_EQ(text,
            "# vartype=BINARY\n# constant =5\n# vartype =SPIN\n# 0 0 7\n# 0 0 9\n"
            "# vartype :SPIN format =x\n0 0 1\n");
  EXPECT_TRUE(same_form(read_coo(text), form));
}

TEST(CooFormat, ReadsWindowsLineEndsAndBlankLines) {
  const QuadraticForm form = read_coo("# vartype=SPIN\r\n# constant=2\r\n\r\n0 1 2\r\n\r\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::spin, 2, {0, 0}, {{0, 1, 2}})));
}

TEST(CooFormat, RefusesNumbersThatCouldNotBeReadBack) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {infinite, -infinite, std::nan(""), 1e291}) {
    EXPECT_THROW(written("coo", make_form(Vartype::binary, 0, {bad}, {})), UsageError);
    EXPECT_THROW(written("coo", make_form(Vartype::binary, bad, {1}, {})), UsageError);
  }
}

TEST(CooFormat, RefusesAModelWithoutVariables) {
  EXPECT_THROW(written("coo", QuadraticForm()), UsageError);
}

// Plain lines take a short way, all others the long one; the model must not depend on it.
TEST(CooFormat, ReadsPlainAndOddLinesAlike) {
  Rng rng(11);
  for (int trial = 0; trial < 30; ++trial) {
    std::string plain;
    std::string odd;
    const auto n = static_cast<int>(rng.integer(1, 90));
    for (int line = 0; line < 400; ++line) {
      const std::string i = std::to_string(rng.integer(0, n));
      const std::string j = std::to_string(rng.integer(0, n));
      std::string value = std::to_string(rng.integer(-2000, 2000));
      if (trial % 2 == 1) value += "." + std::to_string(rng.integer(0, 999999));
      plain += i;
      plain += ' ' + j + ' ' + value + '\n';
      odd += rng.integer(0, 1) == 0 ? "\t" : "";
      odd += i + "  " + j + ' ' + value + (rng.integer(0, 1) == 0 ? " \n" : "\n\n");
      if (rng.integer(0, 9) == 0) odd += "# a remark\n";
    }
    const QuadraticForm expected = read_text("coo", odd);
    std::string windows;
    for (const char c : plain) windows += c == '\n' ? "\r\n" : std::string(1, c);
    for (const std::string& text : {plain, windows}) {
      const QuadraticForm form = read_text("coo", text);
      ASSERT_TRUE(same_form(form, expected));
      EXPECT_EQ(form.repeated_terms, expected.repeated_terms);
    }
  }
}

TEST(CooFormat, TheLargestVariableMayStandAnywhere) {
  EXPECT_EQ(read_text("coo", "7 7 1\n0 1 2\n# the end\n\n").size(), 8);
  EXPECT_EQ(read_text("coo", "0 1 2\n0 9 2\n0 3 1").size(), 10);
  EXPECT_TRUE(same_form(read_text("coo", "0 2 5\n0 1 2\n"),
                        make_form(Vartype::binary, 0, {0, 0, 0}, {{0, 1, 2}, {0, 2, 5}})));
}

TEST(CooFormat, PlainLinesKnowTheirPlaceWhenOneIsWrong) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += std::to_string(i) + " 3 7\n";
  EXPECT_EQ(message_of([&] { read_text("coo", text + "5 x 1\n" + text); }),
            "file:101:3: expected a variable, found 'x'");
}

}  // namespace
}  // namespace spinsack::test
