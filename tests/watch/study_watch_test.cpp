// SPDX-License-Identifier: Apache-2.0
#include "watch/study_watch.hpp"

#include "study/study_support.hpp"
#include "support/run_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

namespace spinsack::test {
namespace {

namespace fs = std::filesystem;
using cli::StudyWatch;
using testing::HasSubstr;
using Json = nlohmann::json;

class WatchedStudyTest : public testing::Test {
 protected:
  StudyFiles files_;
  std::string folder_ = files_.file("out");
  StudyWatch watch_{folder_, analysis_clocks().front()};

  std::string ask(const std::string& target, int status = 200) {
    const cli::HttpReply reply = watch_.answer({.method = "GET", .target = target, .host = ""});
    EXPECT_EQ(reply.status, status) << target;
    return *reply.body;
  }
  // Asks as the page does, until the answer is so.
  Json until(const std::function<bool(const Json&)>& wanted) {
    for (;;) {
      Json progress = Json::parse(ask("/progress"));
      if (wanted(progress)) return progress;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  Json until_state(const std::string& state) {
    return until([&](const Json& progress) { return progress["state"] == state; });
  }
  Json until_done(int cells) {
    return until([&](const Json& progress) {
      return !progress["studies"].empty() && progress["studies"][0].value("done", 0) == cells;
    });
  }
  void run(const Shard& shard) { ASSERT_EQ(run_small(files_, folder_, 1, shard).failed, 0U); }
};

TEST_F(WatchedStudyTest, WaitsForWhatIsNotThereYet) {
  Json progress = until([](const Json& now) {
    return now["words"].get<std::string>().find("no such directory") != std::string::npos;
  });
  EXPECT_EQ(progress["state"], "waiting");
  EXPECT_FALSE(progress["has_data"]);
  ask("/data", 503);
  fs::create_directory(folder_);
  progress = until([](const Json& now) {
    return now["words"].get<std::string>().find("holds none yet") != std::string::npos;
  });
  EXPECT_EQ(progress["state"], "waiting");
  // A study that begins: its plan is there, and no record.
  const Plan plan = files_.plan();
  write_study_origin(folder_, origin_of(plan), cells_of(plan).size());
  progress = until([](const Json& now) {
    return now["words"].get<std::string>().find("the first record") != std::string::npos;
  });
  EXPECT_EQ(progress["studies"][0]["cells"], 18);
  EXPECT_EQ(progress["studies"][0]["done"], 0);
}

TEST_F(WatchedStudyTest, ShowsWhatComes) {
  run({.number = 1, .count = 2});
  const Json half = until_done(9);
  EXPECT_EQ(half["state"], "running");
  EXPECT_EQ(half["studies"][0]["title"], "Small");
  EXPECT_EQ(half["studies"][0]["cells"], 18);
  std::string facts = half["studies"][0]["facts"].dump();
  EXPECT_THAT(facts, HasSubstr("[\"time left\",\"about "));
  EXPECT_THAT(facts, HasSubstr(" cells per "));
  const Json half_data = Json::parse(ask("/data"));
  EXPECT_THAT(half_data["notes"].dump(), HasSubstr("9 of 18 planned cells are recorded"));

  run({.number = 2, .count = 2});
  const Json whole = until_done(18);
  EXPECT_EQ(whole["state"], "complete");
  EXPECT_NE(whole["edition"], half["edition"]);
  facts = whole["studies"][0]["facts"].dump();
  EXPECT_THAT(facts, testing::Not(HasSubstr("time left")));
  const Json data = Json::parse(ask("/data"));
  EXPECT_EQ(data["title"], "Small");
  EXPECT_THAT(data["notes"].dump(), testing::Not(HasSubstr("planned cells")));
  EXPECT_GT(data["points"]["rows"], half_data["points"]["rows"]);
}

TEST_F(WatchedStudyTest, ShowsTheSameAsAReport) {
  run({});
  until_done(18);
  const RunResult report = spinsack_run({"report", folder_, "-o", "-"});
  ASSERT_EQ(report.exit_code, 0) << report;
  const std::string begin = R"(<script type="application/json" id="data">)";
  const std::size_t start = report.out.find(begin) + begin.size();
  EXPECT_EQ(Json::parse(report.out.substr(start, report.out.find("</script", start) - start)),
            Json::parse(ask("/data")));
}

TEST_F(WatchedStudyTest, LooksOnlyWhenSomethingChanged) {
  run({});
  const Json before = until_done(18);
  // Asked many times, it does not look again; with another record it does.
  for (int k = 0; k < 200; ++k)
    EXPECT_EQ(Json::parse(ask("/progress"))["edition"], before["edition"]);
  std::ofstream(folder_ + "/records.jsonl", std::ios::app) << "{\"half a rec";
  const Json after = until([&](const Json& now) { return now["edition"] != before["edition"]; });
  EXPECT_THAT(after["studies"][0]["facts"].dump(), HasSubstr("[\"damaged\",\"1 lines\"]"));
  EXPECT_EQ(after["studies"][0]["done"], 18);
}

TEST_F(WatchedStudyTest, KeepsWhatItSawWhenTheDirectoryGoes) {
  run({});
  const Json before = until_done(18);
  const std::string data = ask("/data");
  fs::remove_all(folder_);
  const Json after = until_state("trouble");
  EXPECT_THAT(after["words"], HasSubstr("there is no such directory"));
  EXPECT_EQ(after["edition"], before["edition"]);
  EXPECT_EQ(ask("/data"), data);
  run({.number = 1, .count = 2});  // and it comes back
  EXPECT_EQ(until_done(9)["state"], "running");
}

TEST_F(WatchedStudyTest, FollowsRecordsWithoutTheirPlan) {
  run({});
  fs::remove(folder_ + "/study.json");
  const Json progress = until([](const Json& now) {
    return !now["studies"].empty() && !now["studies"][0].contains("cells") && now["has_data"];
  });
  EXPECT_THAT(progress["studies"][0]["facts"].dump(), HasSubstr("[\"records\",\"18\"]"));
  EXPECT_THAT(ask("/data"), HasSubstr("the plan cannot be used"));
}

TEST_F(WatchedStudyTest, LeavesTheDirectoryAsItIs) {
  run({});
  std::vector<std::string> before;
  for (const auto& entry : fs::directory_iterator(folder_)) before.push_back(entry.path());
  until_done(18);
  std::vector<std::string> after;
  for (const auto& entry : fs::directory_iterator(folder_)) after.push_back(entry.path());
  EXPECT_THAT(after, testing::UnorderedElementsAreArray(before));
}

TEST_F(WatchedStudyTest, HasAPageAndNoOther) {
  EXPECT_THAT(ask("/"), HasSubstr("connect-src 'self'"));
  for (const char* target : {"", "/index.html", "/progress/", "/data?x", "/../etc/passwd", "*",
                             "http://127.0.0.1/", "/favicon.ico"})
    ask(target, 404);
}

}  // namespace
}  // namespace spinsack::test
