// SPDX-License-Identifier: Apache-2.0
#include "machine/reading.hpp"

#include "machine/check.hpp"
#include "machine/precision.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace spinsack {
namespace {

std::string digits(BitView bits) {
  std::string text;
  for (const std::uint8_t bit : bits) text += bit == 0 ? '0' : '1';
  return text;
}

TEST(Probe, TellsReadingsApart) {
  const QuadraticForm form = probe_form();
  ASSERT_EQ(all_readings().size(), 96U);
  EXPECT_EQ(all_readings().front(), Reading{});
  std::map<std::pair<double, std::string>, int> answers;
  for (const Reading& reading : all_readings()) {
    const ProbeAnswer answer = probe_answer(reading, form);
    ++answers[{answer.energy, digits(answer.bits)}];
  }
  EXPECT_EQ(std::ranges::count(answers, 1, [](const auto& each) { return each.second; }), 88);
  EXPECT_EQ((answers[{-10.75, "1100"}]), 1) << "the right answer fits the right reading alone";
}

TEST(Probe, NamesTheReading) {
  const QuadraticForm form = probe_form();
  const auto named = [&](double energy, const std::string& text) {
    Bits bits;
    for (const char c : text) bits.push_back(c == '1' ? 1 : 0);
    const auto reading = reading_of(form, bits, energy, false);
    return reading ? reading->text() : "none";
  };
  EXPECT_EQ(named(-10.75, "1100"), "right");
  EXPECT_EQ(named(-18.75, "1100"), "pairs counted twice");
  EXPECT_EQ(named(-8.75, "1000"), "pairs counted half");
  EXPECT_EQ(named(31.25, "0111"), "maximised");
  EXPECT_EQ(named(-28.75, "1001"), "bits read as spins");
  EXPECT_EQ(named(-10.75, "0011"), "variables in reverse order");
  EXPECT_EQ(named(-9.75, "1110"), "linear terms lost");
  EXPECT_EQ(named(-11, "1100"), "the constant lost");
  EXPECT_EQ(named(3, "1111"), "none");
}

QuadraticForm two_fields(double a, double b) {
  QuadraticForm form;
  form.linear = {a, b};
  form.pairs = SymmetricRowsBuilder(2).finish();
  return form;
}

TEST(Precision, MultipliesByAPowerOfTwoWhereThatMakesIntegers) {
  QuadraticForm form = two_fields(0.25, -3);
  form.constant = 0.5;
  const PrecisionReport report = fit_to_machine(form, {Coefficients::Kind::integer, 8}, false);
  EXPECT_EQ(report.shift, 2);
  EXPECT_EQ(report.inexact, 0);
  EXPECT_EQ(form.linear, (std::vector<double>{1, -12}));
  EXPECT_EQ(form.constant, 2);
}

TEST(Precision, CountsWhatDoesNotFit) {
  QuadraticForm form = two_fields(1, 1 + 0x1p-30);
  const PrecisionReport report = fit_to_machine(form, {Coefficients::Kind::floating, 24}, false);
  EXPECT_EQ(report.inexact, 1);
  EXPECT_EQ(report.terms, 2);
  EXPECT_EQ(report.largest_error, 0x1p-30);
  EXPECT_EQ(form.linear[1], 1 + 0x1p-30) << "left as it is";
  (void)fit_to_machine(form, {Coefficients::Kind::floating, 24}, true);
  EXPECT_EQ(form.linear[1], 1) << "rounded";
  QuadraticForm tenth = two_fields(0.1, 1);
  EXPECT_EQ(fit_to_machine(tenth, {Coefficients::Kind::integer, 32}, false).inexact, 1);
  EXPECT_EQ(fit_to_machine(tenth, {Coefficients::Kind::floating, 53}, false).inexact, 0);
}

}  // namespace
}  // namespace spinsack
