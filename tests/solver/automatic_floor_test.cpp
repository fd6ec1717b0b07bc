// SPDX-License-Identifier: Apache-2.0
// What auto promises on any instance: it is never below the methods that take it no time, greedy ones and
// swaps to a local optimum from there. No clock is involved, so this is the same on every machine.
#include "instance/evaluate.hpp"
#include "instance/knapsack_state.hpp"
#include "postprocess/step.hpp"
#include "solver/method.hpp"
#include "support/instance_kinds.hpp"
#include "support/qkp_method.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {
namespace {

void expect_no_cheap_method_above(const QkpInstance& instance, std::uint64_t seed) {
  SCOPED_TRACE(instance.name());
  const SolveOutcome ours = test::qkp_method("auto").solve(instance, {}, {.seed = seed});
  EXPECT_EQ(evaluate(instance, ours.bits).profit, ours.value);
  struct Cheap {
    std::string_view method;
    ParameterValues parameters;
  };
  const std::vector<Cheap> cheap_methods{{"greedy", {{"variant", "removal"}}},
                                         {"greedy", {{"variant", "insertion"}}},
                                         {"greedy", {{"variant", "relative"}}},
                                         {"qkbp", {{"finish", "none"}}},
                                         {"qkbp", {{"finish", "swaps"}}}};
  for (const Cheap& cheap : cheap_methods) {
    const SolveOutcome start = test::qkp_method(cheap.method).solve(instance, cheap.parameters, {});
    for (const char* polish :
         {"none", "gain-exchange", "price-exchange", "price-exchange+gain-exchange"}) {
      KnapsackState state(instance, start.bits);
      run_pipeline(parse_pipeline(polish), state);
      EXPECT_GE(ours.value, state.profit())
          << cheap.method << " " << cheap.parameters.begin()->second << ", then " << polish;
    }
  }
}

TEST(AutomaticFloor, NoCheapMethodIsAboveOnSmallInstancesOfAnyKind) {
  for (const test::InstanceKind& kind : test::instance_kinds())
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      expect_no_cheap_method_above(test::draw(kind, 14, seed), seed);
}

TEST(AutomaticFloor, NoCheapMethodIsAboveOnMiddlingInstancesOfAnyKind) {
  for (const test::InstanceKind& kind : test::instance_kinds())
    expect_no_cheap_method_above(test::draw(kind, 80, 1), 1);
}

}  // namespace
}  // namespace spinsack
