// SPDX-License-Identifier: Apache-2.0
// What is handed to an engine, seen without one: sbatch and mpirun are scripts of ours here.
#include "scale/scale_support.hpp"
#include "support/places.hpp"

namespace spinsack::test {
namespace {

using ::testing::HasSubstr;

struct Submitted : ::testing::Test {
  TemporaryDirectory directory;
  void SetUp() override { directory.write("plan.toml", short_plan); }

  RunResult study(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"study", "submit", "plan.toml"});
    return spinsack_run(std::move(arguments), "", directory.path());
  }
  // With a program of this name first in PATH.
  RunResult study_with(const std::string& name, const std::string& text,
                       const std::string& arguments) const {
    std::filesystem::create_directories(directory.path() / "bin");
    directory.write("bin/" + name, "#!/bin/sh\n" + text + "\n");
    return shell_run(
        "chmod +x bin/*; PATH=$PWD/bin:$PATH; spinsack study submit plan.toml " + arguments,
        directory.path());
  }
};

TEST_F(Submitted, DryRunShowsTheScriptAndTouchesNothing) {
  const RunResult dry = study({"--out", "it's a b", "--engine", "slurm", "--tasks", "3", "-j", "2",
                               "--engine-flags", "--time=10 --partition=x", "--dry-run"});
  ASSERT_EQ(dry.exit_code, 0) << dry;
  const std::string folder = directory.path().string() + R"(/it'\''s a b)";
  EXPECT_THAT(dry.out, HasSubstr("#SBATCH --array=1-3\n"));
  EXPECT_THAT(dry.out, HasSubstr("#SBATCH --cpus-per-task=2\n"));
  EXPECT_THAT(dry.out, HasSubstr("#SBATCH --signal=B:TERM@60\n"));
  EXPECT_THAT(dry.out, HasSubstr("#SBATCH --output='" + folder + "/slurm-%A_%a.log'\n"));
  EXPECT_THAT(dry.out, HasSubstr("#SBATCH --time=10 --partition=x\n"));
  EXPECT_THAT(dry.out, HasSubstr("study resume '" + folder + "' "));
  EXPECT_EQ(directory.names(), std::vector<std::string>{"plan.toml"});
}

// The script is run here as Slurm runs it, task after task.
TEST_F(Submitted, TheScriptDoesTheStudy) {
  const std::vector<std::string> expected = done_alone(directory, short_plan);
  const RunResult submit = study_with("sbatch", R"(echo "$@" >>seen; echo '77;here')",
                                      R"(--out "it's \$HOME" --engine slurm --tasks 3)");
  ASSERT_EQ(submit.exit_code, 0) << submit;
  EXPECT_EQ(submit.out, directory.file("it's $HOME") + ": job 77 with 3 tasks\n");
  EXPECT_EQ(directory.read("seen"), "--parsable " + directory.file("it's $HOME/slurm.sh") + "\n");
  const RunResult tasks = shell_run(
      R"(for i in 1 2 3; do SLURM_ARRAY_TASK_ID=$i sh "it's \$HOME/slurm.sh" || exit; done)",
      directory.path());
  EXPECT_EQ(tasks.exit_code, 0) << tasks;
  expect_same(merged(directory, "it's $HOME"), expected);
}

TEST_F(Submitted, MpirunGetsTheDirectory) {
  const RunResult submit =
      study_with("mpirun", R"(printf "%s " "$@")",
                 "--out m --engine mpi --tasks 5 -j 2 --engine-flags '--map-by  node'");
  if (submit.err.find("spinsack-mpi: not found") != std::string::npos)
    GTEST_SKIP() << "needs spinsack-mpi (built with MPI: package libopenmpi-dev)";
  EXPECT_EQ(submit.exit_code, 0) << submit;
  EXPECT_THAT(submit.out, ::testing::StartsWith("-n 5 --map-by node "));
  EXPECT_THAT(submit.out, ::testing::EndsWith("-mpi " + directory.file("m") + " --yes -j 2 "));
}

TEST_F(Submitted, TellsAFailureOfTheEngine) {
  const RunResult refused =
      study_with("sbatch", "echo no such partition >&2; exit 3", "--out d --engine slurm");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.err, "no such partition\nsbatch failed: its exit code is 3\n");
}

TEST_F(Submitted, WithoutTheEngineItSaysSo) {
  const RunResult missing = run({.command = {test::spinsack_command(), "study", "submit",
                                             "plan.toml", "--out", "d", "--engine", "slurm"},
                                 .directory = directory.path(),
                                 .environment = {{"PATH", directory.path().string()}}});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.err, HasSubstr("sbatch: not found; expected the commands of Slurm in PATH"));
}

TEST_F(Submitted, RefusesWhatItCannotDo) {
  EXPECT_THAT(study({"--out", "d", "--engine", "slrm"}).err,
              HasSubstr("unknown engine 'slrm'; did you mean 'slurm'?"));
  EXPECT_THAT(study({"--out", "d"}).err, HasSubstr("--engine is missing"));
  EXPECT_THAT(study({"--engine", "mpi"}).err, HasSubstr("--out is missing"));
  EXPECT_THAT(study({"--out", "d", "--engine", "slurm", "--tasks", "0"}).err,
              HasSubstr("expected"));
  EXPECT_THAT(study({"--out", "d\ne", "--engine", "slurm"}).err, HasSubstr("expected one line"));
  EXPECT_THAT(study({"--out", "d\\e", "--engine", "slurm"}).err, HasSubstr("without backslash"));
  EXPECT_EQ(directory.names(), std::vector<std::string>{"plan.toml"});
}

}  // namespace
}  // namespace spinsack::test
