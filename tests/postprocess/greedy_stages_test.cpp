// SPDX-License-Identifier: Apache-2.0
// Greedy step by step, from all ones, against a second implementation of the paper's Algorithm 1.
#include "instance/evaluate.hpp"
#include "instance/published.hpp"
#include "postprocess/step.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace spinsack {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::stringstream row(line);
  std::vector<std::string> fields;
  for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
  return fields;
}

TEST(GreedyStages, ReproduceTheReferenceAfterEveryStep) {
  const auto path = std::filesystem::path(SPINSACK_SOURCE_DIR) / ".." / "shared" / "paper" /
                    "greedy_reproduction.csv";
  std::ifstream table(path);
  if (!table) GTEST_SKIP() << "no " << path.lexically_normal();
  std::string line;
  std::getline(table, line);
  const std::vector<std::string> names = fields_of(line);
  int rows = 0;
  while (std::getline(table, line)) {
    const std::vector<std::string> fields = fields_of(line);
    ASSERT_EQ(fields.size(), names.size()) << line;
    std::map<std::string, std::int64_t> expected;
    for (std::size_t f = 1; f < names.size(); ++f) expected[names[f]] = std::stoll(fields[f]);

    const auto matches = match_published("*:" + fields[0]);
    ASSERT_EQ(matches.size(), 1U) << fields[0];
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
