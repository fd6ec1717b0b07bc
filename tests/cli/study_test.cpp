// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "study/estimate.hpp"
#include "study/study_support.hpp"

#include <nlohmann/json.hpp>

#include <unistd.h>

namespace spinsack::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using Words = std::vector<std::string>;

RunResult study(Words words, const StudyFiles& files) {
  words.insert(words.begin(), "study");
  return spinsack_run(std::move(words), "", files.path());
}

TEST(Study, RunsResumesAndMerges) {
  const StudyFiles files;
  const RunResult first = study({"run", "plan.toml", "--out", "out", "-j", "2", "-q"}, files);
  EXPECT_EQ(first.exit_code, 0) << first;
  EXPECT_EQ(first.out, "out: 18 cells done\n");
  EXPECT_EQ(first.err, "");
  const RunResult again = study({"run", "plan.toml", "--out", "out", "-q"}, files);
  EXPECT_EQ(again.out, "out: 0 cells done, 18 were there already\n");
  const RunResult resumed = study({"resume", "out", "-q"}, files);
  EXPECT_EQ(resumed.out, again.out);
  const RunResult merge = study({"merge", "out", "--out", "a.db"}, files);
  EXPECT_EQ(merge.out, "a.db: 18 cells added, 0 were there already\n");
  EXPECT_EQ(study({"merge", "out", "--out", "a.db"}, files).out,
            "a.db: 0 cells added, 18 were there already\n");
}

TEST(Study, EqualsTheLibraryInAnyShards) {
  const StudyFiles files;
  run_small(files, files.file("here"));
  for (const char* shard : {"2/3", "3/3", "1/3"})
    EXPECT_EQ(study({"run", "plan.toml", "--out", "out", "--shard", shard, "-q"}, files).exit_code,
              0);
  EXPECT_EQ(merged({files.file("out")}), merged({files.file("here")}));
}

TEST(Study, SaysWhatAPlanWouldTake) {
  const StudyFiles files;
  const RunResult full = study({"run", "plan.toml", "--dry-run", "-j", "1"}, files);
  EXPECT_EQ(full.exit_code, 0) << full;
  EXPECT_EQ(full.out,
            "  plan       plan, full form: Small\n"
            "  instances  2\n"
            "  settings   3\n"
            "  cells      18\n"
            "  runs       42\n"
            "  time       about 1 s on 1 thread\n"
            "  disk       about 37 kB\n");
  EXPECT_THAT(study({"run", "plan.toml", "--dry-run", "--quick"}, files).out,
              HasSubstr("cells      9\n"));
  // A shard takes its part of everything.
  const RunResult part =
      study({"run", "plan.toml", "--dry-run", "-j", "1", "--shard", "5/18"}, files);
  EXPECT_EQ(part.exit_code, 0) << part;
  EXPECT_EQ(part.out,
            "  plan       plan, full form: Small\n"
            "  instances  1\n"
            "  settings   1\n"
            "  cells      1 of 18, shard 5/18\n"
            "  runs       3\n"
            "  time       about 1 s on 1 thread\n"
            "  disk       about 3 kB\n");
  EXPECT_EQ(files.names(), (Words{"five.txt", "plan.toml"}));
}

// A program that the file system keeps from making its temporary files.
TEST(Study, AnErrorOfTheFileSystemIsOneOfItsCellOnly) {
  const StudyFiles files(
      "instances = 'five.txt'\n[[run]]\nmethod = 'mip'\nmip-solver = 'scip'\n"
      "[[run]]\nmethod = 'greedy'\n");
  const RunResult result = shell_run(
      "mkdir bin && printf '#!/bin/sh\n' > bin/scip && chmod +x bin/scip\n"
      "PATH=$PWD/bin:$PATH TMPDIR=$PWD/none spinsack study run plan.toml --out out -q -j 1\n",
      files.path());
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_EQ(result.out, "out: 1 cells done, 1 failed\n") << result;
  EXPECT_THAT(result.err, StartsWith("five with mip: ")) << result;
}

