// SPDX-License-Identifier: Apache-2.0
// spinsack verify DIR
#include "cli/cli_support.hpp"
#include "study/study_support.hpp"

#include <filesystem>

namespace spinsack::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(VerifyDirectory, RechecksAStudy) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  const RunResult good = spinsack_run({"verify", "out"}, "", files.path());
  EXPECT_EQ(good.exit_code, 0) << good;
  EXPECT_THAT(good.out, StartsWith("out\n  cells    18, with 42 runs\n  answers  "));
  EXPECT_EQ(lines_of(good.out).back(), "verified");
  EXPECT_EQ(good.err, "");
  EXPECT_EQ(spinsack_run({"verify", ".", "-q"}, "", files.path()).out, "") << "of studies below";

  std::string text;
  for (CellRecord& record : records_of(files.file("out"))) {
    if (record.method == "greedy") {
      ++record.runs[0].variants[0].value;
      record.runs[0].trace.clear();
    }
    text += record_line(record) + "\n";
  }
  files.write("out/records.jsonl", text);
  const RunResult wrong = spinsack_run({"verify", "out"}, "", files.path());
  EXPECT_EQ(wrong.exit_code, 2) << wrong;
  EXPECT_THAT(wrong.out, HasSubstr(" (five with greedy): greedy, read 0: value: claimed "));
  EXPECT_EQ(lines_of(wrong.out).back(), "NOT verified");
  EXPECT_EQ(spinsack_run({"verify", "-q", "out"}, "", files.path()).exit_code, 2);
}

TEST(VerifyDirectory, SaysWhatCouldNotBeChecked) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  std::filesystem::remove(files.file("five.txt"));
  const RunResult result = spinsack_run({"verify", "out"}, "", files.path());
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("\n  unchecked  9 cells: "));
  std::filesystem::remove(files.file("out/study.json"));
  const RunResult bare = spinsack_run({"verify", "out"}, "", files.path());
  EXPECT_EQ(bare.exit_code, 0) << bare;
  EXPECT_THAT(bare.err, HasSubstr("; only cells of published instances can be checked\n"));
}

TEST(VerifyDirectory, NeedsADirectoryOrAResult) {
  const StudyFiles files;
  const RunResult result = spinsack_run({"verify", "five.txt"}, "", files.path());
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_THAT(result.err, HasSubstr("RESULT is missing: expected the result to check, or the "
                                    "directory of a study in place of the instance, found "
                                    "'five.txt' alone"));
}

}  // namespace
}  // namespace spinsack::test
