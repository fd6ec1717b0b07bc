// SPDX-License-Identifier: Apache-2.0
// Cells of several requests to a real machine, one of which comes to nothing: what was answered before is paid for, so it
// is recorded, counted, and not asked for again.
#include "analysis/analysis.hpp"
#include "machine/scripted_worker.hpp"
#include "study/study_support.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

namespace spinsack {
namespace {

using test::records_of;
using test::StudyFiles;
using testing::HasSubstr;

const std::string four_reads = R"(
instances = ['five.txt']
[[run]]
method = 'external'
machine = 'here'
retries = 0
encoding = 'binary'
lambda = 2
reads = 4
reads-per-cell = 4
variants = { 'M' = 'none', 'M-RI' = 'repair+fill+exchange' }
)";

// Writes every question down. The third and those after it get the line of the file `third` for an answer, as long as
// there is one.
constexpr std::string_view third_fails = R"(echo x >> "${0%/*}/asked"
  n=${line#*'"variables":'}; n=${n%%[!0-9]*}
  if [ $(wc -l < "${0%/*}/asked") -ge 3 ] && [ -e "${0%/*}/third" ]; then
    sed "s/ID/$id/" "${0%/*}/third"
  else
    echo '{"type":"result","id":'$id',"samples":["'$(printf '%0*d' $n 0)'"],"times":{"machine":0.5}}'
  fi)";

class CutShort : public testing::Test {
 protected:
  CutShort() : described_("here", worker_.machine()) {}

  StudySummary run(const std::atomic<bool>* interrupted = nullptr) {
    const Plan plan = files_.plan();
    return run_study(plan, cells_of(plan), {.folder = folder(), .interrupted = interrupted});
  }
  void third_says(const std::string& line) {
    write_file(worker_.file("third"), [&](TextWriter& out) { out.text(line + "\n"); });
  }
  void mend() { std::filesystem::remove(worker_.file("third")); }
  std::ptrdiff_t asked() const {
    const std::string lines = worker_.content("asked");
    return std::ranges::count(lines, '\n');
  }
  Analysis analysis() const {
    Analyst analyst;
    for (const CellRecord& record : records_of(folder())) analyst.add(record, "here");
    return analyst.finish();
  }
  std::string folder() const { return files_.file("out"); }

  // Two answers are there, and two more questions bring the rest.
  void expect_the_rest_is_asked_for() {
    const std::ptrdiff_t before = asked();
    mend();
    EXPECT_EQ(run().done, 1U);
    EXPECT_EQ(asked(), before + 2);
    const std::vector<CellRecord> records = records_of(folder());
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[1].error, "");
    ASSERT_EQ(records[1].runs.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(records[1].runs[k].read, static_cast<std::int64_t>(k));
      EXPECT_EQ(records[1].runs[k].stopped_by, "work");
      ASSERT_TRUE(records[1].runs[k].clock);
      EXPECT_EQ(records[1].runs[k].clock->machine, 0.5);
      EXPECT_EQ(records[1].runs[k].variants.size(), 2U);
    }
    EXPECT_EQ(records[1].answers.size(), 2U);
    const test::TemporaryDirectory place;
    EXPECT_EQ(merge_studies({folder()}, place.file("all.db"), {}).added, 1U);
  }

  StudyFiles files_{four_reads};
  test::ScriptedWorker worker_{
      third_fails, R"({"type":"hello","protocol":1,"formats":["bqm"],"answers":"best"})"};
  test::Described described_;
};

TEST_F(CutShort, KeepsAnswersBeforeAFailure) {
  third_says(R"({"type":"error","id":ID,"code":"machine","message":"it burns"})");
  EXPECT_EQ(run().failed, 1U);
  const std::vector<CellRecord> records = records_of(folder());
  ASSERT_EQ(records.size(), 1U);
  EXPECT_THAT(records[0].error, HasSubstr("it burns"));
  ASSERT_EQ(records[0].runs.size(), 3U);
  EXPECT_EQ(records[0].runs[0].error, "");
  EXPECT_EQ(records[0].runs[1].error, "");
  EXPECT_THAT(records[0].runs[2].error, HasSubstr("it burns"));
  // A second failure at the same place loses nothing either.
  third_says(R"({"type":"error","id":ID,"code":"machine","message":"it still burns"})");
  EXPECT_EQ(run().failed, 1U);
  EXPECT_EQ(asked(), 4);
  EXPECT_EQ(records_of(folder())[1].runs.size(), 3U);
}

TEST_F(CutShort, AsksForTheRestAfterAFailure) {
  third_says(R"({"type":"error","id":ID,"code":"machine","message":"it burns"})");
  EXPECT_EQ(run().failed, 1U);
  expect_the_rest_is_asked_for();
}

TEST_F(CutShort, AsksForTheRestWhenThereIsQuotaAgain) {
  third_says(R"({"type":"error","id":ID,"code":"quota","message":"no more this month"})");
  const StudySummary summary = run();
  EXPECT_EQ(summary.failed, 0U);
  EXPECT_EQ(summary.left, 1U);
  EXPECT_TRUE(summary.ended_machines.contains("here"));
  ASSERT_EQ(records_of(folder()).size(), 1U);
  EXPECT_EQ(records_of(folder())[0].runs.size(), 2U);
  expect_the_rest_is_asked_for();
}

TEST_F(CutShort, AsksForTheRestAfterAnInterrupt) {
  third_says("");  // never an answer
  std::atomic<bool> interrupted{false};
  std::thread user([&] {
    while (!std::filesystem::exists(worker_.file("asked")) || asked() < 3)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    interrupted = true;
  });
  const StudySummary summary = run(&interrupted);
  user.join();
  EXPECT_EQ(summary.left, 1U);
  EXPECT_EQ(summary.failed, 0U);
  const std::vector<CellRecord> records = records_of(folder());
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].error, "interrupted after 2 of 4 reads");
  EXPECT_EQ(records[0].runs.size(), 2U);
  expect_the_rest_is_asked_for();
}

TEST_F(CutShort, CountsTheAnswersUntilTheRestIsThere) {
  third_says(R"({"type":"error","id":ID,"code":"machine","message":"it burns"})");
  static_cast<void>(run());
  const Analysis before = analysis();
  EXPECT_EQ(before.origin.runs, 3);
  EXPECT_EQ(before.origin.failures.size(), 1U);
  mend();
  static_cast<void>(run());
  const Analysis after = analysis();
  EXPECT_EQ(after.origin.runs, 4);
  EXPECT_TRUE(after.origin.failures.empty());
}

}  // namespace
}  // namespace spinsack