TEST(Study, DiskEstimateIsNearTheTruth) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  const double bytes = estimate(cells_of(files.plan())).bytes;
  EXPECT_NEAR(static_cast<double>(files.read("out/records.jsonl").size()) / bytes, 1, 0.3);
}

TEST(Study, StatusSaysWhatIsDoneFailingAndLeft) {
  const StudyFiles files;
  EXPECT_EQ(study({"run", "plan.toml", "--out", "out", "--shard", "1/2", "-q"}, files).exit_code,
            0);
  const RunResult half = study({"status", "out"}, files);
  EXPECT_EQ(half.exit_code, 0) << half;
  EXPECT_THAT(half.out, StartsWith("out\n  cells    18\n  done     9, with "));
  EXPECT_THAT(half.out, EndsWith("  failing  0\n  left     9\n"));
  // A damaged line and an unfinished one.
  std::string text = files.read("out/records-1of2.jsonl");
  text[100] ^= 1;
  files.write("out/records-1of2.jsonl", text.substr(0, text.size() - 1));
  const RunResult hurt = study({"status", "out"}, files);
  EXPECT_THAT(hurt.out, HasSubstr("  left     11\n  damaged  2 lines\n"));
  EXPECT_THAT(hurt.out,
              HasSubstr("\n  out/records-1of2.jsonl:1:1: expected a record with checksum "));
  EXPECT_THAT(hurt.out,
              EndsWith("\n  out/records-1of2.jsonl:9:1: the last record is unfinished\n"));
  const auto json = nlohmann::json::parse(study({"status", "out", "--json", "-"}, files).out);
  EXPECT_EQ(json.at("folder"), "out");
  EXPECT_EQ(json.at("cells"), 18);
  EXPECT_EQ(json.at("done"), 7);
  EXPECT_EQ(json.at("failing"), 0);
  EXPECT_EQ(json.at("left"), 11);
  EXPECT_EQ(json.at("damaged"), 2);
  EXPECT_EQ(json.at("other"), 0);
  // The whole does what is missing and says why.
  const RunResult rest = study({"resume", "out", "-q"}, files);
  EXPECT_EQ(rest.out, "out: 11 cells done, 7 were there already\n");
  EXPECT_THAT(rest.err, HasSubstr("out/records-1of2.jsonl:1:1: "));
  run_small(files, files.file("here"));
  EXPECT_EQ(merged({files.file("out")}), merged({files.file("here")}));
}

TEST(Study, AFailingCellIsReportedAndTriedAgain) {
  const StudyFiles files(
      "instances = 'wide.txt'\n[[run]]\nmethod = 'sa'\nencoding = ['unary', 'binary']\n"
      "bound = 'capacity'\nsweeps = 5\nvariants = { '{encoding}' = 'none' }\n");
  files.write("wide.txt", "wide\n2\n10 20\n5\n\n0\n900000000000\n600000000000 700000000000\n");
  for (const char* action : {"run plan.toml --out", "resume"}) {
    const RunResult result =
        shell_run(std::string("spinsack study ") + action + " out -q", files.path());
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, StartsWith("wide with sa: encoding 'unary' needs "));
    EXPECT_THAT(result.out, HasSubstr(", 1 failed\n"));
  }
  const RunResult status = study({"status", "out"}, files);
  EXPECT_EQ(status.exit_code, 0);
  EXPECT_THAT(status.out,
              HasSubstr("  failing  1\n  left     1\n  wide with sa: encoding 'unary' needs "));
  EXPECT_EQ(study({"merge", "out", "--out", "a.db"}, files).out,
            "a.db: 2 cells added, 0 were there already\n");
}

struct StudyRefusal {
  Words words;
  std::string message;
};

