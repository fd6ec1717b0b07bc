// SPDX-License-Identifier: Apache-2.0
#include "core/params.hpp"

#include "support/property.hpp"

#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

struct Cooling {
  std::int64_t sweeps = 1000;
  double end = 0.1;
  std::optional<double> start;
  static constexpr auto fields() {
    return std::tuple{Field{"sweeps", &Cooling::sweeps, 1, 1'000'000, "passes"},
                      Field{"end", &Cooling::end, 0.0, 1e9, "last temperature"},
                      Field{"start", &Cooling::start, 0.0, 100.0, "first temperature"}};
  }
};

struct Nothing {
  static constexpr auto fields() { return std::tuple{}; }
};

template <class Struct>
std::string error_for(const ParameterValues& values) {
  try {
    (void)parse_parameters<Struct>("sampler 'sa'", values);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Params, DescriptionComesFromTheTable) {
  const auto rows = describe_parameters<Cooling>();
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].name, "sweeps");
  EXPECT_EQ(rows[0].meaning, "passes");
  EXPECT_EQ(rows[0].default_value, "1000");
  EXPECT_EQ(rows[0].range, "1..1000000");
  EXPECT_EQ(rows[1].default_value, "0.1");
  EXPECT_EQ(rows[2].default_value, "auto");
  EXPECT_EQ(rows[2].range, "0..100 or auto");
}

TEST(Params, ValuesOverwriteDefaults) {
  const auto plain = parse_parameters<Cooling>("sampler 'sa'", {});
  EXPECT_EQ(plain.sweeps, 1000);
  EXPECT_EQ(plain.end, 0.1);
  EXPECT_EQ(plain.start, std::nullopt);
  const auto typed = parse_parameters<Cooling>("sampler 'sa'",
                                               {{"sweeps", "1e3"}, {"end", "2.5"}, {"start", "7"}});
  EXPECT_EQ(typed.sweeps, 1000);
  EXPECT_EQ(typed.end, 2.5);
  EXPECT_EQ(typed.start, 7.0);
  EXPECT_EQ(parse_parameters<Cooling>("", {{"start", "auto"}}).start, std::nullopt);
}

TEST(Params, BothEndsBelongToTheRange) {
  EXPECT_EQ(parse_parameters<Cooling>("", {{"sweeps", "1"}}).sweeps, 1);
  EXPECT_EQ(parse_parameters<Cooling>("", {{"sweeps", "1000000"}}).sweeps, 1'000'000);
  EXPECT_EQ(parse_parameters<Cooling>("", {{"end", "0"}}).end, 0);
  EXPECT_EQ(parse_parameters<Cooling>("", {{"end", "1e9"}}).end, 1e9);
}

TEST(Params, ErrorsNameFlagRangeAndValue) {
  EXPECT_EQ(error_for<Cooling>({{"sweeps", "0"}}),
            "--sweeps: expected an integer in 1..1000000, found '0'");
  EXPECT_EQ(error_for<Cooling>({{"sweeps", "1.5"}}),
            "--sweeps: expected an integer in 1..1000000, found '1.5'");
  EXPECT_EQ(error_for<Cooling>({{"sweeps", ""}}),
            "--sweeps: expected an integer in 1..1000000, found ''");
  EXPECT_EQ(error_for<Cooling>({{"sweeps", "99999999999999999999"}}),
            "--sweeps: expected an integer in 1..1000000, found '99999999999999999999'");
  EXPECT_EQ(error_for<Cooling>({{"end", "-1"}}),
            "--end: expected a number in 0..1000000000, found '-1'");
  for (const char* text : {"nan", "inf", "", "1x", " 1"})
    EXPECT_EQ(error_for<Cooling>({{"end", text}}),
              "--end: expected a number in 0..1000000000, found '" + std::string(text) + "'");
  EXPECT_EQ(error_for<Cooling>({{"start", "automatic"}}),
            "--start: expected 'auto' or a number in 0..100, found 'automatic'");
}

TEST(Params, UnknownNamesGetTheNearest) {
  EXPECT_EQ(error_for<Cooling>({{"sweep", "5"}}),
            "sampler 'sa': unknown parameter 'sweep'; did you mean 'sweeps'? known: sweeps, end, "
            "start");
  EXPECT_EQ(error_for<Nothing>({{"z", "5"}}), "--z: sampler 'sa' has no parameters");
}

TEST(Params, AllValuesReadBackEqual) {
  EXPECT_TRUE(always("parse(values(x)) == x", [] {
    Cooling cooling;
    cooling.sweeps = any_in<std::int64_t>(1, 1'000'001);
    cooling.end = static_cast<double>(any_in(0, 1'000'000)) / 7;
    if (any_bool()) cooling.start = static_cast<double>(any_in(0, 300)) / 3;
    const auto again = parse_parameters<Cooling>("", parameter_values(cooling));
    must(again.sweeps == cooling.sweeps);
    must(again.end == cooling.end);
    must(again.start == cooling.start);
  }));
}

}  // namespace
}  // namespace spinsack::test
