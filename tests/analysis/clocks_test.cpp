// SPDX-License-Identifier: Apache-2.0
// Three clocks: what a machine tells of its times, and what is made of it.
#include "analysis/comparison.hpp"
#include "analysis/hand_made.hpp"
#include "analysis/run_seconds.hpp"
#include "analysis/text_tables.hpp"
#include "core/error.hpp"
#include "report/words.hpp"

#include <gmock/gmock.h>

namespace spinsack::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

RequestClock clock_of(std::optional<double> total, std::optional<double> service = {},
                      std::optional<double> machine = {}) {
  RequestClock clock;
  clock.total = total;
  clock.service = service;
  clock.machine = machine;
  return clock;
}

// Ten seconds until the answer is here, seven of them at the vendor's, four of these solving; the best came after one.
RunRecord remote_run(const std::string& name, Profit value) {
  RunRecord run;
  run.variants = {variant(name, value)};
  run.formulate = 0.2;
  run.machine = 4;
  run.seconds = 10.5;
  run.time_to_best = 10.5;
  run.clock = clock_of(10, 7, 4);
  run.found_at = 1;
  return run;
}

CellRecord remote_cell(const InstanceRecord& instance, const std::string& name,
                       const std::vector<Profit>& values) {
  CellRecord record = cell(instance, name, "", std::nullopt, {});
  for (const Profit value : values) {
    record.runs.push_back(remote_run(name, value));
    record.runs.back().read = std::ssize(record.runs) - 1;
  }
  return record;
}

Analysis analyse_by(const std::string& clock, const std::vector<CellRecord>& records) {
  Analyst analyst(find_clock(clock));
  for (const CellRecord& record : records) analyst.add(record);
  return analyst.finish();
}

// Formulation and post-processing of a run take 0.203 seconds by each clock.
constexpr double own_part = 0.2 + 0.001 + 0.002;

TEST(Clocks, CountWhatTheySay) {
  const RunRecord run = remote_run("M", 35);
  const auto by = [&](const char* name) {
    return run_seconds(run, run.variants.front(), find_clock(name));
  };
  EXPECT_DOUBLE_EQ(by("machine").total, own_part + 4);
  EXPECT_DOUBLE_EQ(by("service").total, own_part + 7);
  EXPECT_DOUBLE_EQ(by("total").total, own_part + 10);
  EXPECT_DOUBLE_EQ(by("service").machine, 7);
  EXPECT_TRUE(by("machine").known && by("service").known && by("total").known);
}

TEST(Clocks, KnowTheTimeToBestByTheMachinesOwn) {
  const RunRecord run = remote_run("M", 35);
  const auto to_best = [&](const char* name) {
    return run_seconds(run, run.variants.front(), find_clock(name)).to_best;
  };
  EXPECT_DOUBLE_EQ(to_best("machine"), own_part + 1);
  EXPECT_DOUBLE_EQ(to_best("service"), own_part + 7) << "who waits has it when all is over";
  EXPECT_DOUBLE_EQ(to_best("total"), own_part + 10);
}

TEST(Clocks, ThatAreMissingFallBackToTheNextLongerOne) {
  RunRecord run = remote_run("M", 35);
  run.found_at.reset();
  run.clock = clock_of(10);
  for (const AnalysisClock& clock : analysis_clocks()) {
    const RunSeconds seconds = run_seconds(run, run.variants.front(), clock);
    EXPECT_DOUBLE_EQ(seconds.machine, 10) << clock.name;
    EXPECT_EQ(seconds.known, clock.name == "total");
  }
  run.clock = clock_of(10, 7);
  EXPECT_DOUBLE_EQ(run_seconds(run, run.variants.front(), find_clock("machine")).machine, 7);
}

TEST(Clocks, OfRunsOfOurOwnAreWhatTheyAlwaysWere) {
  const CellRecord record = cell(some_instance("a", 35), "SA", "", std::nullopt, {35});
  const RunRecord& run = record.runs.front();
  for (const AnalysisClock& clock : analysis_clocks()) {
    const RunSeconds seconds = run_seconds(run, run.variants.front(), clock);
    EXPECT_DOUBLE_EQ(seconds.total, run.seconds);
    EXPECT_DOUBLE_EQ(seconds.to_best, run.time_to_best);
    EXPECT_EQ(seconds.known, clock.name == "machine");
  }
}

TEST(Clocks, ChangeTimesToSolution) {
  const auto tts = [](const char* clock) {
    const Analysis analysis =
        analyse_by(clock, {remote_cell(some_instance("a", 35), "M", {35, 20, 35, 20})});
    return *analysis.points.front().tts->value;
  };
  EXPECT_LT(tts("machine"), tts("service"));
  EXPECT_LT(tts("service"), tts("total"));
  EXPECT_NEAR(tts("total") / tts("machine"), (own_part + 10) / (own_part + 4), 1e-9);
}

