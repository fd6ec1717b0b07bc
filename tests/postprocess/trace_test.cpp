// SPDX-License-Identifier: Apache-2.0
#include "postprocess/trace.hpp"

#include "support/random_instance.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

TEST(StepTrace, HasARowPerStepWithTheLiteralValue) {
  Rng rng(5);
  for (int round = 0; round < 50; ++round) {
    const QkpInstance instance =
        test::random_instance(rng, {.n = 20, .min_profit = -10, .tightness = 0.4});
    const Bits start = test::random_bits(rng, 20);
    const Pipeline pipeline = parse_pipeline("repair+fill+exchange");
    const StepTrace trace = run_traced(pipeline, instance, start);
    ASSERT_EQ(trace.rows.size(), 4U);
    EXPECT_EQ(trace.rows[0].step, "raw");
    EXPECT_EQ(trace.rows[3].step, "exchange");
    EXPECT_EQ(trace.rows[0].after, evaluate(instance, start));
    EXPECT_EQ(trace.rows[3].after, evaluate(instance, trace.bits));
    for (const TraceRow& row : trace.rows) EXPECT_GE(row.seconds, 0);
    KnapsackState state(instance, start);
    run_pipeline(pipeline, state);
    EXPECT_TRUE(std::ranges::equal(trace.bits, state.bits()));
  }
}

TEST(StepTrace, TellsWhatWasSkipped) {
  Rng rng(6);
  const QkpInstance instance = test::random_instance(rng, {.n = 10, .tightness = 0.3});
  const StepTrace trace = run_traced(parse_pipeline("fill+repair+fill"), instance, Bits(10, 1));
  ASSERT_EQ(trace.rows.size(), 4U);
  EXPECT_FALSE(trace.rows[0].skipped);
  EXPECT_TRUE(trace.rows[1].skipped);
  EXPECT_EQ(trace.rows[1].after, trace.rows[0].after);
  EXPECT_FALSE(trace.rows[2].skipped);
  EXPECT_FALSE(trace.rows[3].skipped);
}

}  // namespace
}  // namespace spinsack
