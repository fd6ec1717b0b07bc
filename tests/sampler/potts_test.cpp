// SPDX-License-Identifier: Apache-2.0
// What the shared tests of samplers cannot know: groups are kept.
#include "core/rng.hpp"
#include "core/symmetric_rows.hpp"
#include "qubo/model.hpp"
#include "sampler/sampler.hpp"

#include <gtest/gtest.h>

#include <limits>

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

bool keeps_groups(const QuboModel& model, BitView bits) {
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
    if (keeps_groups(model, bits)) lowest = std::min(lowest, model.energy(bits));
  }
  return lowest;
}

TEST(PottsSampler, KeepsGroupsAndFindsTheLowestStateThatDoes) {
  for (const double strength : {0.0, 3.0}) {
    const QuboModel model = grouped_model(strength);
    const double lowest = lowest_energy(model);
    const SampleSet set =
        find_sampler("potts").sample(model, {{"sweeps", "300"}}, {.seed = 1, .reads = 10});
    double best = std::numeric_limits<double>::infinity();
    for (const Sample& sample : set.samples) {
      EXPECT_TRUE(keeps_groups(model, sample.bits));
      EXPECT_EQ(sample.energy, model.energy(sample.bits));
      best = std::min(best, sample.energy);
    }
    EXPECT_EQ(best, lowest);
  }
}

// Without a sweep a read is where it begins.
TEST(PottsSampler, BeginsWhereGroupsAreKept) {
  const QuboModel model = grouped_model(1);
  for (const Sample& sample :
       find_sampler("potts").sample(model, {{"sweeps", "0"}}, {.seed = 2, .reads = 20}).samples)
    EXPECT_TRUE(keeps_groups(model, sample.bits));
}

}  // namespace
}  // namespace spinsack
