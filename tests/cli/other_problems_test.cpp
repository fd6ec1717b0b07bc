// SPDX-License-Identifier: Apache-2.0
// Studies, reports, databases and files of answers of problems that are no knapsacks.
#include "cli/cli_support.hpp"

#include <filesystem>

namespace spinsack::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string costs = R"(Minimize
 obj: 3.5 a + 2 b + 4 c + 5.2 d
Subject To
 one: a + b + c >= 1
 two: b + d >= 1
Binary
 a b c d
End
)";

TEST(OtherProblemsCommand, AStudyOfProgramsIsKnownAgainFromAnywhere) {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory.file("plans"));
  directory.write("plans/costs.lp", costs);
  directory.write(
      "plans/p.toml",
      "problem = 'program'\ninstances = 'costs.lp'\n"
      "[[run]]\nmethod = 'sa'\nsweeps = 20\nreads = 3\nlambda = ['scale:0.5', 'scale:1']\n"
      "variants = { SA = 'none', SA-RF = 'repair+flip+swap' }\n"
      "[[run]]\nmethod = 'auto'\nrounds = 20\ntarget = '2'\n");
  const auto run = [&](std::vector<std::string> words, const std::string& folder) {
    return spinsack_run(std::move(words), "", folder);
  };
  const RunResult made =
      run({"study", "run", "p.toml", "--out", "../out", "-q"}, directory.file("plans"));
  ASSERT_EQ(made.exit_code, 0) << made;
  EXPECT_THAT(run({"study", "status", "out"}, directory.path()).out, HasSubstr("left     0"));
  const RunResult report = run({"report", "out"}, directory.path());
  EXPECT_THAT(report.out, AllOf(HasSubstr("n_rows"), HasSubstr("costs"), HasSubstr(" 2.00"),
                                Not(HasSubstr("not complete")), Not(HasSubstr("knapsack")),
                                Not(HasSubstr(" -20"))));
  EXPECT_EQ(run({"verify", "out", "-q"}, directory.path()).exit_code, 0);
}

// Three parts, numbered from 0 or from 1.
TEST(OtherProblemsCommand, LabelsOfACutAreVerified) {
  const TemporaryDirectory directory;
  directory.write("g.rud", "4 4\n1 2 1\n2 3 1\n1 3 2\n3 4 1\n");
  const RunResult solved =
      spinsack_run({"solve", "g.rud@3", "-q", "--solution", "best.txt"}, "", directory.path());
  ASSERT_EQ(solved.exit_code, 0) << solved;
  const auto verify = [&](const std::string& labels) {
    directory.write("labels.txt", labels);
    return spinsack_run({"verify", "g.rud@3", "labels.txt"}, "", directory.path());
  };
  EXPECT_EQ(verify(directory.read("best.txt")).exit_code, 0);
  EXPECT_THAT(verify("# from 1\n1 2 3 1\n").out, AllOf(HasSubstr("5"), HasSubstr("verified")));
  EXPECT_EQ(verify("0 1 2 0\n").out, verify("1\n2\n3\n1\n").out);
  const RunResult beyond = verify("1 2\n4 1\n");
  EXPECT_EQ(beyond.exit_code, 1);
  EXPECT_THAT(beyond.err, HasSubstr("labels.txt:2:1: expected a part in 0..3, found 4"));
  EXPECT_THAT(verify("1 2 3\n").err, HasSubstr("labels.txt:2:1: expected 4 labels"));
  EXPECT_THAT(verify("1 2 x 1\n").err, HasSubstr("labels.txt:1:5: expected a part"));
}

}  // namespace
}  // namespace spinsack::test
