// SPDX-License-Identifier: Apache-2.0
// Studies under mpirun, with more processes than cores. Skipped where MPI is not installed.
#include "scale/scale_support.hpp"
#include "support/places.hpp"
#include "support/shell_waits.hpp"

namespace spinsack::test {
namespace {

using ::testing::HasSubstr;

class ScaleMpi : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(program))
      GTEST_SKIP() << "needs spinsack-mpi (built with MPI: package libopenmpi-dev)";
    if (!has_program("mpirun")) GTEST_SKIP() << "needs mpirun (package openmpi-bin)";
  }
  // $mpi is mpirun as root has to call it, and on a machine with few cores.
  RunResult script(const std::string& text) const {
    return shell_run(shell_waits + "mpi='mpirun --oversubscribe --allow-run-as-root'\n" + text,
                     directory.path());
  }
  static inline const std::string program = test::spinsack_command() + "-mpi";
  TemporaryDirectory directory;
};
using SlowScaleMpi = ScaleMpi;

TEST_F(ScaleMpi, GivesWhatOneProcessGives) {
  const std::vector<std::string> expected = done_alone(directory, short_plan);
  const RunResult submit =
      spinsack_run({"study", "submit", "plan.toml", "--out", "by mpi", "--engine", "mpi", "--tasks",
                    "4", "--engine-flags", "--oversubscribe --allow-run-as-root"},
                   "", directory.path());
  EXPECT_EQ(submit.exit_code, 0) << submit;
  EXPECT_THAT(submit.out, HasSubstr("30 cells done\n"));
  expect_same(merged(directory, "by mpi"), expected);
}

// Without mpirun, a process is the only one.
TEST_F(ScaleMpi, OneProcessWithThreadsIsEnough) {
  const std::vector<std::string> expected = done_alone(directory, short_plan);
  const RunResult alone = script("spinsack-mpi plan.toml --out one -j 2");
  EXPECT_EQ(alone.exit_code, 0) << alone;
  expect_same(merged(directory, "one"), expected);
}

TEST_F(ScaleMpi, DoesOnlyWhatIsMissing) {
  const std::vector<std::string> expected = done_alone(directory, short_plan);
  const RunResult part = script(
      "spinsack study run plan.toml --out part --shard 1/2 -q && $mpi -n 3 spinsack-mpi part");
  EXPECT_EQ(part.exit_code, 0) << part;
  EXPECT_THAT(part.out, HasSubstr("15 cells done, 15 were there already"));
  expect_same(merged(directory, "part"), expected);
}

TEST_F(ScaleMpi, RefusesBeforeAnyWork) {
  directory.write("plan.toml", short_plan);
  directory.write("bad.toml", "instances = [\"medium:100_25_1\"]\n[[run]]\nmethod = \"saa\"\n");
  const RunResult bad = script("$mpi -n 2 spinsack-mpi bad.toml --out x");
  EXPECT_EQ(bad.exit_code, 1);
  const std::string message = "unknown method 'saa'";
  EXPECT_THAT(bad.err, HasSubstr(message));
  EXPECT_EQ(bad.err.find(message), bad.err.rfind(message)) << "said by the first rank alone";
  EXPECT_THAT(script("spinsack-mpi plan.toml").err, HasSubstr("--out is missing"));
  EXPECT_THAT(script("spinsack-mpi plan.toml --oout x").err, HasSubstr("did you mean '--out'?"));
  EXPECT_FALSE(std::filesystem::exists(directory.file("x")));
}

// Runs with two processes until there are records, sends a signal to one of the processes, and waits.
std::string signal_one(const std::string& signal, int rank, const std::string& folder) {
  return "$mpi -n 2 bash -c '[ $OMPI_COMM_WORLD_RANK != " + std::to_string(rank) +
         " ] || echo $$ >pid; exec spinsack-mpi plan.toml --out " + folder +
         "' & main=$!\n"
         "await_lines $main " +
         folder + "/records.jsonl 1\nkill -" + signal + " $(cat pid); wait $main";
}

// Whichever process gets the signal: all end, in order.
TEST_F(SlowScaleMpi, StopsCleanlyWhenAnyProcessIsInterrupted) {
  directory.write("plan.toml", long_plan);
  for (const int rank : {0, 1}) {
    const std::string folder = "long" + std::to_string(rank);
    const RunResult stopped = script(signal_one("TERM", rank, folder));
    EXPECT_EQ(stopped.exit_code, 0) << stopped;
    EXPECT_THAT(stopped.out, HasSubstr("left; interrupted, continue with")) << stopped;
    expect_whole(directory, folder);
  }
}

TEST_F(SlowScaleMpi, KeepsTheRecordsWhenMpirunIsInterrupted) {
  directory.write("plan.toml", long_plan);
  const RunResult stopped = script(
      "$mpi -n 2 spinsack-mpi plan.toml --out long & main=$!\n"
      "await_lines $main long/records.jsonl 1\n"
      "kill -TERM $main; wait $main");
  EXPECT_THAT(stopped.out, HasSubstr("left; interrupted, continue with")) << stopped;
  expect_whole(directory, "long");
}

// A process that dies takes the others with it, and no record.
TEST_F(SlowScaleMpi, KeepsTheRecordsWhenAProcessDies) {
  directory.write("plan.toml", long_plan);
  for (const int rank : {0, 1}) {
    const std::string folder = "long" + std::to_string(rank);
    const RunResult killed = script(signal_one("KILL", rank, folder));
    EXPECT_NE(killed.exit_code, 0) << killed;
    EXPECT_FALSE(killed.timed_out);
    expect_whole(directory, folder);
  }
}

}  // namespace
}  // namespace spinsack::test
