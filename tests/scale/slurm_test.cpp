// SPDX-License-Identifier: Apache-2.0
// Studies on a Slurm cluster of this one machine. Skipped where Slurm is not installed or the tests do not run
// as root.
#include "scale/scale_support.hpp"
#include "support/places.hpp"

namespace spinsack::test {
namespace {

using ::testing::HasSubstr;

// submit sets job to its number; ended waits until all its tasks are over; within repeats a command until it
// succeeds.
const std::string functions = R"bash(
within() {
  local tries=$1
  shift
  for ((i = 0; i < tries; ++i)); do
    if "$@"; then return; fi
    sleep 0.1
  done
  echo "in vain: $*"; scontrol show job
  return 1
}
submit() {
  spinsack study submit plan.toml --out "$1" --engine slurm "${@:2}" >submitted
  job=$(sed -n 's/.*: job \([0-9]*\) with.*/\1/p' submitted)
  [ -n "$job" ]
}
tasks() { scontrol show job -o "$job"; }
all_over() {
  local seen
  seen=$(tasks) && ! grep -qvE 'JobState=(COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL) ' <<<"$seen"
}
ended() { within 20000 all_over; }
)bash";

RunResult on_cluster(const std::string& script, const TemporaryDirectory& directory) {
  const std::string folder = std::filesystem::path(test::spinsack_command()).parent_path().string();
  return run({.command = {(test::source_folder() / "tools/with_slurm.sh").string(), "bash", "-c",
                          "set -e; PATH=" + folder + ":$PATH\n" + functions + script},
              .directory = directory.path(),
              .seconds = 3000});
}

constexpr int lacking = 77;  // what with_slurm.sh returns

TEST(SlowScaleSlurm, AJobArrayGivesWhatOneProcessGives) {
  const TemporaryDirectory directory;
  const std::vector<std::string> expected = done_alone(directory, short_plan);
  const RunResult result = on_cluster(R"(submit "it's 100%A" --tasks 3; ended)", directory);
  if (result.exit_code == lacking) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.exit_code, 0) << result;
  expect_same(merged(directory, "it's 100%A"), expected);
  for (const std::string task : {"1", "2", "3"}) {
    EXPECT_NE(directory.read("it's 100%A/records-" + task + "of3.jsonl"), "");
    EXPECT_THAT(directory.read("it's 100%A/slurm-1_" + task + ".log"), HasSubstr("cells done"));
  }
}

// Slurm sends the signal when the time limit comes near. Nothing that was done is lost.
TEST(SlowScaleSlurm, EndsInOrderBeforeTheTimeLimit) {
  const TemporaryDirectory directory;
  directory.write("plan.toml", long_plan);
  const RunResult result =
      on_cluster("submit long --tasks 1 --engine-flags --time=1; ended", directory);
  if (result.exit_code == lacking) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(directory.read("long/slurm-1_1.log"), HasSubstr("left; interrupted, continue with"));
  expect_whole(directory, "long");
}

// Requeued in the middle, a task goes on with what is missing, and both parts are the study. Without the
// update it would have to wait for two minutes; in the second of its end the node would refuse it.
TEST(SlowScaleSlurm, ARequeuedTaskGoesOn) {
  const TemporaryDirectory directory;
  const std::vector<std::string> expected = done_alone(directory, medium_plan);
  const RunResult result = on_cluster(R"(
submit again --tasks 1
within 20000 test -s again/records.jsonl
scontrol requeue "${job}_1"
requeued() { tasks | grep -q 'JobState=PENDING .*Restarts=1 '; }
within 20000 requeued
over=$(date +%s)
later() { [ $(date +%s) -gt $((over + 1)) ]; }
within 20000 later
scontrol update JobId="${job}_1" StartTime=now
ended)",
                                      directory);
  if (result.exit_code == lacking) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.exit_code, 0) << result;
  const std::string log = directory.read("again/slurm-1_1.log");
  EXPECT_THAT(log, HasSubstr("interrupted, continue with"));
  EXPECT_THAT(log, HasSubstr("were there already\n"));
  expect_same(merged(directory, "again"), expected);
}

}  // namespace
}  // namespace spinsack::test
