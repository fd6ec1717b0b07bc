// SPDX-License-Identifier: Apache-2.0
#include "analysis/comparison.hpp"

#include "analysis/hand_made.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinsack {
namespace {

using test::cell;
using test::some_instance;
using testing::ElementsAre;

// Runs of a second each whose best value was there after half of it.
TEST(Comparison, CountsGapsTimesAndPairs) {
  const InstanceRecord x = some_instance("x", 100);
  const InstanceRecord y = some_instance("y", 200);
  const std::vector<CellRecord> records{
      cell(x, "a", "", {}, {100, 100}), cell(x, "b", "", {}, {90, 100}),
      cell(y, "a", "", {}, {200, 190}), cell(y, "b", "", {}, {180, 180})};
  const Comparison result = compare_methods(records, std::vector<std::string>{"a", "b", "c"}, 4);
  EXPECT_EQ(result.instances, 2);
  EXPECT_EQ(result.without_best_known, 0);
  ASSERT_EQ(result.methods.size(), 2U);  // nothing is known of c
  const ComparedMethod& a = result.methods[0];
  EXPECT_EQ(a.runs, 4);
  EXPECT_EQ(a.hits, 3);
  EXPECT_EQ(a.solved, 2);
  EXPECT_DOUBLE_EQ(a.mean_gap, 5.0 / 4);
  EXPECT_DOUBLE_EQ(a.worst_gap, 5);
  EXPECT_DOUBLE_EQ(a.mean_hit_seconds.value(), 0.5);
  EXPECT_DOUBLE_EQ(a.mean_seconds, (0.5 + 0.5 + 0.5 + 4) / 4);  // a miss had four seconds
  EXPECT_FALSE(a.p);
  const ComparedMethod& b = result.methods[1];
  EXPECT_EQ(b.hits, 1);
  EXPECT_EQ(b.solved, 1);
  EXPECT_DOUBLE_EQ(b.worst_gap, 10);
  EXPECT_EQ(b.wins, 2);  // of the first, by mean values 100 to 95 and 195 to 180
  EXPECT_EQ(b.ties, 0);
  EXPECT_EQ(b.losses, 0);
  EXPECT_DOUBLE_EQ(b.p.value(), 0.25);  // one of the four patterns of two signs
  EXPECT_DOUBLE_EQ(b.p_holm.value(), 0.25);
  EXPECT_DOUBLE_EQ(b.time_ratio.value(), (2.25 + 4) / (0.5 + 2.25));
  ASSERT_TRUE(b.time_ratio_interval);
  EXPECT_LE(b.time_ratio_interval->low, *b.time_ratio);
  EXPECT_GE(b.time_ratio_interval->high, *b.time_ratio);
}

TEST(Comparison, CorrectsForTheNumberOfMethods) {
  std::vector<CellRecord> records;
  for (const char* name : {"u", "v", "w", "x", "y"}) {
    const InstanceRecord instance = some_instance(name, 100);
    records.push_back(cell(instance, "first", "", {}, {100}));
    records.push_back(cell(instance, "second", "", {}, {90}));
    records.push_back(cell(instance, "third", "", {}, {80}));
    records.push_back(cell(instance, "same", "", {}, {100}));
  }
  const Comparison result =
      compare_methods(records, std::vector<std::string>{"first", "second", "third", "same"}, 4);
  ASSERT_EQ(result.methods.size(), 4U);
  EXPECT_DOUBLE_EQ(result.methods[1].p.value(), 1.0 / 32);
  EXPECT_DOUBLE_EQ(result.methods[1].p_holm.value(), 2.0 / 32);
  EXPECT_DOUBLE_EQ(result.methods[2].p_holm.value(), 2.0 / 32);
  EXPECT_FALSE(result.methods[3].p);  // nothing but ties
  EXPECT_EQ(result.methods[3].ties, 5);
}

TEST(Comparison, JudgesUnknownInstancesByTheBestOfAllRuns) {
  const InstanceRecord x = some_instance("x", {});
  const std::vector<CellRecord> records{cell(x, "a", "", {}, {70}), cell(x, "b", "", {}, {80})};
  const Comparison result = compare_methods(records, std::vector<std::string>{"a", "b"}, 4);
  EXPECT_EQ(result.without_best_known, 1);
  EXPECT_EQ(result.methods[0].hits, 0);
  EXPECT_DOUBLE_EQ(result.methods[0].mean_gap, 12.5);
  EXPECT_EQ(result.methods[1].hits, 1);
  EXPECT_EQ(result.methods[1].losses, 1);
}

TEST(Comparison, ListsFailures) {
  CellRecord lost = cell(some_instance("x", 10), "a", "", {}, {});
  lost.error = "not enough memory";
  const std::vector<CellRecord> records{lost, cell(some_instance("x", 10), "b", "", {}, {10})};
  const Comparison result = compare_methods(records, std::vector<std::string>{"a", "b"}, 4);
  EXPECT_THAT(result.failures, ElementsAre("x with a: not enough memory"));
  ASSERT_EQ(result.methods.size(), 1U);
  EXPECT_EQ(result.methods[0].name, "b");
}

}  // namespace
}  // namespace spinsack
