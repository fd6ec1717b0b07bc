// SPDX-License-Identifier: Apache-2.0
// Greedy step by step, from all ones, against a second implementation of the paper's Algorithm 1.
#include "instance/evaluate.hpp"
#include "instance/published.hpp"
#include "postprocess/step.hpp"
#include "support/fact_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace spinsack {
namespace {

TEST(GreedyStages, ReproduceTheReferenceAfterEveryStep) {
  int rows = 0;
  for (const test::FactRow& row : test::fact_table("tests/greedy_stages.csv")) {
    const PublishedInstance& published = *match_published(row.at("instance")).front();
    SCOPED_TRACE(published.full_name());
    const auto expected = [&](const char* column) { return std::stoll(row.at(column)); };
    const QkpInstance instance = build_published(published);
    const Index n = instance.size();
    KnapsackState state(instance, Bits(at(n), 1));

    run_pipeline(parse_pipeline("repair"), state);
    EXPECT_EQ(state.profit(), expected("repaired"));
    EXPECT_EQ(n - state.count(), expected("removed"));
    const Index repaired = state.count();

    run_pipeline(parse_pipeline("fill"), state);
    EXPECT_EQ(state.profit(), expected("fill_value"));
    EXPECT_EQ(state.count() - repaired, expected("filled"));
    const Bits filled(state.bits().begin(), state.bits().end());

    run_pipeline(parse_pipeline("exchange"), state);
    EXPECT_EQ(state.profit(), published.paper_greedy);
    EXPECT_EQ(state.load(), expected("load"));
    EXPECT_EQ(state.count(), repaired + expected("filled"));
    // A swap changes two bits, but a later one may undo a part of it.
    Index changed = 0;
    for (Index i = 0; i < n; ++i) changed += filled[at(i)] != state.bits()[at(i)] ? 1 : 0;
    EXPECT_LE(changed, 2 * expected("swapped"));

    const Evaluation judge = evaluate(instance, state.bits());
    EXPECT_EQ(judge.profit, published.paper_greedy);
    EXPECT_EQ(judge.load, expected("load"));
    EXPECT_TRUE(judge.feasible);
    ++rows;
  }
  EXPECT_EQ(rows, 180);
}

}  // namespace
}  // namespace spinsack