TEST(Study, RefusesWhatItCannotDo) {
  const StudyFiles files;
  files.write("bad.toml", "instances = 'five.txt'\n[[run]]\nmethod = 'ssa'\n");
  files.write("other.toml", small_plan + "\n");
  files.write("same.toml", small_plan);
  ASSERT_EQ(study({"run", "plan.toml", "--out", "out", "-q"}, files).exit_code, 0);
  const std::string usage = "see 'spinsack study --help'\n";
  const std::vector<StudyRefusal> refusals{
      {{"rum", "plan.toml"}, "unknown action 'rum'; did you mean 'run'?"},
      {{"run", "plan.toml"},
       "spinsack study: --out is missing: expected the directory for the records\n" + usage},
      {{"run", "--out", "x"}, "spinsack study: PLAN is missing: "},
      {{"run", "plan.toml", "other.toml", "--out", "x"},
       "spinsack study: run: expected one plan, found 2\n" + usage},
      {{"run", "none.toml", "--out", "x"}, "none.toml: cannot open: No such file or directory\n"},
      {{"run", "bad.toml", "--out", "x"},
       "bad.toml:3:10: unknown method 'ssa'; did you mean 'sa'?"},
      {{"run", "other.toml", "--out", "out"},
       "spinsack study: out: holds a study of another plan ('plan', full); expected an empty "
       "directory "
       "or the same plan\n"},
      {{"run", "same.toml", "--out", "out"},
       "spinsack study: out: holds a study of the same plan by the name 'plan'; expected that name "
       "or an empty directory, found 'same'\n"},
      {{"run", "plan.toml", "--quick", "--out", "out"},
       "spinsack study: out: holds a study of another plan"},
      {{"run", "plan.toml", "--out", "x", "--shard", "3/2"},
       "spinsack study: --shard: expected an integer in 1..2, found '3'\n" + usage},
      {{"run", "plan.toml", "--out", "x", "--shard", "two"},
       "spinsack study: --shard: expected i/N such as 2/8, found 'two'\n" + usage},
      {{"run", "plan.toml", "--out", "five.txt"}, "five.txt: cannot make the directory: "},
      {{"resume", "x"}, "x: expected the directory of a study, found no study.json\n"},
      {{"resume"}, "spinsack study: PLAN is missing: "},
      {{"status", "x"}, "x: expected the directory of a study, found no study.json\n"},
      {{"status"}, "spinsack study: PLAN is missing: "},
      {{"status", "out", "--json", "a"}, "spinsack study: --json: expected -, found 'a'\n" + usage},
      {{"merge", "out"},
       "spinsack study: --out is missing: expected the database to write\n" + usage},
      {{"merge", "--out", "a.db"}, "spinsack study: PLAN is missing: "},
      {{"merge", "x", "--out", "a.db"}, "x: expected the directory of a study, found no records\n"},
      {{"merge", "out", "--out", "plan.toml"}, "plan.toml: file is not a database\n"},
      {{"merge", "out", "--out", "none/a.db"},
       "none/a.db: cannot create: No such file or directory"},
  };
  for (const StudyRefusal& refusal : refusals) {
    const RunResult result = study(refusal.words, files);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, HasSubstr(refusal.message));
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(files.names(),
            (Words{"bad.toml", "five.txt", "other.toml", "out", "plan.toml", "same.toml"}));
}

TEST(Study, SuggestsNothingForAnEmptyInstance) {
  const StudyFiles files("instances = ''\n[[run]]\nmethod = 'sa'\n");
  files.write("t", "");  // one letter away
  EXPECT_EQ(study({"run", "plan.toml", "--dry-run"}, files).err,
            "plan.toml:1: expected an instance, found an empty name\n");
}

