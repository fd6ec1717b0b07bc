// SPDX-License-Identifier: Apache-2.0
// Over instances: groups, curves, tests, profiles, targets, traces and fits.
#include "analysis/analysis.hpp"
#include "analysis/hand_made.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace spinsack {
namespace {

using test::analyse;
using test::cell;
using test::some_instance;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pair;

TEST(AnalysisGroups, ByNumberOfItemsAndDensity) {
  const Analysis a = analyse({cell(some_instance("a", 100), "SA", "1", 1, {100, 90}),
                              cell(some_instance("a", 100), "SA", "2", 2, {80}),
                              cell(some_instance("b", 100), "SA", "1", 1, {-9, 98}),
                              cell(some_instance("c", 100), "SA", "1", 1, {-9}),
                              cell(some_instance("d", std::nullopt), "SA", "1", 1, {5}),
                              cell(some_instance("e", 100, 100, 0.5), "SA", "1", 1, {100}),
                              cell(some_instance("f", 100, 200, 0.25), "SA", "1", 1, {99})});
  ASSERT_EQ(a.groups.size(), 3U);
  const GroupResult& g = a.groups.front();
  EXPECT_EQ(g.n, 100);
  EXPECT_EQ(g.fact, 25);
  EXPECT_EQ(g.instances, 4);
  EXPECT_EQ(g.with_best_known, 3);
  EXPECT_EQ(g.solved, 1);
  EXPECT_EQ(g.without_feasible, 1);
  EXPECT_EQ(g.runs, 6) << "those at the chosen strength";
  EXPECT_DOUBLE_EQ(g.mean_gap.value(), 1);  // 0 and 2
  EXPECT_DOUBLE_EQ(g.worst_gap.value(), 2);
  EXPECT_DOUBLE_EQ(g.mean_success.value(), 0.5 / 3);
  EXPECT_DOUBLE_EQ(g.feasible_share.value(), 2.5 / 4);
  EXPECT_DOUBLE_EQ(g.mean_time_to_best.value(), 0.5);
  EXPECT_DOUBLE_EQ(g.swept_seconds, 7.0 / 4);
  EXPECT_EQ(a.groups[1].fact, 50);
  EXPECT_EQ(a.groups[2].n, 200);
  ASSERT_EQ(a.totals.size(), 1U);
  EXPECT_EQ(a.totals.front().n, 0);
  EXPECT_EQ(a.totals.front().instances, 6);
  EXPECT_EQ(a.totals.front().solved, 2);
  EXPECT_DOUBLE_EQ(a.totals.front().mean_gap.value(), 0.75);
}

TEST(AnalysisGroups, DensitiesOfRandomInstancesComeTogether) {
  EXPECT_EQ(group_fact(some_instance("x", 1, 100, 0.2461)).number, 25);
  EXPECT_EQ(group_fact(some_instance("x", 1, 100, 1)).number, 100);
  EXPECT_EQ(group_fact(some_instance("x", 1, 100, 0.0123)).number, 1);
  EXPECT_DOUBLE_EQ(group_fact(some_instance("x", 1, 100, 0.00094)).number, 0.09);
  EXPECT_EQ(group_fact(some_instance("x", 1, 100, 0)).number, 0);
  EXPECT_EQ(group_name(100, 0.09), "100_0.09");
  EXPECT_EQ(group_name(100, 12345), "100_12345");
}

TEST(AnalysisCurves, AgainstTheStrength) {
  const Analysis a = analyse({cell(some_instance("a", 100), "SA", "2^1", 2, {90, -5}),
                              cell(some_instance("b", 100), "SA", "2^1", 2, {-5, -5}),
                              cell(some_instance("a", 100), "SA", "2^-1", 0.5, {80, 70}),
                              cell(some_instance("a", 100), "one strength", "2", 2, {80})});
  ASSERT_EQ(a.curves.size(), 2U);
  EXPECT_EQ(a.curves[0].x, 0.5);
  EXPECT_EQ(a.curves[0].strength, "2^-1");
  EXPECT_EQ(a.curves[0].instances, 1);
  EXPECT_DOUBLE_EQ(a.curves[0].mean_gap.value(), 20);
  EXPECT_EQ(a.curves[1].instances, 2);
  EXPECT_EQ(a.curves[1].with_feasible, 1);
  EXPECT_EQ(a.curves[1].runs, 4);
  EXPECT_DOUBLE_EQ(a.curves[1].feasible_share, 0.25);
  EXPECT_DOUBLE_EQ(a.curves[1].mean_gap.value(), 10);
}

TEST(AnalysisCurves, AScaleIsItsFactorAndAnAutomaticStrengthIsNone) {
  const InstanceRecord x = some_instance("x", 100);
  const InstanceRecord y = some_instance("y", 100);
  const Analysis a =
      analyse({cell(x, "SA", "scale:10", 3.5, {90}), cell(x, "SA", "scale:9", 3.1, {90}),
               cell(y, "SA", "scale:9", 1.7, {80}), cell(x, "SA", "auto", 0.1, {90}),
               cell(y, "SA", "auto", 0.2, {90})});
  ASSERT_EQ(a.curves.size(), 2U);
  EXPECT_EQ(a.curves[0].x, 9);
  EXPECT_DOUBLE_EQ(a.curves[0].mean_gap.value(), 15);
  EXPECT_EQ(a.curves[1].x, 10);
}

// Eight instances; A wins by 1..6, loses by 7, ties once.
TEST(AnalysisTests, SignedRanksBothWays) {
  std::vector<CellRecord> records;
  for (int i = 1; i <= 8; ++i) {
    const InstanceRecord x = some_instance("x" + std::to_string(i), 1000);
    const Profit difference = i == 8 ? 0 : i == 7 ? -7 : i;
    records.push_back(cell(x, "A", "", {}, {500 + difference, 400}));
    records.push_back(cell(x, "B", "", {}, {500}));
  }
  const Analysis a = analyse(records);
  ASSERT_EQ(a.tests.size(), 2U);
  const PairTest& forward = a.tests[0];
  EXPECT_EQ(forward.wins, 6) << "the best of the runs counts";
  EXPECT_EQ(forward.ties, 1);
  EXPECT_EQ(forward.losses, 1);
  EXPECT_DOUBLE_EQ(forward.w_plus, 21);
  // 19 sets of the ranks 1..7 have a sum of at most 7.
  EXPECT_DOUBLE_EQ(forward.p.value(), 19.0 / 128);
  EXPECT_DOUBLE_EQ(forward.p_holm.value(), 19.0 / 128);
  EXPECT_DOUBLE_EQ(forward.p_relative.value(), 19.0 / 128);
  EXPECT_DOUBLE_EQ(forward.median_difference.value(), 2.5);
  EXPECT_FALSE(forward.time_ratio || forward.time_ratio_interval) << "nobody hits";
  EXPECT_EQ(a.tests[1].losses, 6);
  EXPECT_DOUBLE_EQ(a.tests[1].w_plus, 7);
  EXPECT_GT(a.tests[1].p.value(), 0.85);
}

TEST(AnalysisTests, HolmGoesOverTheTestsOfASeries) {
  std::vector<CellRecord> records;
  for (int i = 1; i <= 6; ++i) {
    const InstanceRecord x = some_instance("x" + std::to_string(i), 1000);
    records.push_back(cell(x, "A", "", {}, {900}));
    records.push_back(cell(x, "B", "", {}, {900 - i}));
    records.push_back(cell(x, "C", "", {}, {i == 6 ? 900 : 800 - i}));
    records.push_back(cell(x, "same", "", {}, {900}));
  }
  const Analysis a = analyse(records);
  ASSERT_EQ(a.tests.size(), 12U);
  EXPECT_DOUBLE_EQ(a.tests[0].p.value(), 1.0 / 64);
  EXPECT_DOUBLE_EQ(a.tests[1].p.value(), 1.0 / 32);
  EXPECT_DOUBLE_EQ(a.tests[0].p_holm.value(), 2.0 / 64);
  EXPECT_DOUBLE_EQ(a.tests[1].p_holm.value(), 1.0 / 32);
  EXPECT_FALSE(a.tests[2].p || a.tests[2].p_holm) << "all ties";
  EXPECT_EQ(a.tests[2].ties, 6);
}

TEST(AnalysisTests, WithoutAFeasibleRunTheKnapsackIsEmpty) {
  std::vector<CellRecord> records;
  for (int i = 1; i <= 3; ++i) {
    const InstanceRecord x = some_instance("x" + std::to_string(i), 1000);
    records.push_back(cell(x, "A", "", {}, {900}));
    records.push_back(cell(x, "B", "", {}, {800}));
    for (VariantRecord& variant : records.back().runs[0].variants) variant.feasible = i == 3;
  }
  const Analysis a = analyse(records);
  ASSERT_EQ(a.tests.size(), 2U);
  EXPECT_EQ(a.tests[0].wins, 3);
  EXPECT_DOUBLE_EQ(a.tests[0].median_difference.value(), 700);  // of 900, 900 and 100
  EXPECT_EQ(a.tests[1].losses, 3);
}

TEST(AnalysisTests, SeriesWithoutCommonInstancesAreNotCompared) {
  EXPECT_TRUE(analyse({cell(some_instance("x", 9), "A", "", {}, {1}),
                       cell(some_instance("y", 9), "B", "", {}, {1})})
                  .tests.empty());
}

// Seconds per hit are 0.5, then 0.5 + 1 for a miss between.
TEST(AnalysisTimes, RatioProfileAndTargets) {
  const InstanceRecord x = some_instance("x", 10);
  const InstanceRecord y = some_instance("y", 10);
  const Analysis a = analyse({cell(x, "A", "", {}, {10, 10}), cell(y, "A", "", {}, {10}),
                              cell(x, "B", "", {}, {10, 9}), cell(y, "B", "", {}, {9})});
  ASSERT_EQ(a.tests.size(), 2U);
  EXPECT_DOUBLE_EQ(a.tests[0].time_ratio.value(), 3);
  EXPECT_FALSE(a.tests[0].time_ratio_interval) << "only x was hit by both";
  EXPECT_DOUBLE_EQ(a.tests[1].time_ratio.value(), 1.0 / 3);

  ASSERT_EQ(a.profiles.size(), 2U);
  EXPECT_THAT(a.profiles[0].points, ElementsAre(Pair(1, 1)));
  EXPECT_THAT(a.profiles[1].points, ElementsAre(Pair(3, 0.5)));

  ASSERT_EQ(a.targets.size(), 2U);
  EXPECT_EQ(a.targets[0].runs, 3);
  EXPECT_EQ(a.targets[0].censored, 0);
  EXPECT_THAT(a.targets[0].points, ElementsAre(Pair(0.5, 1)));
  EXPECT_EQ(a.targets[1].missed, 2);
  EXPECT_EQ(a.targets[1].censored, 0);
  EXPECT_THAT(a.targets[1].points, ElementsAre(Pair(0.5, DoubleNear(1.0 / 3, 1e-12))));
}

// Hits at 0.5 and at 2, a miss at 1: it leaves the risk of one half or of two thirds to the later hit.
TEST(AnalysisTimes, RunsCutShortAreCensoredAndOthersNeverArrive) {
  const InstanceRecord x = some_instance("x", 10);
  for (const char* const stopped_by : {"work", "time", "interrupt"}) {
    CellRecord record = cell(x, "A", "", {}, {10, 9, 10});
    record.runs[1].stopped_by = stopped_by;
    record.runs[2].time_to_best = 2;
    record.runs[2].seconds = 2;
    const Analysis a = analyse({record});
    const bool cut = stopped_by != std::string("work");
    ASSERT_EQ(a.targets.size(), 1U);
    EXPECT_EQ(a.targets[0].censored, cut ? 1 : 0);
    EXPECT_EQ(a.targets[0].missed, cut ? 0 : 1);
    EXPECT_THAT(a.targets[0].points, ElementsAre(Pair(0.5, DoubleNear(1.0 / 3, 1e-12)),
                                                 Pair(2, DoubleNear(cut ? 1 : 2.0 / 3, 1e-12))));
  }
}

TEST(AnalysisTimes, RatioOverInstances) {
  std::vector<CellRecord> records;
  for (int i = 1; i <= 10; ++i) {
    const InstanceRecord x = some_instance("x" + std::to_string(i), 10);
    records.push_back(cell(x, "A", "", {}, {10}));  // 0.5 s per hit
    std::vector<Profit> values(static_cast<std::size_t>(i), 9);
    values.push_back(10);
    records.push_back(cell(x, "B", "", {}, values));  // i + 0.5
  }
  const Analysis a = analyse(records);
  EXPECT_DOUBLE_EQ(a.tests[0].time_ratio.value(), 12);
  EXPECT_GT(a.tests[0].time_ratio_interval->low, 7);
  EXPECT_LT(a.tests[0].time_ratio_interval->low, 12);
  EXPECT_GT(a.tests[0].time_ratio_interval->high, 12);
  EXPECT_LT(a.tests[0].time_ratio_interval->high, 17);
}

TEST(AnalysisTimes, ManyHitsMakeAThinCurve) {
  CellRecord record = cell(some_instance("x", 10), "A", "", {}, std::vector<Profit>(5000, 10));
  for (std::size_t r = 0; r < record.runs.size(); ++r)
    record.runs[r].time_to_best = 1e-4 * static_cast<double>(r + 1);
  const Analysis a = analyse({record});
  ASSERT_EQ(a.targets.size(), 1U);
  EXPECT_LE(a.targets.front().points.size(), 1002U);
  EXPECT_GE(a.targets.front().points.size(), 900U);
  EXPECT_DOUBLE_EQ(a.targets.front().points.back().first, 0.5);
  EXPECT_DOUBLE_EQ(a.targets.front().points.back().second, 1);
  EXPECT_TRUE(a.profiles.empty()) << "one series has nothing to be compared with";
}

TEST(AnalysisTimes, TracesAreMeansOverRunsAndInstances) {
  CellRecord x = cell(some_instance("x", 100), "A", "", {}, {100, 90});
  x.runs[0].trace = {{0, 0}, {0.01, 80}, {0.1, 100}};
  x.runs[1].trace = {{0, 0}, {0.01, 60}, {0.5, 90}};
  CellRecord y = cell(some_instance("y", 1000), "A", "", {}, {1000});
  y.runs[0].trace = {{0.01, 900}, {0.1, 1000}};
  const Analysis a = analyse({x, y});
  ASSERT_EQ(a.traces.size(), 1U);
  const auto& points = a.traces.front().points;
  const auto gap_at = [&](double seconds) {
    double gap = 100;
    for (const auto& [time, value] : points)
      if (time <= seconds * 1.0001) gap = value;
    return gap;
  };
  EXPECT_NEAR(points.front().first, 0.01, 0.0013);
  EXPECT_DOUBLE_EQ(gap_at(0.02), (30.0 + 10) / 2);
  EXPECT_DOUBLE_EQ(gap_at(0.2), (20.0 + 0) / 2);
  EXPECT_DOUBLE_EQ(gap_at(1), (5.0 + 0) / 2);
  EXPECT_GE(points.back().first, 1);
  EXPECT_LE(points.back().first, 1.2);
}

TEST(AnalysisFits, TimesGrowWithAPower) {
  std::vector<CellRecord> records;
  for (const Index n : {100, 200, 400, 800}) {
    records.push_back(cell(some_instance(std::to_string(n), 9, n), "A", "", {}, {9, 8}));
    for (RunRecord& run : records.back().runs) {
      run.machine = 1e-5 * n * n;
      run.formulate = 0;
    }
  }
  const Analysis a = analyse(records);
  ASSERT_EQ(a.power_laws.size(), 4U) << "formulate takes no time";
  EXPECT_EQ(a.power_laws[0].stage, "machine");
  EXPECT_NEAR(a.power_laws[0].exponent, 2, 1e-9);
  EXPECT_NEAR(a.power_laws[0].standard_error, 0, 1e-9);
  EXPECT_NEAR(a.power_laws[0].constant, 1e-5, 1e-12);
  EXPECT_NEAR(a.power_laws[3].exponent, 0, 1e-9) << "the total is a second whatever n";
  EXPECT_TRUE(analyse({records.front()}).power_laws.empty());
}

TEST(AnalysisFits, StrengthsFollowALaw) {
  std::vector<CellRecord> records;
  int number = 0;
  for (const Index n : {100, 200, 300})
    for (const double density : {0.25, 0.5, 1.0})
      for (const double tightness : {0.2, 0.7}) {
        InstanceRecord x = some_instance(std::to_string(++number), 100, n, density);
        x.tightness = tightness;
        const double lambda = 2 * std::pow(n, 0.5) * density / std::sqrt(tightness);
        records.push_back(cell(x, "SA", "best", lambda, {100}));
        records.push_back(cell(x, "SA", "far", 50 * lambda, {90}));
      }
  // Not like the others, but easy.
  InstanceRecord easy = some_instance("easy", 100, 300, 0.5);
  records.push_back(cell(easy, "SA", "best", 1e-6, {100}));
  CellRecord greedy = cell(easy, "Greedy", "", {}, {100});
  greedy.method = "greedy";
  records.push_back(greedy);
  // Another greedy method is not the paper's.
  CellRecord insertion = cell(records.front().instance, "Insertion", "", {}, {100});
  insertion.method = "greedy";
  insertion.parameters["variant"] = "insertion";
  records.push_back(insertion);
  const Analysis a = analyse(records);
  ASSERT_EQ(a.regressions.size(), 1U);
  const PenaltyRegression& fit = a.regressions.front();
  EXPECT_EQ(fit.instances, 18);
  EXPECT_NEAR(fit.a.value, 2, 1e-9);
  EXPECT_NEAR(fit.n.value, 0.5, 1e-9);
  EXPECT_NEAR(fit.density.value, 1, 1e-9);
  EXPECT_NEAR(fit.tightness.value, -0.5, 1e-9);
  EXPECT_NEAR(fit.r_squared.value(), 1, 1e-12);
  EXPECT_NEAR(fit.n.bootstrap.value().low, 0.5, 1e-6);
}

}  // namespace
}  // namespace spinsack
