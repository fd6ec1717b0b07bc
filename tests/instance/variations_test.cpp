// SPDX-License-Identifier: Apache-2.0
// What can be laid over the instances of any family: tightness, unit weights, negative profits.
#include "instance/families/variations.hpp"

#include "core/file.hpp"
#include "core/sha256.hpp"
#include "instance/edge_list.hpp"
#include "instance/generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

TEST(FamilyVariations, GiveTheSameBytesOnEveryMachine) {
  // The digest of all families together, with all variations at once.
  std::string all;
  for (const GeneratorFamily& family : generator_families()) {
    const QkpInstance instance = family.generate({{"n", "40"},
                                                  {"seed", "7"},
                                                  {"weights", "unit"},
                                                  {"negative", "40"},
                                                  {"tightness", "0.3"}});
    all += write_string([&](TextWriter& out) { write_edge_list({&instance, 1}, out); });
  }
  EXPECT_EQ(sha256(all), "b6ce9adc66f0843269bb236ded44a5929b651c74d124fee1f4b1d4a9f76cd5b0");
}

TEST(FamilyVariations, UnitWeightsChangeWeightsAndCapacityAlone) {
  for (const GeneratorFamily& family : generator_families()) {
    SCOPED_TRACE(family.name);
    for (int seed = 1; seed <= 5; ++seed) {
      const std::string number = std::to_string(seed);
      const QkpInstance drawn = family.generate({{"n", "60"}, {"seed", number}});
      const QkpInstance unit =
          family.generate({{"n", "60"}, {"seed", number}, {"weights", "unit"}});
      EXPECT_EQ(std::ranges::count(unit.weights(), 1), 60);
      EXPECT_TRUE(std::ranges::equal(unit.profits(), drawn.profits()));
      EXPECT_EQ(unit.pair_profits(), drawn.pair_profits());
      EXPECT_EQ(unit.capacity(), std::llround(60 * drawn.tightness()));
      EXPECT_GE(unit.capacity(), 1);
    }
    const QkpInstance quarter =
        family.generate({{"n", "60"}, {"weights", "unit"}, {"tightness", "0.25"}});
    EXPECT_EQ(quarter.capacity(), 15);
  }
}

TEST(FamilyVariations, ATightnessOfOneDoesNotBind) {
  for (const GeneratorFamily& family : generator_families())
    for (const char* weights : {"drawn", "unit"}) {
      const QkpInstance instance =
          family.generate({{"n", "70"}, {"tightness", "1"}, {"weights", weights}});
      EXPECT_EQ(instance.capacity(), instance.total_weight()) << family.name;
    }
}

TEST(FamilyVariations, TheSignsOfSomeProfitsChangeAndNothingElse) {
  for (const GeneratorFamily& family : generator_families()) {
    SCOPED_TRACE(family.name);
    const QkpInstance plain = family.generate({{"n", "200"}});
    const auto count_negative = [&](const char* percent) {
      const QkpInstance changed = family.generate({{"n", "200"}, {"negative", percent}});
      EXPECT_TRUE(std::ranges::equal(changed.weights(), plain.weights()));
      EXPECT_EQ(changed.capacity(), plain.capacity());
      EXPECT_EQ(changed.pair_profits().pairs(), plain.pair_profits().pairs());
      std::pair<double, double> negative;  // items, pairs
      for (std::size_t i = 0; i < plain.profits().size(); ++i) {
        EXPECT_EQ(std::abs(changed.profits()[i]), plain.profits()[i]);
        negative.first += changed.profits()[i] < 0 ? 1 : 0;
      }
      changed.pair_profits().for_each_pair([&](Index i, Index j, auto profit) {
        EXPECT_EQ(std::abs(static_cast<Profit>(profit)), plain.pair_profits().integer(i, j));
        negative.second += static_cast<Profit>(profit) < 0 ? 1 : 0;
      });
      return negative;
    };
    const auto items = static_cast<double>(
        std::ranges::count_if(plain.profits(), [](Profit profit) { return profit != 0; }));
    const auto pairs = static_cast<double>(plain.pair_profits().pairs());
    EXPECT_EQ(count_negative("0"), std::pair(0.0, 0.0));
    EXPECT_EQ(count_negative("100"), std::pair(items, pairs));
    const auto [few_items, few_pairs] = count_negative("20");
    EXPECT_NEAR(few_items, 0.2 * items, 4 * std::sqrt(0.16 * items));
    EXPECT_NEAR(few_pairs, 0.2 * pairs, 4 * std::sqrt(0.16 * pairs));
  }
}

TEST(FamilyVariations, AKnownOptimumIsToldOnlyWhileItIsOne) {
  const GeneratorFamily& clique = find_generator_family("clique");
  const ParameterValues unit{{"weight", "7"}, {"weights", "unit"}};
  EXPECT_EQ(clique.known_optimum(unit), 45);
  EXPECT_EQ(clique.generate(unit).capacity(), 10);
  EXPECT_FALSE(clique.known_optimum({{"negative", "1"}}));
  EXPECT_FALSE(clique.known_optimum({{"tightness", "0.1"}}));
}

TEST(FamilyVariations, HoldForSumsThatNoDoubleHolds) {
  QkpInstance::Data data;
  data.weight = {(std::int64_t{1} << 60) - 1, (std::int64_t{1} << 58) + 5};
  FamilyVariations all_fits;
  all_fits.tightness = 1;
  all_fits.apply(data, 1);
  EXPECT_EQ(data.capacity, data.weight[0] + data.weight[1]);
  // Of two items with 5 / 4 2^60 in all, a capacity of 3 / 4 2^60 holds 1.2 of mean weight.
  data.capacity = 3 * (std::int64_t{1} << 58);
  FamilyVariations unit;
  unit.weights = "unit";
  unit.apply(data, 1);
  EXPECT_EQ(data.capacity, 1);
}

}  // namespace
}  // namespace spinsack
