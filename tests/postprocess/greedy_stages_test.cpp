// SPDX-License-Identifier: Apache-2.0
// Greedy step by step, from all ones, against a second implementation of the paper's Algorithm 1.
#include "instance/evaluate.hpp"
#include "instance/published.hpp"
#include "postprocess/step.hpp"
#include "support/paper_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace spinsack {
namespace {

TEST(GreedyStages, ReproduceTheReferenceAfterEveryStep) {
  const auto table = test::paper_table("greedy_reproduction.csv");
  if (table.empty()) GTEST_SKIP() << "no " << test::paper_file("greedy_reproduction.csv");
  int rows = 0;
  for (const test::PaperRow& row : table) {
    const auto matches = match_published("*:" + row.at("instance"));
    ASSERT_EQ(matches.size(), 1U) << row.at("instance");
    std::map<std::string, std::int64_t> expected;
    for (const auto& [name, text] : row)
      if (name != "instance") expected[name] = std::stoll(text);
    SCOPED_TRACE(matches.front()->full_name());
    const QkpInstance instance = build_published(*matches.front());
    const Index n = instance.size();
    KnapsackState state(instance, Bits(at(n), 1));

    run_pipeline(parse_pipeline("repair"), state);
    EXPECT_EQ(state.profit(), expected.at("repair_only"));
    EXPECT_EQ(n - state.count(), expected.at("n_removed"));
    const Index repaired = state.count();

    run_pipeline(parse_pipeline("fill"), state);
    EXPECT_EQ(state.profit(), expected.at("after_fill_up"));
    EXPECT_EQ(state.count() - repaired, expected.at("n_filled"));
    const Bits filled(state.bits().begin(), state.bits().end());

    run_pipeline(parse_pipeline("exchange"), state);
    EXPECT_EQ(state.profit(), expected.at("repro_double"));
    EXPECT_EQ(state.load(), expected.at("final_weight"));
    EXPECT_EQ(state.count(), repaired + expected.at("n_filled"));
    // A swap changes two bits, but a later one may undo a part of it.
    Index changed = 0;
    for (Index i = 0; i < n; ++i) changed += filled[at(i)] != state.bits()[at(i)] ? 1 : 0;
    EXPECT_LE(changed, 2 * expected.at("n_swapped"));

    const Evaluation judge = evaluate(instance, state.bits());
    EXPECT_EQ(judge.profit, expected.at("paper_greedy_score"));
    EXPECT_EQ(judge.weight, expected.at("final_weight"));
    EXPECT_TRUE(judge.feasible);
    ++rows;
  }
  EXPECT_EQ(rows, 180);
}

}  // namespace
}  // namespace spinsack
