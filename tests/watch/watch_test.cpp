// SPDX-License-Identifier: Apache-2.0
// `spinsack study watch` as a program: beside a study that runs, and in a browser.
#include "core/process.hpp"
#include "study/study_support.hpp"
#include "support/places.hpp"
#include "support/run_command.hpp"
#include "watch/client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <string>

namespace spinsack::test {
namespace {

using testing::HasSubstr;

// The port in the line that the program prints.
int port_of(Process& server) {
  std::string out;
  std::string errors;
  while (out.find('\n') == std::string::npos)
    if (!server.listen(out, errors, std::chrono::seconds(10))) break;
  const std::string begin = "http://127.0.0.1:";
  EXPECT_TRUE(out.starts_with(begin) && out.ends_with("/\n")) << out << errors;
  return std::stoi(out.substr(begin.size()));
}

TEST(StudyWatchCommand, FollowsAStudyAndEndsWithASignal) {
  const StudyFiles files;
  Process server({.command = {spinsack_command(), "study", "watch", files.file("out")}});
  const int port = port_of(server);
  const RunResult study =
      spinsack_run({"study", "run", files.plan_path(), "--out", files.file("out"), "-q"});
  ASSERT_EQ(study.exit_code, 0) << study;
  for (std::string state; state != "complete";)
    state = nlohmann::json::parse(body_of(get(port, "/progress")))["state"];
  EXPECT_THAT(body_of(get(port, "/")), HasSubstr("</html>"));
  EXPECT_EQ(status_of_answer(get(port, "/records.jsonl")), "404");
  const Client silent(port);
  EXPECT_TRUE(
      server.stop(std::chrono::hours(1)).success());  // SIGTERM; Ctrl-C in the browser's test
  EXPECT_EQ(silent.rest(), "");
}

TEST(StudyWatchCommand, TakesThePortItIsGiven) {
  const StudyFiles files;
  Process first({.command = {spinsack_command(), "study", "watch", files.file("out")}});
  const std::string port = std::to_string(port_of(first));
  const RunResult taken = spinsack_run({"study", "watch", files.file("out"), "--port", port});
  EXPECT_EQ(taken.exit_code, 1) << taken;
  EXPECT_THAT(taken.err, HasSubstr("127.0.0.1:" + port + ": cannot listen: "));
  EXPECT_TRUE(first.stop(std::chrono::hours(1)).success());
  Process second(
      {.command = {spinsack_command(), "study", "watch", files.file("out"), "--port", port}});
  EXPECT_EQ(std::to_string(port_of(second)), port);
}

TEST(StudyWatchCommand, RefusesWhatItCannotWatch) {
  const StudyFiles files;
  const auto refused = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"study", "watch"});
    const RunResult result = spinsack_run(arguments);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_THAT(refused({}), HasSubstr("PLAN"));
  EXPECT_THAT(refused({"a", "b"}), HasSubstr("watch: expected one directory, found 2"));
  EXPECT_THAT(refused({files.plan_path()}),
              HasSubstr("watch: expected a directory, found the file"));
  EXPECT_THAT(refused({"a", "--port", "65536"}), HasSubstr("port"));
  EXPECT_THAT(refused({"a", "--port", "x"}), HasSubstr("port"));
  EXPECT_THAT(refused({"a", "--shard", "1/2"}), HasSubstr("unexpected flag --shard"));
  EXPECT_THAT(spinsack_run({"study", "status", "a", "--port", "1"}).err,
              HasSubstr("unexpected flag --port, which is for watch"));
}

TEST(ReportInBrowser, AStudyThatGrows) {
  const TemporaryDirectory folder;
  folder.write("plan.toml", R"(
title = "A <b>study</b> & its growth"
instances = ["medium:100_25_1", "medium:100_25_2", "medium:100_25_3", "medium:100_50_1",
             "medium:100_50_2", "medium:100_75_1", "medium:200_25_1", "medium:200_25_2"]
[[run]]
method = "sa"
sweeps = 30
lambda = "2^-2..2^2"
reads = 5
variants = { "SA" = "none", "SA-RI" = "repair+fill+exchange" }
[[run]]
method = "greedy"
label = "Greedy"
)");
  const RunResult result =
      run({.command = {"/usr/bin/python3", "-B",
                       (source_folder() / "tests/watch/watch_check.py").string(),
                       spinsack_command(), folder.file("plan.toml"), folder.file("out")}});
  if (result.exit_code == 77) GTEST_SKIP() << result.out;
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

}  // namespace
}  // namespace spinsack::test