TEST(Clocks, AreNamedWhereRecordsHaveSeveral) {
  const InstanceRecord instance = some_instance("a", 35);
  const std::vector<CellRecord> both{remote_cell(instance, "M", {35}),
                                     cell(instance, "SA", "", std::nullopt, {35, 35})};
  const Analysis machine = analyse_by("machine", both);
  EXPECT_THAT(clock_notes(machine),
              testing::ElementsAre("times by the clock 'machine': what the vendor calls solving"));
  const Analysis service = analyse_by("service", both);
  EXPECT_THAT(
      clock_notes(service),
      testing::ElementsAre("times by the clock 'service': queue, machine and server",
                           "SA: 2 of 2 runs have no clock 'service'; their own time counts"));
  for (const TextTable& table :
       {summary_table(service), stage_time_table(service), run_time_table(service),
        success_table(service), test_table(service), power_law_table(service)})
    EXPECT_THAT(table.notes, Contains(HasSubstr("'service'"))) << table.name;
  EXPECT_THAT(stage_time_table(service).header, Contains("service s"));
  EXPECT_THAT(origin_facts(service), Contains(testing::Pair("Clock", HasSubstr("service"))));
  EXPECT_THAT(cautions(service), Contains(HasSubstr("have no clock 'service'")));
}

TEST(Clocks, NeedNoWordsWhereThereIsOne) {
  const Analysis analysis = analyse({cell(some_instance("a", 35), "SA", "", std::nullopt, {35})});
  EXPECT_THAT(clock_notes(analysis), IsEmpty());
  EXPECT_THAT(origin_facts(analysis), testing::Not(Contains(testing::Pair("Clock", testing::_))));
}

TEST(Clocks, ThatNobodyHasAreRefused) {
  EXPECT_THROW(static_cast<void>(find_clock("wall")), UsageError);
}

// A run without an answer: it has a time and no solution.
RunRecord unanswered(const std::string& name) {
  RunRecord run;
  run.variants = {{.name = name}};
  run.clock = clock_of(30);
  run.stopped_by = "timeout";
  run.error = "ae: no answer within 30 s";
  return run;
}

TEST(UnansweredRequests, AreFailuresOfTheirSeries) {
  CellRecord record = remote_cell(some_instance("a", 35), "M", {35, 35, 35});
  record.runs.push_back(unanswered("M"));
  record.runs.back().read = 3;
  const Analysis analysis = analyse({record});
  const PointResult& point = analysis.points.front();
  EXPECT_EQ(point.runs, 4);
  EXPECT_EQ(point.hits, 3);
  EXPECT_DOUBLE_EQ(*point.success, 0.75);
  EXPECT_EQ(analysis.series.front().unanswered, 1);
  // 30 seconds were lost, whatever the clock of the others says.
  EXPECT_DOUBLE_EQ(point.miss_seconds.front(), 30);
  EXPECT_THAT(summary_table(analysis).notes,
              Contains("M: 1 of 4 runs are requests without an answer; they count as failures"));
  EXPECT_THAT(cautions(analysis), Contains(HasSubstr("1 of 4 requests had no answer")));
}

TEST(UnansweredRequests, OfACellThatFailedCountUntilItIsDone) {
  const InstanceRecord instance = some_instance("a", 35);
  const CellRecord good = remote_cell(instance, "M", {35});
  CellRecord failed = remote_cell(instance, "M", {});
  failed.error = "ae: the machine failed";
  failed.runs = {unanswered("M")};
  const Analysis without = analyse({failed, good});
  EXPECT_EQ(without.points.front().runs, 2);
  EXPECT_EQ(without.origin.failures.size(), 1U);
  CellRecord again = remote_cell(instance, "M", {35});
  again.cell = failed.cell;
  for (const auto& order : {std::vector{failed, good, again}, std::vector{again, good, failed}}) {
    const Analysis done = analyse(order);
    EXPECT_EQ(done.points.front().runs, 2);
    EXPECT_EQ(done.points.front().hits, 2);
    EXPECT_EQ(done.series.front().unanswered, 0);
  }
}

TEST(Clocks, NameTheMachine) {
  CellRecord record = remote_cell(some_instance("a", 35), "M", {35});
  record.environment.machine =
      R"({"name":"amplify","machine":{"vendor":"Fixstars","model":"Amplify AE","version":"0.7.4"}})";
  CellRecord other = remote_cell(some_instance("a", 35), "M", {35});
  other.environment.machine = R"({"model":"Mine","iterations":12})";
  CellRecord third = remote_cell(some_instance("a", 35), "M", {35});
  third.environment.machine =
      fmt::format(R"({{"hello":{},"request":{{"iterations":3}}}})", record.environment.machine);
  const Analysis analysis = analyse({record, other, third});
  EXPECT_THAT(analysis.origin.machines, testing::ElementsAre("Fixstars Amplify AE 0.7.4", "Mine"));
  EXPECT_EQ(analysis.origin.environments.size(), 1U) << "one spinsack asked both";
}

TEST(Clocks, AreUsedInComparisons) {
  const InstanceRecord instance = some_instance("a", 35);
  const std::vector<CellRecord> records{remote_cell(instance, "M", {35}),
                                        cell(instance, "SA", "", std::nullopt, {35})};
  const std::vector<std::string> order{"M", "SA"};
  const auto seconds = [&](const char* clock) {
    return *compare_methods(records, order, 1, find_clock(clock)).methods.front().mean_hit_seconds;
  };
  EXPECT_DOUBLE_EQ(seconds("machine"), own_part + 1);
  EXPECT_DOUBLE_EQ(seconds("total"), own_part + 10);
  const Comparison comparison = compare_methods(records, order, 1, find_clock("total"));
  EXPECT_TRUE(comparison.clocked);
  EXPECT_EQ(comparison.without_clock, 1);
}

}  // namespace
}  // namespace spinsack::test