TEST(Study, RefusesFlagsOfOtherActions) {
  const StudyFiles files;
  ASSERT_EQ(study({"run", "plan.toml", "--out", "out", "-q"}, files).exit_code, 0);
  const std::vector<std::string> before = files.names();
  const std::vector<StudyRefusal> refusals{
      {{"merge", "out", "--out", "a.db", "--dry-run"},
       "merge: unexpected flag --dry-run, which is for run, resume, submit"},
      {{"run", "plan.toml", "--out", "new", "--json", "-"},
       "run: unexpected flag --json, which is for status"},
      {{"resume", "out", "--quick"}, "resume: unexpected flag --quick, which is for run, submit"},
      {{"resume", "out", "--out", "new"},
       "resume: unexpected flag --out, which is for run, submit, merge"},
      {{"run", "plan.toml", "--out", "new", "--csv", "new"},
       "run: unexpected flag --csv, which is for analyse"},
      {{"run", "plan.toml", "--out", "new", "--engine", "slurm"},
       "run: unexpected flag --engine, which is for submit"},
      {{"run", "plan.toml", "--out", "new", "--tasks", "3"},
       "run: unexpected flag --tasks, which is for submit"},
      {{"resume", "out", "--engine-flags", "x"},
       "resume: unexpected flag --engine-flags, which is for submit"},
      {{"submit", "plan.toml", "--out", "new", "--engine", "slurm", "--shard", "1/2"},
       "submit: unexpected flag --shard, which is for run, resume"},
      {{"status", "out", "-j", "3"},
       "status: unexpected flag --threads, which is for run, resume, submit"},
      {{"analyse", "out", "--yes"},
       "analyse: unexpected flag --yes, which is for run, resume, submit"},
      {{"merge", "out", "--out", "a.db", "-q"},
       "merge: unexpected flag --quiet, which is for run, resume"},
  };
  for (const StudyRefusal& refusal : refusals) {
    const RunResult result = study(refusal.words, files);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.err, "spinsack study: " + refusal.message + "\nsee 'spinsack study --help'\n");
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(files.names(), before);
}

TEST(Study, VeryManyCellsNeedAYes) {
  const StudyFiles files(
      "instances = 'five.txt'\n[[run]]\nmethod = 'greedy'\n"
      "[[run]]\nmethod = 'sa'\nlabel = '{sweeps}'\nsweeps = '1..2'\nseeds = '1..50000'\n");
  const RunResult refused = study({"run", "plan.toml", "--out", "out"}, files);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(
      refused.err,
      "spinsack study: plan.toml:4: expected at most 100000 cells, found 100001; add --yes to "
      "do it\nsee 'spinsack study --help'\n");
  EXPECT_EQ(files.names(), (Words{"five.txt", "plan.toml"}));
  const RunResult meant = study({"run", "plan.toml", "--dry-run", "--yes"}, files);
  EXPECT_EQ(meant.exit_code, 0) << meant;
  EXPECT_THAT(meant.out, HasSubstr("cells      100001\n"));
}

TEST(Study, FindsInstancesAfterMovingAway) {
  const StudyFiles files;
  EXPECT_EQ(study({"run", "plan.toml", "--out", "out", "--shard", "1/2", "-q"}, files).exit_code,
            0);
  const TemporaryDirectory elsewhere;
  const RunResult rest =
      spinsack_run({"study", "resume", files.file("out"), "-q"}, "", elsewhere.path());
  EXPECT_EQ(rest.out, files.file("out") + ": 9 cells done, 9 were there already\n") << rest;
}

TEST(Study, KnowsItsPlansByName) {
  const StudyFiles files;
  EXPECT_THAT(study({"run", "table-02-sa", "--quick", "--dry-run"}, files).out,
              StartsWith("  plan       table-02-sa, quick form"));
  const RunResult unknown = study({"run", "table-02", "--dry-run"}, files);
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, StartsWith("spinsack study: unknown plan 'table-02'; did you mean "
                                      "'table-02-sa'? known: encodings-and-rules, example, "));
}

}  // namespace
}  // namespace spinsack::test
