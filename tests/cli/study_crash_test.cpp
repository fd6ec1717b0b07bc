// SPDX-License-Identifier: Apache-2.0
// Whatever ends a study, going on with it gives what an undisturbed run gives.
#include "cli/cli_support.hpp"
#include "core/rng.hpp"
#include "study/study_support.hpp"
#include "support/ordinary_user.hpp"
#include "support/shell_waits.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace spinsack::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// Cells of some milliseconds each.
std::string plan_of(int seeds, int sweeps) {
  return fmt::format(
      "instances = ['medium:100_25_1', 'five.txt']\nreads = 4\nreads-per-cell = 2\n"
      "[[run]]\nmethod = 'sa'\nsweeps = {}\nschedule = 'paper'\nmolten = 1e300\nseeds = '1..{}'\n"
      "variants = {{ 'SA' = 'none', 'SA-RI' = 'repair+fill+exchange' }}\n"
      "[[run]]\nmethod = 'greedy'\n",
      sweeps, seeds);
}

// What an undisturbed run of these files gives.
std::string undisturbed(const StudyFiles& files) {
  run_small(files, files.file("undisturbed"), 2);
  return merged({files.file("undisturbed")});
}

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

// Kills a study again and again, each time somewhere else: at once, or when it has added a few records, and a
// little later. The little is counted in steps of the shell, so that it is as much on a slow machine.
void kill_and_go_on(int kills, int seeds, int sweeps, std::uint64_t random_seed) {
  const StudyFiles files(plan_of(seeds, sweeps));
  Rng rng(random_seed);
  std::string script = shell_waits + R"sh(
killed=0
lines() { local all=(); [ ! -e out/records.jsonl ] || mapfile -t all < out/records.jsonl; echo ${#all[@]}; }
go_on() {  # RECORDS STEPS
  local before p i
  before=$(lines)
  spinsack study run plan.toml --out out -q -j 2 > /dev/null 2>> notes & p=$!
  await_lines $p out/records.jsonl $((before + $1))
  for ((i = 0; i < $2; ++i)); do :; done
  kill -9 $p 2> /dev/null; wait $p 2> /dev/null
  [ $? != 137 ] || killed=$((killed + 1))
}
)sh";
  for (int i = 0; i < kills; ++i)
    script += fmt::format("go_on {} {}\n", rng.integer(0, 3), rng.integer(0, 4000));
  files.write("script", script + "echo $killed\n");
  const RunResult result = shell_run(". ./script", files.path());
  ASSERT_EQ(result.exit_code, 0) << result;
  EXPECT_GE(std::stoi(result.out), kills / 5);  // until it was through
  const RunResult last = spinsack_run(
      {"study", "run", "plan.toml", "--out", "out", "-q", "-j", "2"}, "", files.path());
  EXPECT_EQ(last.exit_code, 0) << last;
  EXPECT_EQ(merged({files.file("out")}), undisturbed(files));
  // No cell was done twice: there are as many records as cells, and no line is damaged.
  EXPECT_EQ(records_of(files.file("out")).size(), cells_of(files.plan()).size());
}

TEST(StudyCrash, FiftyKillsLeaveTheResultsAsTheyAre) { kill_and_go_on(50, 100, 5000, 1); }

TEST(SlowStudyCrash, ManyKillsLeaveTheResultsAsTheyAre) {
  for (const std::uint64_t seed : {2U, 3U, 4U, 5U}) kill_and_go_on(150, 400, 5000, seed);
}

TEST(StudyCrash, SignalsStopItCleanly) {
  for (const char* signal : {"INT", "TERM"}) {
    const StudyFiles files(plan_of(30, 8000));
    const RunResult result =
        shell_run(fmt::format("{}spinsack study run plan.toml --out out -q -j 2 > page & p=$!\n"
                              "await_lines $p out/records.jsonl 1; kill -{} $p; wait $p; echo $?",
                              shell_waits, signal),
                  files.path());
    ASSERT_EQ(result.out, "0\n") << result << files.read("page");
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(files.read("page"),
                HasSubstr(" left; interrupted, continue with `spinsack study resume out`\n"));
    EXPECT_THAT(files.read("out/records.jsonl"), EndsWith("\"}\n"));
    const std::size_t done = lines_in(files.read("out/records.jsonl"));
    EXPECT_LT(done, cells_of(files.plan()).size());
    const RunResult rest = spinsack_run({"study", "resume", "out", "-q"}, "", files.path());
    EXPECT_EQ(rest.exit_code, 0) << rest;
    EXPECT_THAT(rest.out, HasSubstr(fmt::format(", {} were there already\n", done)));
    EXPECT_EQ(merged({files.file("out")}), undisturbed(files));
  }
}

// Runs a study in a place with little room, sees it refuse, makes room and goes on.
void fill_the_disk(const std::string& setup, const std::string& limit, const std::string& release) {
  const StudyFiles files(plan_of(40, 20));
  files.write(
      "script",
      setup + limit +
          "spinsack study run plan.toml --out disk/out -q -j 2 > page 2> message\necho $?\n" +
          release +
          "spinsack study resume disk/out -q > rest 2>> rest\necho $?\ncp -r disk/out out\n");
  const RunResult result = shell_run(
      "if unshare -rm true 2> /dev/null; then unshare -rm bash script; else bash script; fi",
      files.path());
  if (result.exit_code == 77) GTEST_SKIP() << may_not_mount;
  EXPECT_EQ(result.out, "1\n0\n") << result << files.read("rest");
  EXPECT_THAT(files.read("message"), StartsWith("disk/out/records.jsonl: cannot write a record: "));
  EXPECT_EQ(lines_in(files.read("message")), 1U);
  const std::string rest = files.read("rest");
  EXPECT_THAT(rest, HasSubstr(" were there already\n"));
  EXPECT_THAT(rest, testing::Not(HasSubstr("unfinished")))
      << "the part of a record was cut off at once";
  EXPECT_EQ(merged({files.file("out")}), undisturbed(files));
}

TEST(StudyCrash, AFullDiskEndsItAndRoomLetsItGoOn) {
  fill_the_disk(
      "mkdir disk && mount -t tmpfs -o size=80k spinsack-test disk 2> /dev/null || exit 77\n"
      "trap 'umount disk' EXIT\n",
      "", "mount -o remount,size=10m disk\n");
}

TEST(StudyCrash, ALimitOfFileSizeEndsItAndALargerOneLetsItGoOn) {
  fill_the_disk("mkdir disk\ntrap '' XFSZ\n", "ulimit -S -f 40\n", "ulimit -S -f unlimited\n");
}

TEST(StudyCrash, ADiskThatIsFullFromTheStartLeavesADirectoryThatCanBeUsed) {
  const StudyFiles files;
  files.write("script", R"sh(
    mkdir disk && mount -t tmpfs -o size=4k spinsack-test disk 2> /dev/null || exit 77
    trap 'umount disk' EXIT
    head -c 4096 /dev/zero > disk/full
    spinsack study run plan.toml --out disk/out -q; echo $?
    rm disk/full; mount -o remount,size=10m disk
    spinsack study run plan.toml --out disk/out -q; echo $?
  )sh");
  const RunResult result = shell_run(
      "if unshare -rm true 2> /dev/null; then unshare -rm bash script; else bash script; fi",
      files.path());
  if (result.exit_code == 77) GTEST_SKIP() << may_not_mount;
  EXPECT_EQ(result.out, "1\ndisk/out: 18 cells done\n0\n") << result;
  EXPECT_THAT(result.err, HasSubstr("No space left on device"));
}

TEST(StudyCrash, AReadOnlyDirectoryIsRefused) {
  const StudyFiles files;
  ASSERT_EQ(spinsack_run({"study", "run", "plan.toml", "--out", "out", "--shard", "1/2", "-q"}, "",
                         files.path())
                .exit_code,
            0);
  files.write("script", R"sh(
    mount --bind out out 2> /dev/null && mount -o remount,ro,bind out 2> /dev/null || exit 77
    trap 'umount out' EXIT
    spinsack study resume out -q; echo $?
    spinsack study status out > /dev/null; echo $?
    spinsack study merge out --out a.db > /dev/null; echo $?
    spinsack study merge out --out out/a.db > /dev/null; echo $?
  )sh");
  const std::string before = files.read("out/records-1of2.jsonl");
  const RunResult result = shell_run(
      "if unshare -rm true 2> /dev/null; then unshare -rm bash script; else bash script; fi",
      files.path());
  if (result.exit_code == 77) GTEST_SKIP() << may_not_mount;
  EXPECT_EQ(result.out, "1\n0\n0\n1\n") << result;
  EXPECT_THAT(result.err, StartsWith("out/lock: cannot write: Read-only file system\n"));
  EXPECT_THAT(result.err, HasSubstr("out/a.db: "));
  EXPECT_EQ(files.read("out/records-1of2.jsonl"), before);
}

TEST(StudyCrash, ADirectoryWithoutPermissionIsRefused) {
  const StudyFiles files;
  for (const std::string& name : files.names())
    std::filesystem::permissions(files.file(name), std::filesystem::perms{0644});
  const OrdinaryUser user(files);
  if (!user.lacking().empty()) GTEST_SKIP() << user.lacking();
  std::filesystem::permissions(files.path(), std::filesystem::perms{0555});
  const RunResult result =
      shell_run(user.spinsack() + " study run plan.toml --out out -q", files.path());
  std::filesystem::permissions(files.path(), std::filesystem::perms::owner_all);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "out: cannot make the directory: Permission denied\n");
}

