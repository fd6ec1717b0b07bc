// SPDX-License-Identifier: Apache-2.0
// Pipes, compressed files, full disks: where bytes come from and go to.
#include "cli/cli_support.hpp"

namespace spinsack::test {
namespace {

using testing::HasSubstr;

TEST(Streams, InfoReadsWhatGenerateWrites) {
  const RunResult result =
      shell_run("set -o pipefail; spinsack generate gallo --n 20 --seed 4 | spinsack info -q -");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(lines_of(result.out).at(0), "gallo_20_25_s4");
  EXPECT_EQ(lines_of(result.out).at(1), "  items        20");
  EXPECT_EQ(result.err, "");
}

TEST(Streams, EveryDisguiseGivesTheSameFacts) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult plain = spinsack_run({"info", "tiny.txt"}, {}, directory.path());
  ASSERT_EQ(plain.exit_code, 0) << plain;
  const std::vector<std::string> disguises{
      "spinsack info - < tiny.txt",
      "cat tiny.txt | spinsack info -",
      "gzip -k tiny.txt && spinsack info tiny.txt.gz",
      "xz -k tiny.txt && spinsack info tiny.txt.xz",
      "gzip -c tiny.txt | spinsack info -",
      "xz -c tiny.txt > odd.name && spinsack info odd.name",
      "spinsack convert tiny.txt again.txt.gz && gzip -t again.txt.gz && spinsack info "
      "again.txt.gz",
      "spinsack convert tiny.txt again.edges.xz && xz -t again.edges.xz && spinsack convert "
      "again.edges.xz - --to billionnet | sed s/again/tiny/ | spinsack info -",
      "spinsack info -- tiny.txt",
      "spinsack info <(cat tiny.txt)",
  };
  for (const std::string& script : disguises) {
    const RunResult result = shell_run("set -eo pipefail; " + script, directory.path());
    EXPECT_EQ(result.exit_code, 0) << script << "\n" << result;
    EXPECT_EQ(without_times(result.out), without_times(plain.out)) << script;
  }
}

TEST(Streams, AReaderThatLeavesEarlyIsNoError) {
  for (const char* command : {"generate large:1000_100_1", "list suites", "man",
                              "convert large:1000_25_1 - --to edges"}) {
    const RunResult result =
        shell_run(std::string("spinsack ") + command + " | head -1; exit ${PIPESTATUS[0]}");
    EXPECT_EQ(result.exit_code, 0) << command << result;
    EXPECT_EQ(result.err, "") << command;
    EXPECT_EQ(lines_of(result.out).size(), 1U) << command;
  }
}

TEST(Streams, AnErrorIsToldEvenIfTheReaderHasLeft) {
  const RunResult result = shell_run("exec 3> >(true); wait $!; spinsack info missing.txt >&3");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("missing.txt: cannot open"));
}

TEST(Streams, AFullStandardOutputIsAnError) {
  for (const char* command :
       {"", "--version", "help info", "list suites", "man", "completion bash",
        "generate medium:100_25_1", "info medium:100_25_1", "info --json - medium:100_25_1",
        "convert medium:100_25_1 - --to lp", "formulate -q medium:100_25_1 --to bqm",
        "verify medium:100_25_1 <(echo 0)"}) {
    const RunResult result = shell_run(std::string("spinsack ") + command + " > /dev/full");
    EXPECT_EQ(result.exit_code, 1) << command;
    EXPECT_EQ(result.err, "standard output: cannot write: No space left on device\n") << command;
  }
}

TEST(Streams, AClosedStandardOutputIsAnError) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult result = shell_run("spinsack info tiny.txt >&-", directory.path());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "standard output: cannot write: Bad file descriptor\n");
  EXPECT_EQ(directory.read("tiny.txt"), tiny) << "the input was taken for the output";
}

TEST(Streams, AClosedStandardInputIsAnError) {
  const RunResult result = shell_run("spinsack info - <&-");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "standard input: cannot read: Bad file descriptor\n");
}

// Every command that writes a file, on a disk with room for a few pages.
TEST(Streams, AFullDiskLeavesNothingBehind) {
  const TemporaryDirectory directory;
  directory.write("script", R"sh(
    mkdir disk && mount -t tmpfs -o size=16k spinsack-test disk 2>/dev/null || exit 77
    trap 'umount disk' EXIT
    status=0
    try() { "$@" 2> message && status=1; sed "s#^$PWD/##" message; ls -A disk; }
    try spinsack generate large:1000_25_1 -o disk/new.txt
    try spinsack convert large:1000_25_1 disk/new.lp
    try spinsack formulate large:1000_25_1 -q -o disk/new.coo
    try spinsack generate 'large:1000_25_*' --out-dir disk
    echo old > disk/old.txt
    try spinsack generate large:1000_25_1 -o disk/old.txt
    cat disk/old.txt
    exit $status
  )sh");
  // In a name space of its own anybody may mount; where that is forbidden, root still may.
  const RunResult result = shell_run(
      "if unshare -rm true 2>/dev/null; then unshare -rm bash script; else bash script; fi",
      directory.path());
  if (result.exit_code == 77) GTEST_SKIP() << may_not_mount;
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.out,
            "disk/new.txt: cannot write: No space left on device\n"
            "disk/new.lp: cannot write: No space left on device\n"
            "disk/new.coo: cannot write: No space left on device\n"
            "disk/1000_25_1.txt: cannot write: No space left on device\n"
            "disk/old.txt: cannot write: No space left on device\n"
            "old.txt\nold\n");
}

TEST(Streams, AModelWithoutItsMapIsNotLeftBehind) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult result =
      spinsack_run({"formulate", "tiny.txt", "-o", "model.coo", "--map", "nowhere/map.json"}, {},
                   directory.path());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("nowhere/map.json: cannot create"));
  EXPECT_EQ(directory.names(), std::vector<std::string>{"tiny.txt"});
}

}  // namespace
}  // namespace spinsack::test
