// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.hpp"
#include "analysis/hand_made.hpp"
#include "core/error.hpp"
#include "record/database.hpp"
#include "record/merge.hpp"
#include "record/record.hpp"
#include "record/record_writer.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace spinsack {
namespace {

using test::cell;
using test::some_instance;
using test::TemporaryDirectory;

TEST(Analyst, IgnoresACellThatItHas) {
  const CellRecord record = cell(some_instance("x", 10), "SA", "1", 1, {8, 9});
  Analyst analyst;
  analyst.add(record);
  analyst.add(record);
  const Analysis a = analyst.finish();
  EXPECT_EQ(a.origin.cells, 1);
  EXPECT_EQ(a.origin.runs, 2);
  EXPECT_EQ(a.points.front().runs, 2);
}

TEST(Analyst, KeepsSetsApart) {
  const CellRecord record = cell(some_instance("x", 10), "SA", "1", 1, {8});
  Analyst analyst;
  analyst.add(record, "old");
  analyst.add(record, "new");
  const Analysis a = analyst.finish();
  ASSERT_EQ(a.series.size(), 2U);
  EXPECT_EQ(a.series[0].set, "old");
  EXPECT_EQ(a.series[1].set, "new");
  EXPECT_EQ(series_title(a, 0), "SA [old]");
  EXPECT_EQ(series_title(a, 1), "SA [new]");
  EXPECT_EQ(a.instances.size(), 1U);
  EXPECT_EQ(a.tests.size(), 2U);
}

TEST(Analyst, KeepsStudiesApart) {
  const CellRecord one = cell(some_instance("x", 10), "SA", "1", 1, {8});
  CellRecord two = cell(some_instance("x", 10), "SA", "1", 1, {9});
  two.study = "other";
  two.cell = "another";
  const Analysis a = test::analyse({one, two});
  ASSERT_EQ(a.series.size(), 2U);
  EXPECT_EQ(series_title(a, 0), "SA [hand]");
  EXPECT_EQ(series_title(a, 1), "SA [other]");
  ASSERT_EQ(a.points.size(), 2U);
  EXPECT_EQ(a.points[0].best, 8);
  EXPECT_EQ(a.points[1].best, 9);
}

TEST(Analyst, OneSetHasPlainNames) {
  const Analysis a = test::analyse({cell(some_instance("x", 10), "SA", "1", 1, {8})});
  EXPECT_EQ(series_title(a, 0), "SA");
  EXPECT_EQ(a.series.front().study, "hand");
}

TEST(Analyst, CountsErrorsUntilTheCellIsDone) {
  CellRecord lost = cell(some_instance("x", 10), "SA", "1", 1, {});
  lost.error = "not enough memory";
  CellRecord repeated = cell(some_instance("y", 10), "SA", "1", 1, {});
  repeated.error = "not enough memory";
  CellRecord done = cell(some_instance("y", 10), "SA", "1", 1, {9});
  done.cell = repeated.cell;
  Analyst analyst;
  analyst.add(lost);
  analyst.add(lost);
  analyst.add(repeated);
  analyst.add(done);
  const Analysis a = analyst.finish();
  EXPECT_THAT(a.origin.failures, testing::ElementsAre("x: SA: not enough memory"));
  EXPECT_EQ(a.origin.cells, 1);
  EXPECT_EQ(a.instances.size(), 1U);
}

TEST(Analyst, SaysWhereRecordsComeFrom) {
  CellRecord first = cell(some_instance("x", 10), "SA", "1", 1, {8});
  CellRecord second = cell(some_instance("x", 10), "SA", "2", 2, {8});
  second.started = "2023-01-01T00:00:00Z";
  second.seed = 0;
  second.study = "other";
  second.form = "quick";
  second.environment.version = "2";
  CellRecord third = cell(some_instance("x", 10), "SA", "4", 4, {8});
  const Origin origin = test::analyse({first, second, third}).origin;
  EXPECT_THAT(origin.studies, testing::ElementsAre("hand (full)", "other (quick)"));
  EXPECT_EQ(origin.first_started, "2023-01-01T00:00:00Z");
  EXPECT_EQ(origin.last_started, "2024-01-02T03:04:05Z");
  EXPECT_THAT(origin.seeds, testing::ElementsAre(0, 1));
  EXPECT_EQ(origin.environments.size(), 2U);
  EXPECT_EQ(origin.cells, 3);
}

// Whatever a line of a file says.
TEST(Analyst, SurvivesImpossibleNumbers) {
  CellRecord record = cell(some_instance("x", 10), "SA", "-1", -1, {8, 10});
  record.runs[0].seconds = -5;
  record.runs[1].seconds = 1e300;
  record.runs[1].time_to_best = -1;
  record.instance.density = 0;
  const Analysis a = test::analyse({record});
  EXPECT_FALSE(a.points.front().lambda);
  EXPECT_DOUBLE_EQ(a.points.front().seconds.total, 5e8);
  EXPECT_EQ(a.points.front().hit_seconds, std::vector<double>{0});
}

TEST(Analyst, NothingInNothingOut) {
  const Analysis a = Analyst().finish();
  EXPECT_TRUE(a.points.empty() && a.groups.empty() && a.totals.empty() && a.tests.empty());
  EXPECT_TRUE(a.origin.first_started.empty());
}

TEST(Analyst, MayGoOnAfterFinishing) {
  Analyst analyst;
  analyst.add(cell(some_instance("b", 10), "SA", "1", 1, {8}));
  EXPECT_EQ(analyst.finish().points.size(), 1U);
  analyst.add(cell(some_instance("a", 10), "SA", "1", 1, {8}));
  analyst.add(cell(some_instance("b", 10), "SA", "1", 1, {9}));
  const Analysis a = analyst.finish();
  ASSERT_EQ(a.points.size(), 2U);
  EXPECT_EQ(a.points[0].runs, 1);
  EXPECT_EQ(a.points[1].runs, 2);
  EXPECT_EQ(a.points[1].best, 9);
}

class AddRecords : public testing::Test {
 protected:
  static std::string line(const std::string& instance) {
    return record_line(cell(some_instance(instance, 10), "SA", "1", 1, {8})) + '\n';
  }
  Analysis read(const std::string& path) {
    Analyst analyst;
    add_records(analyst, path, "", [&](const std::string& text) { remarks.push_back(text); });
    return analyst.finish();
  }
  TemporaryDirectory folder;
  std::vector<std::string> remarks;
};

TEST_F(AddRecords, OfAFile) {
  folder.write("some.jsonl", line("x") + line("y"));
  EXPECT_EQ(read(folder.file("some.jsonl")).origin.cells, 2);
  EXPECT_TRUE(remarks.empty());
}

TEST_F(AddRecords, OfAStudyWithShardsAndDamage) {
  std::string damaged = line("z");
  damaged[damaged.size() / 2] ^= 1;
  folder.write("records-1of2.jsonl", line("x") + damaged + line("w"));
  folder.write("records-2of2.jsonl", line("y"));
  folder.write("plan.toml", "title = 1");
  const Analysis a = read(folder.path().string());
  EXPECT_EQ(a.instances.size(), 3U);
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_THAT(remarks.front(), testing::HasSubstr("records-1of2.jsonl:2"));
}

TEST_F(AddRecords, OfADirectoryOfStudies) {
  for (const char* const name : {"one", "two/deep"}) {
    std::filesystem::create_directories(folder.path() / name);
    folder.write(std::string(name) + "/records.jsonl", line(name));
  }
  std::filesystem::create_directories(folder.path() / "empty");
  EXPECT_EQ(read(folder.path().string()).instances.size(), 2U);
}

TEST_F(AddRecords, OfADatabase) {
  const auto note = [&](const std::string& text) { remarks.push_back(text); };
  {
    RecordWriter writer(folder.file("study"),
                        {.name = "p", .form = "full", .folder = {}, .text = {}}, 1, {}, note);
    writer.append(cell(some_instance("x", 10), "SA", "2^-1", 0.5, {8, 10, -3}));
    writer.append(cell(some_instance("y", 10), "SA", "1", 1, {8}));
  }
  static_cast<void>(merge_records({folder.file("study")}, folder.file("all.db"), {}, note));
  const Analysis a = read(folder.file("all.db"));
  EXPECT_TRUE(remarks.empty());
  ASSERT_EQ(a.points.size(), 2U);
  EXPECT_EQ(a.points.front().strength, "2^-1");
  EXPECT_EQ(a.points.front().runs, 3);
  EXPECT_EQ(a.points.front().feasible, 2);
  EXPECT_EQ(a.points.front().hits, 1);
}

TEST_F(AddRecords, OfNothingIsAnError) {
  EXPECT_THROW(read(folder.path().string()), FileError);
  EXPECT_THROW(read(folder.file("absent.jsonl")), FileError);
}

}  // namespace
}  // namespace spinsack
