// SPDX-License-Identifier: Apache-2.0
// What every format for models must do. A new one is tested here by its line in the catalog.
#include "qubo/format.hpp"

#include "qubo/form_support.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::test {
namespace {

const FileNotes notes{"made by a test", "n = 3, format=coo, vartype=SPIN, constant=3"};

class EveryQuboFormat : public testing::TestWithParam<QuboFormat> {
 protected:
  const QuboFormat& format() const { return GetParam(); }

  std::vector<Vartype> vartypes() const {
    std::vector<Vartype> held;
    if (format().holds_binary) held.push_back(Vartype::binary);
    if (format().holds_spin) held.push_back(Vartype::spin);
    return held;
  }
  bool holds_linear() const { return format().name != "gset"; }
  std::string write(const QuadraticForm& form) const { return written(format().name, form, notes); }
  QuadraticForm read(std::string text) const { return read_text(format().name, std::move(text)); }
};

TEST_P(EveryQuboFormat, KeepsRandomModelsExactly) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    for (const Vartype vartype : vartypes()) {
      const QuadraticForm form = random_form(rng, vartype, holds_linear());
      ASSERT_TRUE(same_form(read(write(form)), form));
    }
  }
}

TEST_P(EveryQuboFormat, KeepsModelsWithOneVariableOrWithoutCouplings) {
  for (const Vartype vartype : vartypes()) {
    for (const QuadraticForm& form :
         {make_form(vartype, 0, {0}, {}), make_form(vartype, -7.5, {0}, {}),
          make_form(vartype, 0, {0, 0, 0}, {}), make_form(vartype, 1e-5, {0, 0, 0}, {{0, 1, 0.1}})})
      EXPECT_TRUE(same_form(read(write(form)), form));
    if (holds_linear()) {
      for (const QuadraticForm& form :
           {make_form(vartype, 0, {-0.1}, {}), make_form(vartype, 0x1p40, {1, 0, -0x1p40, 0}, {})})
        EXPECT_TRUE(same_form(read(write(form)), form));
    }
  }
}

TEST_P(EveryQuboFormat, WritesTheSameBytesTwice) {
  Rng rng(3);
  const QuadraticForm form = random_form(rng, vartypes().front(), holds_linear());
  const std::string text = write(form);
  EXPECT_EQ(write(form), text);
  EXPECT_EQ(write(read(text)), text);
}

TEST_P(EveryQuboFormat, IsDetectedInWhatItWritesAndInNothingElse) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const QuadraticForm form = random_form(rng, vartypes().front(), holds_linear());
    for (const std::string& text : {write(form), written(format().name, form)}) {
      for (const QuboFormat& other : qubo_formats())
        EXPECT_EQ(other.detect(text), other.name == format().name) << other.name << "\n" << text;
      EXPECT_TRUE(same_form(read_text("auto", text), form));
    }
  }
}

TEST_P(EveryQuboFormat, SaysWhatMadeTheFile) {
  if (format().name == "amplify" || format().name == "da")
    return;  // a machine would refuse the request
  EXPECT_NE(write(make_form(vartypes().front(), 0, {0}, {})).find("made by a test"),
            std::string::npos);
}

TEST_P(EveryQuboFormat, ConvertsTheOtherKindOfVariable) {
  // A cut, so that the graph format can hold it.
  const QuadraticForm spin = make_form(Vartype::spin, 2, {0, 0}, {{0, 1, 3}});
  for (const QuadraticForm& form : {spin, to_binary(spin)}) {
    const QuadraticForm back = read(write(form));
    for (const Bits& x : {Bits{0, 0}, Bits{0, 1}, Bits{1, 0}, Bits{1, 1}})
      EXPECT_EQ(value_of(back, x), value_of(form, x));
  }
}

TEST_P(EveryQuboFormat, SurvivesTruncationAtEveryByte) {
  const QuadraticForm form =
      make_form(vartypes().front(), -1.25,
                holds_linear() ? std::vector<double>{3, 0, -0.5} : std::vector<double>(3),
                {{0, 1, 12}, {1, 2, -7.5}});
  const std::string text = write(form);
  int errors = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    for (const std::string_view name : {format().name, std::string_view("auto")}) {
      try {
        const QuadraticForm read = read_text(name, text.substr(0, length));
        EXPECT_GE(read.size(), 1);
      } catch (const InputError&) {
        ++errors;
      }
    }
  }
  EXPECT_GT(errors, 0);
}

TEST_P(EveryQuboFormat, SurvivesEveryChangedByte) {
  const QuadraticForm form =
      make_form(vartypes().front(), -1.25, std::vector<double>(3), {{0, 1, 12}, {1, 2, -7.5}});
  const std::string text = write(form);
  for (std::size_t place = 0; place < text.size(); ++place) {
    for (const char c : {'\0', ' ', '\n', '9', '-', '#', 'e', '"', '\xff'}) {
      std::string changed = text;
      changed[place] = c;
      try {
        EXPECT_GE(read(changed).size(), 1);
      } catch (const InputError& error) {
        EXPECT_TRUE(std::string_view(error.what()).starts_with("file:")) << error.what();
      }
    }
  }
}