// The first one is held up for as long as it has to be there.
TEST(StudyCrash, ASecondRunnerRefusesAndLeavesTheFirstAlone) {
  const StudyFiles files(plan_of(10, 20000));
  const RunResult result =
      shell_run(shell_waits +
                    "spinsack study run plan.toml --out out -q -j 1 > page & p=$!\n"
                    "await_lines $p out/records.jsonl 1; kill -STOP $p\n"
                    "spinsack study run plan.toml --out out -q; echo $?\n"
                    "spinsack study resume out -q; echo $?\n"
                    "spinsack study resume out --shard 1/2 -q; echo $?\n"
                    "spinsack study status out > /dev/null; echo $?\n"
                    "kill -CONT $p && echo running\nwait $p; echo $?; cat page",
                files.path());
  EXPECT_EQ(result.out, fmt::format("1\n1\n1\n0\nrunning\n0\nout: {} cells done\n",
                                    cells_of(files.plan()).size()));
  const std::string refusal =
      "spinsack study: out: another runner is writing to this directory\nsee 'spinsack study "
      "--help'\n";
  EXPECT_EQ(result.err, refusal + refusal + refusal);
  EXPECT_EQ(merged({files.file("out")}), undisturbed(files));
}

TEST(StudyCrash, ShardsSideBySideGiveTheWhole) {
  const StudyFiles files(plan_of(10, 2000));
  const RunResult result = shell_run(
      "for i in 1 2 3; do spinsack study run plan.toml --out out --shard $i/3 -q & done; wait",
      files.path());
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(lines_in(result.out), 3U) << result;
  EXPECT_EQ(merged({files.file("out")}), undisturbed(files));
  EXPECT_EQ(records_of(files.file("out")).size(), cells_of(files.plan()).size());
}

}  // namespace
}  // namespace spinsack::test
