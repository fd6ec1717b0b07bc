// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.hpp"
#include "analysis/hand_made.hpp"
#include "core/natural_order.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace spinsack {
namespace {

using test::analyse;
using test::cell;
using test::some_instance;

TEST(AnalysisPoints, AllNumbersOfAPoint) {
  const Analysis a =
      analyse({cell(some_instance("x", 200), "SA", "2^-1", 0.5, {200, -500, 190, 200, 180})});
  ASSERT_EQ(a.points.size(), 1U);
  const PointResult& p = a.points.front();
  EXPECT_EQ(p.strength, "2^-1");
  EXPECT_EQ(p.lambda, 0.5);
  EXPECT_EQ(p.runs, 5);
  EXPECT_EQ(p.feasible, 4);
  EXPECT_EQ(p.hits, 2) << "what is infeasible is no hit, whatever its value";
  EXPECT_EQ(p.best, 200);
  EXPECT_DOUBLE_EQ(p.mean.value(), 192.5);
  EXPECT_DOUBLE_EQ(p.gap.value(), 0);
  EXPECT_DOUBLE_EQ(p.mean_gap.value(), 3.75);
  EXPECT_DOUBLE_EQ(p.success.value(), 0.4);
  EXPECT_DOUBLE_EQ(p.aggregated_gap.value(), 0.3);  // 100 (1 - 0.4) / 200
  EXPECT_NEAR(p.success_interval.low, 0.0527, 1e-4);
  EXPECT_NEAR(p.success_interval.high, 0.8534, 1e-4);
  EXPECT_NEAR(p.tts->value.value(), std::log(0.01) / std::log(0.6), 1e-9);
  EXPECT_DOUBLE_EQ(p.seconds.formulate, 0.2);
  EXPECT_DOUBLE_EQ(p.seconds.machine, 0.7);
  EXPECT_DOUBLE_EQ(p.seconds.repair, 0.001);
  EXPECT_DOUBLE_EQ(p.seconds.improve, 0.002);
  EXPECT_DOUBLE_EQ(p.seconds.total, 1);
  EXPECT_EQ(p.hit_seconds, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(p.miss_seconds, (std::vector<double>{1, 1, 1}));
  EXPECT_DOUBLE_EQ(p.seconds_per_hit().value(), 2);
  EXPECT_EQ(a.series.front().parameters, (ParameterValues{{"sweeps", "10"}}));
}

TEST(AnalysisPoints, WithoutABestKnownValue) {
  const Analysis a = analyse({cell(some_instance("x", std::nullopt), "SA", "1", 1, {7, 9})});
  const PointResult& p = a.points.front();
  EXPECT_EQ(p.best, 9);
  EXPECT_DOUBLE_EQ(p.mean.value(), 8);
  EXPECT_EQ(p.hits, 0);
  EXPECT_FALSE(p.gap || p.mean_gap || p.aggregated_gap || p.success || p.tts);
  EXPECT_TRUE(p.hit_seconds.empty() && p.miss_seconds.empty());
  EXPECT_EQ(a.chosen.size(), 1U);
  EXPECT_EQ(a.totals.front().with_best_known, 0);
  EXPECT_FALSE(a.totals.front().mean_gap || a.totals.front().mean_success);
  EXPECT_TRUE(a.targets.empty());
}

TEST(AnalysisPoints, WithoutAFeasibleRun) {
  const Analysis a = analyse({cell(some_instance("x", 10), "SA", "1", 1, {-11, -12}),
                              cell(some_instance("x", 10), "SA", "2", 2, {-11})});
  const PointResult& p = a.points.front();
  EXPECT_FALSE(p.best || p.mean || p.gap || p.mean_gap || p.aggregated_gap);
  EXPECT_DOUBLE_EQ(p.success.value(), 0);
  EXPECT_FALSE(p.tts->value || p.tts->high);
  EXPECT_GT(p.tts->low, 0);
  EXPECT_TRUE(a.chosen.empty());
  const GroupResult& total = a.totals.front();
  EXPECT_EQ(total.instances, 1);
  EXPECT_EQ(total.without_feasible, 1);
  EXPECT_EQ(total.runs, 3) << "all strengths stand for the instance";
  EXPECT_EQ(total.solved, 0);
  EXPECT_FALSE(total.mean_gap || total.worst_gap || total.mean_time_to_best);
  EXPECT_DOUBLE_EQ(total.mean_success.value(), 0);
  EXPECT_DOUBLE_EQ(total.feasible_share.value(), 0);
  EXPECT_DOUBLE_EQ(total.seconds.total, 1);
}

TEST(AnalysisPoints, ABestKnownValueOfZeroHasNoGap) {
  const Analysis a = analyse({cell(some_instance("x", 0), "SA", "1", 1, {0})});
  EXPECT_FALSE(a.points.front().gap || a.points.front().aggregated_gap);
  EXPECT_EQ(a.points.front().hits, 1);
  EXPECT_EQ(a.totals.front().solved, 1);
}

TEST(AnalysisPoints, TheLargestBestKnownValueOfAllRecordsCounts) {
  const Analysis a = analyse({cell(some_instance("x", 90), "A", "", {}, {90}),
                              cell(some_instance("x", 100), "B", "", {}, {100}),
                              cell(some_instance("x", std::nullopt), "C", "", {}, {95})});
  ASSERT_EQ(a.instances.size(), 1U);
  EXPECT_EQ(a.instances.front().best_known, 100);
  EXPECT_EQ(a.points[0].hits, 0);
  EXPECT_EQ(a.points[1].hits, 1);
  EXPECT_DOUBLE_EQ(a.points[2].gap.value(), 5);
}

TEST(AnalysisPoints, AVariantIsNotChargedForTheOthers) {
  CellRecord record = cell(some_instance("x", 10), "raw", "1", 1, {9});
  record.runs.front().variants.push_back(test::variant("RI", 10));
  record.runs.front().variants.front().repair = 0;
  record.runs.front().variants.front().improve = 0;
  const Analysis a = analyse({record});
  ASSERT_EQ(a.points.size(), 2U);
  EXPECT_DOUBLE_EQ(a.points[0].seconds.total, 0.9);
  EXPECT_DOUBLE_EQ(a.points[1].seconds.total, 0.903);
  EXPECT_EQ(a.points[1].hit_seconds, std::vector<double>{0.903});
  EXPECT_EQ(a.origin.runs, 1);
}

// Best value, then success rate, then mean, then the smaller strength.
TEST(AnalysisChoice, FollowsTheRuleOfThePaper) {
  const InstanceRecord x = some_instance("x", 100);
  const auto chosen = [&](const std::vector<std::vector<Profit>>& values) {
    constexpr std::array<const char*, 3> names{"4", "1", "2"};
    constexpr std::array<double, 3> lambdas{4, 1, 2};
    std::vector<CellRecord> records;
    for (std::size_t i = 0; i < values.size(); ++i)
      records.push_back(cell(x, "SA", names[i], lambdas[i], values[i]));
    const Analysis a = analyse(records);
    return a.points[a.chosen.at(0)].strength;
  };
  EXPECT_EQ(chosen({{90, 90}, {91, 0}, {90, 90}}), "1");
  EXPECT_EQ(chosen({{100, 100, 5}, {100, 99, 99}, {100, 99, 99}}), "4");
  EXPECT_EQ(chosen({{100, 97}, {100, 98}, {100, 99}}), "2");
  EXPECT_EQ(chosen({{100, 99}, {100, 99}, {100, 99}}), "1");
  EXPECT_EQ(chosen({{-999, -999}, {-999, -999}, {3, -999}}), "2");
}

TEST(AnalysisPoints, InTheOrderOfNumbers) {
  EXPECT_TRUE(natural_less("100_25_2", "100_25_10"));
  EXPECT_FALSE(natural_less("100_25_10", "100_25_2"));
  EXPECT_TRUE(natural_less("a2b", "a02c"));
  EXPECT_TRUE(natural_less("a", "a0"));
  EXPECT_TRUE(natural_less("a02", "a2"));
  EXPECT_FALSE(natural_less("a2", "a2"));
  const Analysis a = analyse({cell(some_instance("s:10", 5), "B", "2^1", 2, {5}),
                              cell(some_instance("s:2", 5), "B", "2^1", 2, {5}),
                              cell(some_instance("t:1", 5, 50), "A", "", {}, {5}),
                              cell(some_instance("s:2", 5), "B", "2^-1", 0.5, {5})});
  EXPECT_EQ(a.instances[0].name, "t:1");
  EXPECT_EQ(a.instances[1].name, "s:2");
  EXPECT_EQ(a.instances[2].name, "s:10");
  ASSERT_EQ(a.points.size(), 4U);
  EXPECT_EQ(a.series[a.points[0].series].name, "B") << "series in the order of the records";
  EXPECT_EQ(a.points[0].strength, "2^-1");
  EXPECT_EQ(a.points[1].strength, "2^1");
  EXPECT_EQ(a.points[2].instance, 2U);
  EXPECT_EQ(a.points[3].instance, 0U);
}

TEST(AnalysisPoints, TheOrderOfRecordsDoesNotMatter) {
  std::vector<CellRecord> records;
  for (int i = 0; i < 30; ++i) {
    records.push_back(cell(some_instance("x", 100), "SA", "1", 1, {90 + i % 12, 100}));
    records.back().runs.front().machine = 0.1 * i;
    records.back().runs.front().seconds = 0.3 + 0.1 * i;
  }
  const Analysis forward = analyse(records);
  std::ranges::reverse(records);
  const Analysis backward = analyse(records);
  EXPECT_EQ(forward.points.front().seconds.machine, backward.points.front().seconds.machine);
  EXPECT_EQ(forward.points.front().miss_seconds, backward.points.front().miss_seconds);
  EXPECT_EQ(forward.totals.front().seconds.total, backward.totals.front().seconds.total);
}

// Five runs that end at the target after 1, 2, 3, 4 and 10 seconds. Repeating runs of 4 s, of which four in five
// hit, reaches 99 % in 11.4 s; the mean run time of 4 s is no answer.
TEST(AnalysisPoints, RunsThatEndAtTheTargetAreCutWhereRepeatingPays) {
  CellRecord record = cell(some_instance("x", 10), "A", "", {}, {10, 10, 10, 10, 10});
  const std::array<double, 5> seconds{1, 2, 3, 4, 10};
  for (std::size_t r = 0; r < seconds.size(); ++r) {
    record.runs[r].seconds = record.runs[r].time_to_best = seconds[r];
    record.runs[r].stopped_by = "target";
  }
  const Analysis a = analyse({record});
  const double expected = std::min(10.0, 4 * std::log(0.01) / std::log(0.2));
  EXPECT_NEAR(a.points.front().tts->value.value(), expected, 1e-9);
  EXPECT_GE(a.points.front().tts->value.value(), 10) << "99 % is more than four in five";
}

TEST(AnalysisPoints, FormsOfAPlanAreSeriesOfTheirOwn) {
  CellRecord full = cell(some_instance("x", 10), "A", "", {}, {10, 10});
  CellRecord quick = cell(some_instance("x", 10), "A", "", {}, {9});
  quick.form = "quick";
  const Analysis a = analyse({full, quick});
  ASSERT_EQ(a.series.size(), 2U);
  EXPECT_EQ(a.points[0].runs, 2);
  EXPECT_EQ(a.points[1].runs, 1);
  EXPECT_EQ(series_title(a, 0), "A [full]");
  EXPECT_EQ(series_title(a, 1), "A [quick]");
}

}  // namespace
}  // namespace spinsack
