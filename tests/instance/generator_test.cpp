// SPDX-License-Identifier: Apache-2.0
#include "instance/generator.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/sha256.hpp"
#include "instance/edge_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

using Values = ParameterValues;

std::string error_for(std::string_view family, const Values& values) {
  try {
    (void)generate(family, values);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

std::string text_of(const QkpInstance& instance) {
  return write_string([&](TextWriter& out) { write_edge_list({&instance, 1}, out); });
}

bool has(const GeneratorFamily& family, std::string_view parameter) {
  return std::ranges::any_of(family.parameters(),
                             [&](const Parameter& row) { return row.name == parameter; });
}

// values restricted to what the family knows.
Values known_to(const GeneratorFamily& family, Values values) {
  std::erase_if(values, [&](const auto& entry) { return !has(family, entry.first); });
  return values;
}

TEST(GeneratorFamilies, AreListedWithHelpAndParameters) {
  std::set<std::string_view> names;
  for (const GeneratorFamily& family : generator_families()) {
    names.insert(family.name);
    EXPECT_FALSE(family.help.empty());
    EXPECT_TRUE(has(family, "n"));
    EXPECT_TRUE(has(family, "seed"));
    for (const Parameter& row : family.parameters()) {
      EXPECT_FALSE(row.meaning.empty()) << row.name;
      EXPECT_FALSE(row.range.empty()) << row.name;
    }
  }
  EXPECT_EQ(names, (std::set<std::string_view>{"clique", "correlated", "dispersion", "gallo",
                                               "related", "sparse", "teams"}));
}

TEST(GeneratorFamilies, GiveTheSameInstanceForTheSameParametersOnly) {
  for (const GeneratorFamily& family : generator_families()) {
    const std::string first = text_of(family.generate({{"n", "50"}}));
    EXPECT_EQ(text_of(family.generate({{"n", "50"}})), first) << family.name;
    EXPECT_NE(text_of(family.generate({{"n", "50"}, {"seed", "2"}})), first) << family.name;
    EXPECT_EQ(text_of(family.generate(family.complete({{"n", "50"}}))), first) << family.name;
  }
}

TEST(GeneratorFamilies, GiveTheSameBytesOnEveryMachine) {
  const std::vector<std::pair<std::string_view, std::string_view>> golden{
      {"gallo", "8f4bda600f2098e806657ba813cd054e2358243f6f28f2ad067e1e329c8af81c"},
      {"sparse", "3efd025e1c8d20b0f1d95aa171f5aa08f17422a9ea71beaedd3288969fc9c7a2"},
      {"teams", "30bb3ffc3e97565f96edd2262868c6b3e1feb5f50cdef346ba13f63c2cf6c938"},
      {"correlated", "6830ae3aa59f6dd3141e4f66a43129f5e0b450a3a68d65b595508bc4c65cea7e"},
      {"clique", "e01baec1b335aa3250f545a987de7c3d1a41c4f9857a9142b245fc622fde9dae"},
      {"dispersion", "54ae9263f8a07bfd624aa5ae31ceb9e624cbe5c6573f089b492ed4bb1c2c8368"},
      {"related", "f17651db24940baae228c91dd887b4c9bd283e87a59e48f1b27df9f05681edf2"},
  };
  EXPECT_EQ(golden.size(), generator_families().size());
  for (const auto& [family, checksum] : golden)
    EXPECT_EQ(sha256(text_of(generate(family, {{"n", "40"}, {"seed", "7"}}))), checksum) << family;
}

TEST(GeneratorFamilies, StartWithTheseNumbers) {
  // The same promise as the checksums, for eyes.
  EXPECT_EQ(text_of(generate("gallo", {{"n", "4"}, {"density", "60"}})),
            "4 5 int\n0 0 46\n1 2 45\n1 3 47\n2 2 81\n2 3 34\n44 15 12 22\n69\n");
}

TEST(GeneratorFamilies, HonourTheRanges) {
  for (const GeneratorFamily& family : generator_families()) {
    SCOPED_TRACE(family.name);
    const QkpInstance instance = family.generate(known_to(family, {{"n", "120"},
                                                                   {"pairs", "uniform"},
                                                                   {"singles", "uniform"},
                                                                   {"weight-min", "100"},
                                                                   {"weight-max", "300"},
                                                                   {"weight", "200"},
                                                                   {"profit-min", "1000"},
                                                                   {"profit-max", "9000"},
                                                                   {"profit", "4000"}}));
    EXPECT_EQ(instance.size(), 120);
    const auto [light, heavy] = std::ranges::minmax(instance.weights());
    EXPECT_GE(light, 100);
    EXPECT_LE(heavy, 300);
    std::int64_t profits = 0;
    const auto check = [&](Profit value) {
      if (value == 0) return;
      ++profits;
      EXPECT_GE(value, 1000);
      EXPECT_LE(value, 9000);
    };
    for (const Profit value : instance.profits()) check(value);
    instance.pair_profits().for_each_pair(
        [&](Index, Index, auto value) { check(static_cast<Profit>(value)); });
    EXPECT_GT(profits, 100);
    EXPECT_GT(instance.capacity(), 0);
    EXPECT_LE(instance.capacity(), instance.total_weight());
  }
}

TEST(GeneratorFamilies, HonourTheTightnessAndChangeNothingElse) {
  for (const GeneratorFamily& family : generator_families()) {
    SCOPED_TRACE(family.name);
    const QkpInstance drawn = family.generate({{"n", "60"}});
    for (const auto& [text, share] :
         {std::pair{"0", 0.0}, std::pair{"0.25", 0.25}, std::pair{"1", 1.0}, std::pair{"2", 2.0}}) {
      const QkpInstance instance = family.generate({{"n", "60"}, {"tightness", text}});
      EXPECT_EQ(instance.capacity(),
                std::llround(share * static_cast<double>(instance.total_weight())));
      EXPECT_TRUE(std::ranges::equal(instance.profits(), drawn.profits()));
      EXPECT_TRUE(std::ranges::equal(instance.weights(), drawn.weights()));
      EXPECT_EQ(instance.pair_profits(), drawn.pair_profits());
    }
  }
}

TEST(GeneratorFamilies, DrawCapacitiesOverTheWholeRange) {
  for (const GeneratorFamily& family : generator_families()) {
    if (!has(family, "weight-max")) continue;  // exactly the clique fits
    double least = 1;
    double most = 0;
    for (int seed = 1; seed <= 60; ++seed) {
      const QkpInstance instance = family.generate({{"n", "40"}, {"seed", std::to_string(seed)}});
      least = std::min(least, instance.tightness());
      most = std::max(most, instance.tightness());
      EXPECT_LE(instance.tightness(), 1);
    }
    EXPECT_LT(least, 0.2) << family.name;
    EXPECT_GT(most, 0.85) << family.name;
  }
}

TEST(GeneratorFamilies, GoDownToOneItem) {
  for (const GeneratorFamily& family : generator_families())
    for (const char* n : {"1", "2", "3"}) {
      const QkpInstance instance =
          family.generate(known_to(family, {{"n", n}, {"size", "1"}, {"degree", "0"}}));
      EXPECT_EQ(std::to_string(instance.size()), n) << family.name;
      EXPECT_LE(instance.capacity(), instance.total_weight());
      EXPECT_GE(instance.capacity(), 1);
    }
}

TEST(GeneratorFamilies, TakeNumbersUpToABillion) {
  for (const GeneratorFamily& family : generator_families()) {
    SCOPED_TRACE(family.name);
    const QkpInstance instance = family.generate(known_to(family, {{"n", "200"},
                                                                   {"density", "100"},
                                                                   {"shift", "0"},
                                                                   {"weight-min", "1000000000"},
                                                                   {"weight-max", "1000000000"},
                                                                   {"weight", "1000000000"},
                                                                   {"profit-min", "1000000000"},
                                                                   {"profit-max", "1000000000"},
                                                                   {"profit", "1000000000"},
                                                                   {"tightness", "0.5"},
                                                                   {"size", "100"}}));
    EXPECT_EQ(instance.total_weight(), 200'000'000'000);
    EXPECT_EQ(instance.capacity(), 100'000'000'000);
    EXPECT_EQ(instance.total_profit() % 1'000'000'000, 0);
    EXPECT_GT(instance.total_profit(), 0);
  }
}

TEST(GeneratorFamilies, ProfitsMayBeNothingOrNegative) {
  for (const GeneratorFamily& family : generator_families()) {
    if (!has(family, "profit-min")) continue;
    const QkpInstance zero = family.generate(known_to(family, {{"n", "80"},
                                                               {"pairs", "uniform"},
                                                               {"singles", "uniform"},
                                                               {"profit-min", "0"},
                                                               {"profit-max", "0"}}));
    EXPECT_EQ(zero.total_profit(), 0) << family.name;
    EXPECT_EQ(zero.pair_profits().pairs(), 0) << family.name;
    const QkpInstance negative = family.generate(known_to(
        family, {{"n", "80"}, {"pairs", "uniform"}, {"profit-min", "-50"}, {"profit-max", "50"}}));
    EXPECT_FALSE(negative.nonnegative()) << family.name;
  }
}

TEST(GeneratorFamilies, NameTheirInstancesAfterTheirParameters) {
  EXPECT_EQ(generate("gallo", {}).name(), "gallo_100_25_s1");
  EXPECT_EQ(generate("gallo", {{"n", "20"}, {"density", "12.5"}, {"seed", "99"}}).name(),
            "gallo_20_12.5_s99");
  EXPECT_EQ(generate("gallo", {{"tightness", "0.5"}, {"weight-max", "1000"}}).name(),
            "gallo_100_25_s1_tightness=0.5_weight-max=1000");
  EXPECT_EQ(generate("gallo", {{"tightness", "auto"}, {"weight-max", "50"}}).name(),
            "gallo_100_25_s1");
  EXPECT_EQ(generate("sparse", {{"n", "50"}, {"degree", "3"}}).name(), "sparse_50_3_s1");
  EXPECT_EQ(generate("teams", {}).name(), "teams_100_8_s1");
  EXPECT_EQ(generate("correlated", {{"strength", "0.5"}}).name(), "correlated_100_25_0.5_s1");
  EXPECT_EQ(generate("clique", {}).name(), "clique_100_10_50_s1");
  EXPECT_EQ(generate("dispersion", {{"dimensions", "3"}}).name(), "dispersion_100_3_s1");
  EXPECT_EQ(generate("related", {{"pairs", "minimum"}}).name(),
            "related_100_100_minimum_shifted_s1");
  EXPECT_EQ(generate("clique", {{"weights", "unit"}, {"negative", "50"}}).name(),
            "clique_100_10_50_s1_negative=50_weights=unit");
}

TEST(GeneratorFamilies, RefuseWhatTheyCannotDo) {
  EXPECT_EQ(error_for("galo", {}),
            "unknown family 'galo'; did you mean 'gallo'? known: gallo, sparse, teams, correlated, "
            "clique, dispersion, related");
  EXPECT_EQ(
      error_for("gallo", {{"densty", "5"}}),
      "family 'gallo': unknown parameter 'densty'; did you mean 'density'? known: n, density, "
      "seed, weight-min, weight-max, profit-min, profit-max, tightness, weights, negative");
  for (const GeneratorFamily& family : generator_families())
    EXPECT_TRUE(error_for(family.name, {{"n", "0"}}).starts_with("--n: expected an integer in 1.."))
        << family.name;
  EXPECT_EQ(error_for("gallo", {{"n", "30001"}}),
            "--n: expected an integer in 1..30000, found '30001'");
  EXPECT_EQ(error_for("gallo", {{"density", "101"}}),
            "--density: expected a number in 0..100, found '101'");
  EXPECT_EQ(error_for("gallo", {{"tightness", "tight"}}),
            "--tightness: expected 'auto' or a number in 0..10, found 'tight'");
  EXPECT_EQ(error_for("gallo", {{"weight-min", "0"}}),
            "--weight-min: expected an integer in 1..1000000000, found '0'");
  EXPECT_EQ(error_for("gallo", {{"weight-min", "60"}}),
            "--weight-min: expected at most --weight-max (50), found 60");
  EXPECT_EQ(error_for("teams", {{"profit-max", "-1"}}),
            "--profit-min: expected at most --profit-max (-1), found 1");
  EXPECT_EQ(error_for("sparse", {{"n", "5"}, {"degree", "4.5"}}),
            "--degree: expected at most n - 1 = 4, found 4.5");
  EXPECT_EQ(error_for("sparse", {{"n", "1000000"}, {"degree", "1000"}}),
            "--degree: expected at most 250000000 pairs in all, found 500000000");
  EXPECT_EQ(error_for("teams", {{"n", "10000000"}, {"team", "10000"}}),
            "--team: expected at most 250000000 pairs in all, found up to 75005000000");
  EXPECT_EQ(error_for("clique", {{"n", "9"}}), "--size: expected at most --n (9), found 10");
  EXPECT_EQ(error_for("gallo", {{"weights", "units"}}),
            "--weights: unknown value 'units'; did you mean 'unit'? known: drawn, unit");
  EXPECT_EQ(error_for("clique", {{"negative", "-1"}}),
            "--negative: expected a number in 0..100, found '-1'");
  EXPECT_EQ(error_for("related", {{"weight-max", "99"}}),
            "--weight-min: expected at most --weight-max (99), found 100");
  EXPECT_EQ(error_for("dispersion", {{"dimensions", "0"}}),
            "--dimensions: expected an integer in 1..16, found '0'");
}

}  // namespace
}  // namespace spinsack
