// SPDX-License-Identifier: Apache-2.0
// What the shared tests of samplers cannot know: groups are kept.
#include "core/rng.hpp"
#include "core/symmetric_rows.hpp"
#include "qubo/model.hpp"
#include "sampler/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace spinsack {
namespace {

constexpr Index groups = 5;
constexpr Index size_of_group = 3;
constexpr Index free_variables = 2;  // between and behind the groups

// Random couplings of all variables, and a square over all of them. Groups begin behind a free variable.
QuboModel grouped_model(double strength) {
  constexpr Index n = groups * size_of_group + free_variables;
  Rng rng(1);
  QuadraticForm form;
  form.linear.resize(at(n));
  for (double& linear : form.linear) linear = static_cast<double>(rng.integer(-5, 5));
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) pairs.add(i, j, rng.integer(-5, 5));
  form.pairs = std::move(pairs).finish();
  const std::vector<double> ones(at(n), 1.0);
  std::vector<Group> all;
  for (Index g = 0; g < groups; ++g)
    all.push_back({.first = 1 + g * size_of_group, .size = size_of_group});
  return QuboModel(std::move(form), n, {SquaredTerm::of_all(strength, ones, -6)}, std::move(all));
}

bool one_of_each(const QuboModel& model, BitView bits) {
  for (const Group& group : model.groups()) {
    int set = 0;
    for (Index v = group.first; v < group.end(); ++v) set += bits[at(v)];
    if (set != 1) return false;
  }
  return true;
}

// Of all states that keep the groups.
double lowest_energy(const QuboModel& model) {
  double lowest = std::numeric_limits<double>::infinity();
  for (unsigned code = 0; code < 1U << 17U; ++code) {
    Bits bits(at(model.size()));
    for (Index v = 0; v < model.size(); ++v) bits[at(v)] = code >> static_cast<unsigned>(v) & 1U;
    if (one_of_each(model, bits)) lowest = std::min(lowest, model.energy(bits));
  }
  return lowest;
}

TEST(GroupSamplers, KeepGroupsAndFindTheLowestStateThatDoes) {
  int known = 0;
  for (const Sampler& sampler : samplers()) {
    if (!sampler.keeps_groups) continue;
    ++known;
    for (const double strength : {0.0, 3.0}) {
      const QuboModel model = grouped_model(strength);
      const SampleSet set =
          sampler.sample(model, {{"sweeps", "300"}}, {.seed = 1, .reads = 10, .threads = 2});
      double best = std::numeric_limits<double>::infinity();
      for (const Sample& sample : set.samples) {
        EXPECT_TRUE(one_of_each(model, sample.bits)) << sampler.name;
        EXPECT_EQ(sample.energy, model.energy(sample.bits));
        best = std::min(best, sample.energy);
      }
      EXPECT_EQ(best, lowest_energy(model)) << sampler.name;
    }
  }
  EXPECT_EQ(known, 2);  // pt and potts
}

// Without a sweep a read is where it begins, and groups are kept even where the start does not, however low it is.
TEST(GroupSamplers, BeginWhereGroupsAreKept) {
  const QuboModel model = grouped_model(1);
  QuadraticForm low = model.objective();
  for (double& linear : low.linear) linear -= 1000;
  const QuboModel tempting(std::move(low), model.size(), {},
                           {model.groups().begin(), model.groups().end()});
  for (const Sampler& sampler : samplers()) {
    if (!sampler.keeps_groups) continue;
    for (const Sample& sample :
         sampler.sample(model, {{"sweeps", "0"}}, {.seed = 2, .reads = 20}).samples)
      EXPECT_TRUE(one_of_each(model, sample.bits)) << sampler.name;
    for (const Sample& sample :
         sampler
             .sample(tempting, {{"sweeps", "5"}},
                     {.seed = 2, .reads = 3, .starts = {Bits(at(model.size()), 1)}})
             .samples)
      EXPECT_TRUE(one_of_each(model, sample.bits)) << sampler.name;
  }
}

TEST(GroupSamplers, SameSeedSameSamples) {
  const QuboModel model = grouped_model(1);
  for (const Sampler& sampler : samplers()) {
    if (!sampler.keeps_groups) continue;
    const auto bits = [&](int threads) {
      std::vector<Bits> all;
      for (const Sample& sample :
           sampler.sample(model, {{"sweeps", "3"}}, {.seed = 7, .reads = 9, .threads = threads})
               .samples)
        all.push_back(sample.bits);
      return all;
    };
    EXPECT_EQ(bits(1), bits(3)) << sampler.name;
  }
}

// Two groups of three and a free variable: 18 states. At the end of a long run the coldest replica has each of them as
// often as exp(-E / T) says, whatever the number of replicas above it.
TEST(GroupSamplers, TemperingIsInEquilibrium) {
  QuadraticForm form;
  form.linear = {0, 1, -1, 0.5, 0, -0.5, 0.25};
  SymmetricRowsBuilder pairs(7);
  pairs.add(0, 3, 1.0);
  pairs.add(1, 4, -1.0);
  pairs.add(2, 6, 0.5);
  pairs.add(5, 6, -0.75);
  form.pairs = std::move(pairs).finish();
  const QuboModel model(std::move(form), 7, {}, {{0, 3}, {3, 3}});
  constexpr int reads = 6000;
  for (const char* const replicas : {"1", "3"}) {
    const SampleSet set = find_sampler("pt").sample(model,
                                                    {{"sweeps", "30"},
                                                     {"replicas", replicas},
                                                     {"t-hot", "3"},
                                                     {"t-cold", replicas[0] == '1' ? "3" : "1"},
                                                     {"answer", "final"}},
                                                    {.seed = 4, .reads = reads});
    const double temperature = replicas[0] == '1' ? 3 : 1;
    std::map<Bits, double> found;
    for (const Sample& sample : set.samples) ++found[sample.bits];
    double total = 0;
    std::map<Bits, double> expected;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 3; b < 6; ++b)
        for (const int free : {0, 1}) {
          Bits bits(7, 0);
          bits[a] = bits[b] = 1;
          bits[6] = static_cast<std::uint8_t>(free);
          total += expected[bits] = std::exp(-model.energy(bits) / temperature);
        }
    double statistic = 0;
    for (auto& [bits, weight] : expected) {
      const double count = reads * weight / total;
      statistic += (found[bits] - count) * (found[bits] - count) / count;
    }
    EXPECT_LT(statistic, 40.8) << replicas;  // chi-square of 17 degrees, once in a thousand
    EXPECT_EQ(found.size(), expected.size());
  }
}

}  // namespace
}  // namespace spinsack