TEST_P(EveryQuboFormat, RefusesAnEmptyFileAndForeignText) {
  EXPECT_THROW(read(""), InputError);
  EXPECT_THROW(read("\n \n"), InputError);
  EXPECT_THROW(read("knapsack\n"), InputError);
}

TEST_P(EveryQuboFormat, RefusesModelsItCannotWrite) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const Vartype vartype : vartypes()) {
    EXPECT_THROW(write(make_form(vartype, 0, {}, {})), UsageError);
    EXPECT_THROW(write(make_form(vartype, infinite, {0}, {})), UsageError);
    EXPECT_THROW(write(make_form(vartype, 0, {infinite}, {})), UsageError);
    EXPECT_THROW(write(make_form(vartype, 0, {0, 0}, {{0, 1, 1e299}})), UsageError);
  }
}

TEST_P(EveryQuboFormat, HasAnExtensionOfItsOwn) {
  EXPECT_TRUE(format().extension.starts_with('.'));
  for (const QuboFormat& other : qubo_formats())
    EXPECT_EQ(other.extension == format().extension, other.name == format().name);
}

TEST_P(EveryQuboFormat, KeepsArbitraryDoublesExactly) {
  EXPECT_TRUE(always(std::string(format().name), [&] {
    const auto number = [] {
      const auto value = std::bit_cast<double>(any_bits() * 0x9e3779b97f4a7c15U);
      // Neither huge nor so small that its half would lose a digit (mqlib writes halves).
      return std::fabs(value) <= 1e289 && std::fabs(value) >= 1e-300 ? value : 1.0;
    };
    const QuadraticForm form = make_form(vartypes().front(), number(),
                                         {holds_linear() ? number() : 0, 0}, {{0, 1, number()}});
    must(form_difference(read(write(form)), form) == "");
  }));
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryQuboFormat,
                         testing::ValuesIn(qubo_formats().begin(), qubo_formats().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(QuboFormats, HaveTheNamesThatUsersType) {
  EXPECT_EQ(names_of(qubo_formats()),
            (std::vector<std::string_view>{"coo", "bqm", "qbsolv", "mqlib", "bqpjson", "gset", "qs",
                                           "mtx", "amplify", "da"}));
}

TEST(QuboFormats, UnknownNamesGetTheNearestOne) {
  EXPECT_THROW(read_text("cooo", "0 0 1\n"), UsageError);
}

TEST(QuboFormats, AutoNamesTheFormatsWhenNoneFits) {
  EXPECT_EQ(message_of([] { read_text("auto", "hello\n"); }),
            "file:1:1: expected a model in one of the formats coo, bqm, qbsolv, mqlib, bqpjson, "
            "gset, qs, mtx, amplify, da, found 'hello'");
  EXPECT_EQ(message_of([] { read_text("auto", ""); }),
            "file:1:1: expected a model in one of the formats coo, bqm, qbsolv, mqlib, bqpjson, "
            "gset, qs, mtx, amplify, da, found the end of the file");
}

TEST(QuboFormats, TheEndingSettlesWhatTheLinesLeaveOpen) {
  const std::string lines = "3 2\n1 2 5\n2 3 -1\n";
  const auto format_of = [&](std::string name, std::string text) {
    return qubo_format_of({std::move(name), std::move(text)}, "auto").name;
  };
  for (const char* const name : {"a.gset", "a.rud", "b/a.mc", "a.rud.gz", "a.mc.xz"})
    EXPECT_EQ(format_of(name, lines), "gset") << name;
  EXPECT_EQ(format_of("a.mqlib", lines), "mqlib");
  EXPECT_EQ(format_of("a.qs.xz", lines), "qs");
  EXPECT_EQ(format_of("a.qs", "2 1\n1 1 5\n"), "qs");
  // What the file says about itself comes before its name.
  EXPECT_EQ(format_of("a.rud", "# format=mqlib\n" + lines), "mqlib");
  EXPECT_EQ(format_of("a.rud", "# Vars Non-zeros\n" + lines), "qs");
  EXPECT_EQ(format_of("a.rud", "0 1 5\n"), "coo");
  EXPECT_EQ(message_of([&] { return format_of("a.txt", lines); }),
            "a.txt:1:1: lines 'i j w' after 'n m', none with i == j, are a graph to cut, or a "
            "QUBO to maximise or to minimise; say which with --format gset, mqlib or qs, or by "
            "the file's ending (.gset, .rud, .mc; .mqlib; .qs)");
}

TEST(QuboFormats, ATinyFileCannotAskForMuchMemory) {
  EXPECT_THROW(read_text("coo", "0 10000000 1\n"), InputError);
  EXPECT_THROW(read_text("qbsolv", "p qubo 0 10000001 0 0\n"), InputError);
  EXPECT_THROW(read_text("mqlib", "10000001 0\n"), InputError);
  EXPECT_THROW(read_text("gset", "10000001 0\n"), InputError);
  EXPECT_THROW(read_text("qs", "10000001 0\n"), InputError);
  EXPECT_THROW(read_text("amplify", R"({"polynomial": [[10000000, 1]]})"), InputError);
  EXPECT_THROW(read_text("da", R"({"binary_polynomial":{"terms":[{"c":1,"p":[10000000]}]}})"),
               InputError);
}

}  // namespace
}  // namespace spinsack::test
