// SPDX-License-Identifier: Apache-2.0
// The same seed gives the same bytes on every processor, also where numbers are no sums of a few powers of two,
// so that every rounding shows: a fused multiplication, another order of a sum or another library's
// logarithm would change the samples. The digests were made once; every other machine is held to them.
#include "core/sha256.hpp"
#include "core/simd_target.hpp"
#include "formulation/formulation.hpp"
#include "formulation/strength.hpp"
#include "sampler/sampler.hpp"
#include "support/random_instance.hpp"
#include "support/short_run.hpp"
#include "support/simulated_samplers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>
#include <vector>

namespace spinsack {
namespace {

struct NamedModel {
  std::string name;
  QuboModel model;
};

std::vector<NamedModel> models_that_round() {
  Rng rng(77);
  const QkpInstance instance = test::random_instance(rng, {.n = 43});
  std::vector<NamedModel> models;
  for (const char* const encoding : {"binary", "hybrid", "onehot", "offset", "lagrange"})
    for (const char* const rule : {"0.3", "1.7", "scale:3", "regression"}) {
      const double strength = parse_strength(instance, rule);
      models.push_back(
          {fmt::format("{} {}", encoding, rule),
           formulate(instance, {.encoding = encoding, .strength = strength, .bound = 20}).model});
    }
  return models;
}

// Every bit of every sample and of its energy.
std::string bytes_of(const SampleSet& set) {
  std::string text;
  for (const Sample& sample : set.samples) {
    text += fmt::format("{} {:016x} ", sample.read, std::bit_cast<std::uint64_t>(sample.energy));
    for (const std::uint8_t bit : sample.bits) text += bit != 0 ? '1' : '0';
    text += '\n';
  }
  return text;
}

std::string sampled(const Sampler& sampler, const QuboModel& model, int threads) {
  return bytes_of(sampler.sample(model, test::short_run(sampler, "40"),
                                 {.seed = 11, .reads = 7, .threads = threads}));
}

TEST(CrossProcessor, SamplesOfModelsThatRoundAreTheSameEverywhere) {
  const std::map<std::string_view, std::string_view> digests{
      {"auto", "ad0305ce0f37f78d40cdeb1f9615b0954e8c5d172ace65d443fc7f71874cda61"},
      {"sa", "4ccc4e4a69fd03feb72e1e1921f33e25fd64aa48c52129227f528855a09fe209"},
      {"pt", "4a3ec13efb2beaf0a81b980f7a84b0d93898e22a60e3502a7f111ec008a63862"},
      {"sqa", "629c8dded40c254a793807371851c739cc83c0c1fee520d1f7cb9fec484f6062"},
      {"sb", "6a420b3bcf53f5ed99c6dc50d57a0473d4f7c2b54685c0b095d17ac77d4d1839"},
      {"da", "db4e0a39a9bb5ed680406ab74c72873062f2dc59c6b743ff1529cdf9885e66ef"},
      {"tabu", "0463d81f80bf250fc95afb36a0c52fa424548d58d9389f2f052a23f50505b7fb"},
      {"potts", "9c60ad64a5e64918fe27951fedf1a750f1be1e7e0457a9edad97890365d79701"},
  };
  const std::vector<NamedModel> models = models_that_round();
  for (const Sampler& sampler : test::simulated_samplers()) {
    std::string all;
    for (const NamedModel& each : models) {
      SCOPED_TRACE(fmt::format("{} on {}", sampler.name, each.name));
      const std::string one = sampled(sampler, each.model, 1);
      all += fmt::format("{}\n{}", each.name, one);
      for (const int threads : {2, 7}) EXPECT_EQ(sampled(sampler, each.model, threads), one);
      for (const std::string& target : simd_targets()) {
        use_simd_target(target);
        EXPECT_EQ(sampled(sampler, each.model, 1), one) << target;
      }
      use_simd_target("auto");
    }
    const auto expected = digests.find(sampler.name);
    EXPECT_EQ(sha256(all), expected == digests.end() ? "no digest yet" : expected->second)
        << sampler.name;
  }
}

}  // namespace
}  // namespace spinsack
